"""English notes in few words: doses, results, clients, rules, who has what; what a day brings."""

from datetime import date

import pytest

from memctl.formats.timeline.notes import parse_note
from memctl.graph.entity import Entity, EntityRef, slug_of
from memctl.graph.graph import make_graph
from memctl.jobs.lexicons import shipped_lexicon
from memctl.rules.comparing.comparison import relate
from memctl.rules.extraction import extract, told_above

LEXICON = shipped_lexicon()
ME = EntityRef("people/me")
DAY = date(2026, 3, 10)
KNOWN = ("people/tomke", "people/rafiq", "people/mum", "projects/larkspur", "companies/fernhill")


def kept(note, *known):
    """What a note of that day gives, above which nothing was read."""
    refs = [EntityRef(r) for r in known or KNOWN]
    entities = {r: Entity(r, slug_of(r).title()) for r in refs}
    graph = make_graph({ME: Entity(ME, "me"), **entities})
    blocks = parse_note(note, f"memory/{DAY}.md").blocks
    before = dict(zip(blocks[1:], blocks, strict=False))
    return [
        c
        for block in blocks
        for c in extract(
            block, graph, LEXICON, me=ME, before=told_above(block, before, graph, LEXICON)
        )
        if c.accepted
    ]


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Put on bisoprolol 2.5mg, one a day, evenings", "people/me"),
        ("sertraline making me sweat", "people/me"),
        ("heartburn worse, doubled the omeprazole to 40", "people/me"),
        ("Dr's rang back: stop the 10mg, candesartan 8mg instead", "people/me"),
        ("Dr Varga's rang: swap the codeine for naproxen", "people/me"),
        ("zinc stopped, no colds since", "people/me"),
        ("Sugars check: 7.1, stay on 500", "people/me"),
        ("X-ray results: its a crack but tiny, no op", "people/me"),
        ("physio was the last one, elbow is fine", "people/me"),
        ("Mum slipped in the yard. Broken wrist (right), op tomorrow.", "people/mum"),
        ("GP gave me naproxen 250 for the back", "people/me"),
        ("Mums op went fine. Ward 9 at Quay Royal so Tomke can pop in", "people/mum"),
        ("eye clinic w/ Mum. Glaucoma, early stage.", "people/mum"),
        ("Memantine making Mum dizzy, clinic says take it at night instead", "people/mum"),
    ],
)
def test_a_dose_a_finding_and_its_end_are_kept_in_few_words(text, owner):
    assert owner in {c.entity for c in kept(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Forgot my drops today, took them at ten",
        "Kettle put on, biscuits out",
        "review in 6 wks w/ Dr Varga",
    ],
)
def test_what_was_taken_once_is_no_state_of_health(text):
    assert not kept(text)


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("Aldwick (Hull, tide gauges) - project Samphire, 2 days/wk, €90/h", "companies/aldwick"),
        ("Aldwick (Hull, tide gauges) - project Samphire, 2 days/wk", "projects/samphire"),
        ('Aldwick Boats (Hull): "Samphire" = their rewrite. flat fee', "projects/samphire"),
        ("Aldwick signed: 1 day/wk from 1 May, 95/h", "companies/aldwick"),
        ("Odile Varga = senior dev at Fernhill, came in May", "people/odile-varga"),
        ("Odile = my girlfriend, teaches physics at a school in Hull", "people/odile"),
        ("Odile (mortgage broker, Hull) fixed it at 4.1% for 5 years", "people/odile"),
        ("Odo Bell still captain of the firsts", "people/odo-bell"),
        ("Odo the plasterer came, £1,900 all in for the ceiling", "people/odo"),
        ("second quote: Odile Varga, £900 for the roof", "people/odile-varga"),
        ("Odile 11, year 6 at Quay Primary. Odo's 7, at Hill School", "people/odile"),
        ("client #2: Brightwell Dental, monthly retainer £400", "companies/brightwell-dental"),
        ("Project Samphire (for Fernhill): stock system rewrite", "projects/samphire"),
        ("Pip is 6 today (or nearly), border terrier, smells", "people/pip"),
        ("lent my ladder to Odo next door", "people/odo"),
        ("Priya going part-time from May", "people/priya"),
    ],
)
def test_who_and_what_is_introduced_by_a_bracket_a_dash_or_a_label(text, ref):
    assert ref in {c.entity for c in kept(text) if c.is_new and c.is_plain}


@pytest.mark.parametrize(
    "text",
    ["Mortgage: with Quaybank at 2%, £540 a month", "Letter: pay review, £19.10 an hour now"],
)
def test_what_one_pays_or_gets_makes_no_client(text):
    assert {c.entity for c in kept(text)} == {ME}


@pytest.mark.parametrize(
    "heading",
    ["## Larkspur planning, 10:00 w/ Tomke, Rafiq", "## w/ Tomke and Rafiq on Larkspur"],
)
def test_what_is_told_below_a_meeting_is_of_the_project_not_of_who_met(heading):
    told = kept(f"{heading}\n- we go with Quaybase 4\n- beta on 3 May\n- I moved to Hull")
    owners = [c.entity for c in told]

    assert owners == ["projects/larkspur", "projects/larkspur", ME]
    assert told[0].text == "Larkspur: we go with Quaybase 4"


