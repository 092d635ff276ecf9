import json
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from memctl.errors import Ambiguous, UnknownEntity, UsageError, WorkspaceNotFound
from memctl.index import store
from memctl.jobs import fresh_cache, recall_look, recall_sources, whereabouts
from memctl.jobs.fresh_cache import INDEX
from memctl.jobs.recall import recall
from memctl.workspace.reading import snapshot
from tests.helpers.trees import read_tree, write_tree

NEVER_YOUNG = -(10**18)
DAY = {"MEMCTL_TODAY": "2026-06-01"}


def row(number, text, **more):
    return {
        "id": f"ada-{number:03d}",
        "fact": text,
        "timestamp": "2026-01-01",
        "status": "active",
        **more,
    }


def rows(*facts):
    return json.dumps(facts, indent=2) + "\n"


FILES = {
    "memctl.toml": "",
    "areas/people/ada/items.json": rows(
        row(1, "Ada lives in Turin"), row(2, "Ada rows on Sundays")
    ),
    "areas/people/ada/summary.md": "---\nname: Ada Quist\naliases: [Addie]\n---\n# Ada Quist\n",
    "areas/companies/norbel/items.json": rows(row(1, "Norbel builds tide tables")),
    "memory/2026-02-03.md": "# 2026-02-03\n\n- 10:30 Ada painted the boat green\n",
    "MEMORY.md": "# Memory\n\n## Preferences\n\n- Prefers tea over coffee\n",
    "USER.md": "# User\n\n- Name: Ines\n- Timezone: Lisbon\n",
    "resources/knots.md": "# Knots\n\nA bowline does not slip.\n",
}


@pytest.fixture
def life(tmp_path):
    return write_tree(tmp_path / "life", FILES)


def ask(life, question, **said):
    return recall(question, said, workspace=str(life), environ={**DAY, "HOME": str(life / "home")})


def texts(report):
    return [found.text for found in report.results]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Where does Ada live?", "areas/people/ada/items.json:2"),
        ("What does Addie do on Sundays?", "areas/people/ada/items.json:8"),
        ("Who painted the boat?", "memory/2026-02-03.md:3"),
        ("tea or coffee?", "MEMORY.md:5"),
        ("Which timezone?", "USER.md:4"),
        ("Does a bowline slip?", "resources/knots.md:3"),
    ],
)
def test_every_layer_is_found_with_its_line(life, question, place):
    best = ask(life, question).results[0]

    assert f"{best.path}:{best.line}" == place


def test_recall_writes_no_knowledge_file(life):
    before = read_tree(life)

    ask(life, "Ada")
    ask(life, "Ada")

    assert read_tree(life) == before


def edit_a_fact(life):
    (life / "areas/people/ada/items.json").write_text(rows(row(1, "Ada lives in Graz")))


def add_an_entity(life):
    write_tree(life, {"areas/people/graziella/items.json": rows(row(1, "Comes from Graz"))})


def add_a_note(life):
    write_tree(life, {"memory/2026-02-04.md": "# 2026-02-04\n\n- a week in Graz\n"})


def add_an_alias(life):
    text = FILES["areas/people/ada/summary.md"].replace("Addie", "Graz")
    (life / "areas/people/ada/summary.md").write_text(text)


def add_a_document(life):
    write_tree(life, {"resources/deep/towns.md": "Graz lies on the Mur.\n"})


@pytest.mark.parametrize(
    "edit", [edit_a_fact, add_an_entity, add_a_note, add_an_alias, add_a_document],
    ids=lambda edit: edit.__name__,
)  # fmt: skip
@pytest.mark.parametrize("settled_ns", [NEVER_YOUNG, 2 * 10**9], ids=["later", "at once"])
def test_a_hand_edit_is_found_at_once(life, edit, settled_ns, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", settled_ns)
    assert not ask(life, "Graz").results

    edit(life)

    assert ask(life, "Graz").results


def test_evidence_in_the_ledger_counts(life):
    old = row(3, "Ada moors in Gent", status="superseded", supersededBy="ada-001")
    (life / "areas/people/ada/items.json").write_text(rows(row(1, "Ada moors in Cork"), old))
    (life / "memory/2026-02-04.md").write_text("# 2026-02-04\n\n- she moors in Gent\n")
    assert "she moors in Gent" in texts(ask(life, "moors"))

    said = {"entity": "people/ada", "id": "ada-003", "path": "memory/2026-02-04.md"}
    line = json.dumps({**said, "quote": "she moors in Gent"})
    (life / ".memctl/evidence.jsonl").write_text(f"{line}\n")

    assert texts(ask(life, "moors")) == ["Ada moors in Cork"]


def test_what_was_deleted_is_not_found(life):
    assert ask(life, "boat").results

    (life / "memory/2026-02-03.md").unlink()

    assert not ask(life, "boat").results


def test_an_edit_of_the_same_size_within_one_tick_is_found(life):
    file = life / "areas/people/ada/items.json"
    assert ask(life, "Turin").results
    stamp = file.stat()

    file.write_text(file.read_text().replace("Turin", "Paris"))
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    assert ask(life, "Paris").results
    assert not ask(life, "Turin").results


def broken_bytes(cache):
    data = bytearray(cache.read_bytes())
    data[4096:-4096] = b"\xff" * len(data[4096:-4096])
    cache.write_bytes(data)


def other_version(cache):
    with sqlite3.connect(cache) as db:
        db.execute("UPDATE meta SET value = '0' WHERE key = 'format'")
    db.close()


BREAKS = {
    "deleted": lambda cache: cache.unlink(),
    "empty": lambda cache: cache.write_bytes(b""),
    "truncated": lambda cache: cache.write_bytes(cache.read_bytes()[:5000]),
    "cut off at its end": lambda cache: cache.write_bytes(cache.read_bytes()[:-4096]),
    "no database": lambda cache: cache.write_text("hello"),
    "broken inside": broken_bytes,
    "of another version": other_version,
    "a folder": lambda cache: (cache.unlink(), cache.mkdir()),
}


@pytest.mark.parametrize("break_it", BREAKS.values(), ids=BREAKS.keys())
def test_whatever_is_wrong_with_the_cache_the_answer_is_right(life, break_it):
    expected = texts(ask(life, "Where does Ada live?"))

    break_it(life / INDEX)

    assert texts(ask(life, "Where does Ada live?")) == expected
    assert texts(ask(life, "Where does Ada live?")) == expected


@pytest.mark.parametrize("break_it", BREAKS.values(), ids=BREAKS.keys())
def test_a_cache_that_breaks_while_it_is_open_harms_no_answer(life, monkeypatch, break_it):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", NEVER_YOUNG)
    expected = [texts(ask(life, "Where does Ada live?")) for _ in range(2)][1]

    break_it(life / INDEX)

    assert texts(ask(life, "Where does Ada live?")) == expected
    assert texts(ask(life, "Where does Ada live?")) == expected


def test_the_next_question_finds_the_cache_open(life, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", NEVER_YOUNG)
    ask(life, "Ada")
    ask(life, "Ada")
    monkeypatch.setattr(store, "open_cache", lambda _: pytest.fail("it was opened again"))

    assert ask(life, "Ada").results


def test_every_thread_opens_its_own_cache(life, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", NEVER_YOUNG)
    ask(life, "Ada")
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: texts(ask(life, "Ada")), range(8)))

    assert found == [texts(ask(life, "Ada"))] * 8


def test_a_cache_that_was_put_in_the_place_of_an_open_one_answers(life, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", NEVER_YOUNG)
    path = str(life / INDEX)
    ask(life, "Ada")
    before = store.cache_at_hand(path)
    other = life / "other.db"
    other.write_bytes((life / INDEX).read_bytes())
    other.replace(path)

    after = store.cache_at_hand(path)
    store.put_away()

    assert after is not before


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_cache_that_several_processes_fill_is_the_same(life, monkeypatch):
    ask(life, "Ada")
    alone = lines(life)
    (life / INDEX).unlink()
    monkeypatch.setattr(recall_sources, "_A_PIECE", 1)
    monkeypatch.setattr(recall_sources.together, "helpers_for", lambda _: 2)

    ask(life, "Ada")

    assert lines(life) == alone


def lines(life):
    with sqlite3.connect(life / INDEX) as db:
        return db.execute("SELECT * FROM doc ORDER BY id").fetchall()


def test_a_locked_cache_does_not_keep_the_answer_back(life, monkeypatch):
    monkeypatch.setattr(store, "patience_s", 0.01)
    ask(life, "Ada")
    edit_a_fact(life)
    other = sqlite3.connect(life / INDEX, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    found = texts(ask(life, "Where does Ada live?"))
    other.close()

    assert found[0] == "Ada lives in Graz"


def test_a_folder_that_takes_no_cache_is_answered_from_its_files(life, monkeypatch):
    def refuse(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(recall_sources, "make_cache", refuse)
    monkeypatch.setattr(recall_sources.building, "build", refuse)

    assert texts(ask(life, "Where does Ada live?"))[0] == "Ada lives in Turin"
    assert not (life / INDEX).exists()


def test_nothing_is_read_when_nothing_changed(life, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", NEVER_YOUNG)
    ask(life, "Ada")
    monkeypatch.setattr(fresh_cache, "_after_reading", lambda *_: pytest.fail("files were read"))

    assert ask(life, "Ada").results


def test_after_one_edit_one_source_is_read(life, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", NEVER_YOUNG)
    ask(life, "Ada")
    read = []
    original = recall_sources.read_source
    monkeypatch.setattr(
        recall_sources,
        "read_source",
        lambda s, part, t: read.append(part.key) or original(s, part, t),
    )

    edit_a_fact(life)
    found = ask(life, "Graz").results

    assert found
    assert read == ["entity areas/people/ada"]


def test_after_one_edit_little_is_looked_for_and_one_page_is_written_down(life, monkeypatch):
    monkeypatch.setattr(whereabouts, "SETTLED_NS", NEVER_YOUNG)
    monkeypatch.setattr(recall_look, "_ON_A_PAGE", 1)
    ask(life, "Ada")
    before = pages(life)
    edit_a_fact(life)
    monkeypatch.setattr(recall_sources, "look_at", lambda *_: pytest.fail("all was looked for"))
    monkeypatch.setattr(snapshot, "find_entities", lambda *_: pytest.fail("all were looked for"))
    ask(life, "Ada")
    after = pages(life)
    assert len(before) == 3  # two entities, and all the rest
    assert [before[n] == after[n] for n in before] == [True, True, False]


def pages(life):
    with sqlite3.connect(life / INDEX) as db:
        return dict(db.execute("SELECT id, seen FROM page"))


def test_an_unreadable_file_leaves_the_rest_findable(life):
    (life / "areas/people/ada/items.json").write_text('[{"id": ')
    (life / "memory/2026-02-05.md").write_bytes(b"\xff\xfe\x00")

    assert ask(life, "tide tables").results


@pytest.mark.parametrize("name", ["people/ada", "areas/people/ada", "Ada Quist", "addie"])
def test_an_entity_is_named_by_ref_name_or_alias(life, name):
    assert {f.entity for f in ask(life, "boat lives Sundays", entity=name).results} == {
        "people/ada"
    }


def test_wrong_words_are_errors(life, tmp_path):
    write_tree(life, {"areas/people/ada-lund/summary.md": "---\nname: Addie\n---\n# Addie\n"})

    with pytest.raises(UnknownEntity):
        ask(life, "Ada", entity="people/nobody")
    with pytest.raises(Ambiguous):
        ask(life, "Ada", entity="Addie")
    with pytest.raises(UsageError):
        ask(life, "Ada", as_of="2026-13-01")
    with pytest.raises(WorkspaceNotFound):
        ask(tmp_path / "nowhere", "Ada")


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        ("Pacific/Auckland", 1_780_000_000, "2026-05-29"),
        ("Pacific/Honolulu", 1_780_000_000, "2026-05-28"),
    ],
)  # 2026-05-28 20:26 UTC
def test_today_is_the_day_of_the_workspaces_zone(monkeypatch, zone, at, day):
    monkeypatch.setattr(whereabouts.time, "time", lambda: at)

    assert whereabouts.quick_today(recall_sources.offsets_of(zone, at), {}) == day


def test_a_setting_of_the_environment_is_seen(life, tmp_path):
    ask(life, "Graz")
    write_tree(tmp_path, {"elsewhere/2026-03-03.md": "# 2026-03-03\n\n- a week in Graz\n"})
    moved = {**DAY, "HOME": str(life / "home"), "MEMCTL_PATHS_NOTES": str(tmp_path / "elsewhere")}

    assert recall("Graz", workspace=str(life), environ=moved).results


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_secrets_are_never_shown(memctl, tmp_path, flags):
    key = "sk-" + "abcdEFGH1234" * 3
    rows = [{"id": "m-1", "fact": f"Mina's API key for the printer is {key}"}]
    note = "# 2026-01-05\n\n- The wifi password is Winterfell-0000\n"
    write_tree(
        tmp_path,
        {"areas/people/mina/items.json": json.dumps(rows), "memory/2026-01-05.md": note},
    )
    commands = [
        ("recall", "wifi password"),
        ("recall", "Mina's API key for the printer"),
        ("fact", "show", "people/mina#m-1"),
        ("fact", "list"),
        ("why", "people/mina#m-1"),
        ("entity", "show", "people/mina"),
    ]

    said = [memctl("-w", tmp_path, *command, *flags) for command in commands]

    assert [one.code for one in said] == [0] * len(said)
    assert all("[secret: " in one.out for one in said)
    assert not any("Winterfell" in one.out or key in one.out for one in said)


def test_what_memctl_writes_into_a_page_answers_nothing(memctl, tmp_path):
    root = tmp_path / "life"
    memctl("init", root, "--lang", "en")

    for question in ("principles and lessons", "passwords, keys and card numbers"):
        assert memctl("-w", root, "recall", question).out.strip() == "No match."


@pytest.mark.parametrize("question", ["Where do I live?", "我住在哪里？"])
def test_who_asks_of_themselves_is_answered_from_their_own_entity(memctl, tmp_path, question):
    mine = [{"id": "me-1", "fact": "Lives in York, 住在约克", "timestamp": "2026-01-01"}]
    toms = [{"id": "t-1", "fact": "Tom lives in Leeds, Tom 住在利兹", "timestamp": "2026-02-01"}]
    write_tree(
        tmp_path,
        {
            "areas/people/me/items.json": json.dumps(mine),
            "areas/people/tom/items.json": json.dumps(toms),
        },
    )

    found = memctl("-w", tmp_path, "recall", question, "--json").json["results"]

    assert found[0]["id"] == "me-1"


@pytest.mark.parametrize("question", ["", "  ", "\n"])
def test_nothing_is_asked_by_no_question(memctl, workspace, question):
    refused = memctl("-w", workspace, "recall", question)

    assert (refused.code, "There is no question" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("kind", "code", "said"),
    [
        ("peoples", 2, "Did you mean people?"),
        ("xyz", 2, "There are: companies, people, projects"),
        ("note", 0, ""),
        ("people", 0, ""),
    ],
)
def test_a_type_of_nobody_is_told_with_those_there_are(memctl, workspace, kind, code, said):
    told = memctl("-w", workspace, "recall", "Petra", "--type", kind)

    assert (told.code, said in told.err) == (code, True)


@pytest.mark.parametrize("name", ["Petrra", "Petra Lindquist", "people/petra-lindquist", "petra"])
def test_a_name_of_nobody_is_told_with_a_near_one(memctl, workspace, name):
    told = memctl("-w", workspace, "recall", "style", "--entity", name)

    assert told.code == 0 or "Did you mean people/petra-lindqvist?" in told.err


def test_no_near_name_tells_a_group_what_is_hidden(memctl, workspace):
    page = workspace / "areas" / "people" / "petra-lindqvist" / "summary.md"
    page.write_text("---\nname: Petra Lindqvist\nvisibility: private\n---\n# Petra Lindqvist\n")
    asked = ("recall", "style", "--audience", "group", "--entity")

    near = memctl("-w", workspace, *asked, "Petrra")
    exact = memctl("-w", workspace, *asked, "Petra Lindqvist")

    assert (near.code, exact.code) == (2, 2)
    assert "lindqvist" not in near.err.casefold()
    assert exact.err.count("indqvist") == 1


def test_what_was_asked_before_does_not_change_an_answer(tmp_path):
    life = write_tree(
        tmp_path / "life",
        {
            "memctl.toml": "",
            "areas/people/ada/items.json": rows(
                row(1, "My manager is Ada Quist, ward manager of ward 7"),
                row(2, "Ada Quist left ward 7", timestamp="2026-03-01"),
            ),
            "areas/people/me/items.json": rows(
                row(1, "The user is staff nurse on ward 7, twelve years in"),
                row(2, "The user moved from ward 7 to the community team", timestamp="2026-04-01"),
                row(3, "ward: bay A of ward 7 is closed to admissions", timestamp="2026-04-02"),
            ),
        },
    )
    questions = [
        "Which ward am I on?",
        "Which ward is closed?",
        "Who is the ward manager?",
        "Where does Ada work?",
    ]

    def told(question):
        return [(f.text, f.current) for f in ask(life, question).results]

    for question in questions:
        told(question)
    after = [told(question) for question in questions]
    for question, known in zip(questions, after, strict=True):
        (life / INDEX).unlink()
        assert told(question) == known


def test_two_entities_that_share_every_name_are_both_there(memctl, tmp_path):
    refs = ("companies/ida-brandt", "people/ida-brandt")
    page = "# Ida Brandt\n\nTea from Kiel.\n"
    write_tree(tmp_path, {f"areas/{ref}/summary.md": page for ref in refs})

    by_ref = [memctl("-w", tmp_path, "recall", "tea", "--entity", ref).code for ref in refs]
    by_name = memctl("-w", tmp_path, "recall", "tea", "--entity", "Ida Brandt")

    assert 2 not in by_ref
    assert by_name.code == 2
    assert all(ref in by_name.err for ref in refs)