def test_where_two_people_met_for_nothing_named_nobody_of_them_owns_it():
    assert {c.entity for c in kept("## Tomke, Rafiq\n- launch is on 3 May")} == {ME}


def test_a_kickoff_introduces_its_project():
    assert {c.entity for c in kept("## Samphire kickoff, 10:00\n- launch is on 3 May")} == {
        "projects/samphire"
    }


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Mums 74 now, going strong", "people/mum"),
        ("Mums been told her ward is closing in May", "people/mum"),
        ("repo lives at https://git.example/fernhill/kit", "people/me"),
        ("Tomke ok with €80/h from May", "people/me"),
        ("Letter: pay rise from Fernhill - £19.10 an hr", "people/me"),
        ("play: got a part! Odile's understudy in Cabaret, 3-5 May", "people/me"),
        ("Tomke got me that job", "people/me"),
        ("Tomke asked would I be head baker from May. Said yes!", "people/me"),
    ],
)
def test_whose_a_line_is_without_an_apostrophe_or_besides_a_name(text, owner):
    assert {c.entity for c in kept(text)} == {owner}


@pytest.mark.parametrize(
    "text",
    [
        "Tomke who does the flowers broke her wrist",
        "Rafiq at the mill (not our Rafiq) has bought a pub",
        "Rafiq moved to Hull - different Rafiq",
    ],
)
def test_another_one_of_the_name_is_nobody_known(text):
    assert not kept(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Rafiq brought the ladder back finally!", "end"),
        ("tent home again", "end"),
        ("Mum's car given back w/ a full tank", "end"),
        ("gave up on the no-sugar rule", "end"),
        ("kitchen done!! skip goes weds.", "state"),
        ("Fitted the oak wardrobe!!! A day early.", "state"),
        ("v2.0.1 in prod, at last", "state"),
        ("Boiler's in!!! warm at last", "state"),
        ("Carpet fitted upstairs", "state"),
        ("shop's sold!", "state"),
        ("Tomke nearly 6, Reception", "state"),
        ("Invoice 2031-112 paid", "state"),
        ("Fernhill 113 came in at last", "state"),
        ("Rafiq has the front end now", "state"),
        ("gave Quaypad a week, it stays", "state"),
        ("told landlord we're out end of May", "state"),
        ("Tomke stopping with us in the box room", "state"),
    ],
)
def test_news_in_everyday_words_is_kept(text, kind):
    assert [c.kind for c in kept(text)] == [kind]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Lent Rafiq my ladder for the loft", "Rafiq brought the ladder back finally!"),
        ("lent my tent to Rafiq", "tent home again"),
        ("doubled the omeprazole to 40", "omeprazole stopped, no more heartburn"),
    ],
)
def test_what_came_back_or_was_stopped_ends_what_it_plainly_ends(old, new):
    assert relate(old, new, (), LEXICON).kind in {"ends", "replaces"}


@pytest.mark.parametrize(
    "text",
    [
        "retention: 7 years, audit says",
        "standup daily 9:40, cameras off",
        "nobody restarts prod by hand, everything via tickets",
        "rebase merges only pls",
        "always two reviewers on the payments code",
    ],
)
def test_rules_and_settings_are_kept(text):
    assert kept(text)


def test_what_is_for_the_assistant_is_a_rule_of_work():
    assert [c.kind for c in kept("For the assistant: never amend my commits. Short answers.")] == [
        "tacit"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "quitting bread, opening a zoo. (bad day)",
        "shipped on a Sunday, emergency, Tomke approved. Exception!!",
        "Friday, no calls, quiet",
        "chippy tea, £28 for three!!",
        "Mum had 4 sausages",
        "noodle bar closed, sad",
        "nowt settled",
        "me: they are in the shed",
        "Dog walk up to the weir w/ Pip, she rolled in a puddle",
        '"Leave it to me" = no',
        "last lesson w Tomke, we gave her a pen",
    ],
)
def test_jokes_moods_prices_and_the_days_scenes_are_not(text):
    assert not kept(text)


@pytest.mark.parametrize(
    "text",
    [
        "On £14 an hour, same as 3 yrs ago",
        "shop moved to Fridays since the band have bagged Wednesday",
        "moved to Hull on a Monday",
        "Tomke has started swimming Tues 4.30",
        "told landlord we're out per 31/3",
    ],
)
def test_a_day_told_besides_dates_nothing_back(text):
    assert [c.day for c in kept(text)] == [DAY]


def test_the_writers_own_line_and_name_are_both_true():
    told = relate("My name is Odo Bell", "Me: Odo Bell, joiner at Quay in Hull, 6 yrs", (), LEXICON)

    assert told.kind == "apart"


def test_two_lines_of_one_project_are_not_two_tellers():
    names = ("Larkspur",)
    told = relate("Larkspur: we go with Quaybase 4", "Larkspur: beta on 3 May", names, LEXICON)

    assert told.kind == "apart"
