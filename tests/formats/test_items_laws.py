"""What holds for every items file, in whatever dialect: nothing is lost, nothing else moves."""

import json
from dataclasses import dataclass, replace
from datetime import date

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memctl.formats.rows.items import edit_items, new_items, parse_items
from memctl.formats.text import conflict_markers, decode, encode
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.plan import AddEvidence, AddFact, RetireFact

TEXT_KEYS = ("fact", "content", "text", "statement", "Fact_Text", "事实")
DAY_KEYS = ("timestamp", "createdAt", "created_at", "recorded", "date")
POINTERS = ("supersededBy", "superseded_by", "superseded-by", "replacedBy")
WRAPPERS = (None, "facts", "items", "things")
STRANGE = st.sampled_from(
    [1, 2.5, True, None, "x", "é😀", [], ["a", "b"], {"k": [1]}, "1e3", '"q"']
)
words = st.text(
    st.characters(
        min_codepoint=32,
        exclude_categories=["Cs", "Cc", "Zl", "Zp", "Cn"],
        exclude_characters="\ufeff",
    ),
    min_size=1,
    max_size=20,
).filter(lambda t: t.strip() == t and t)
days = st.dates(date(1990, 1, 1), date(2030, 1, 1))


@dataclass(frozen=True)
class File:
    """A generated items file, with what the laws ask about."""

    path: str
    text: str
    rows: tuple[str, ...]
    """Each row as it stands in the text."""
    facts: tuple[str, ...]


@st.composite
def row_values(draw, text_key, day_key, pointer):
    row = {
        "id": None,
        text_key: draw(words),
        day_key: draw(days).isoformat() + draw(st.sampled_from(["", "T10:00:00Z"])),
    }
    more = {"status": "active", pointer: None, "mood": draw(STRANGE), "extraKey": draw(STRANGE)}
    row |= {key: more[key] for key in draw(st.lists(st.sampled_from(sorted(more)), unique=True))}
    return {key: row[key] for key in draw(st.permutations(list(row)))}


@st.composite
def json_files(draw):
    keys = [draw(st.sampled_from(names)) for names in (TEXT_KEYS, DAY_KEYS, POINTERS)]
    values = draw(st.lists(row_values(*keys), min_size=1, max_size=4))
    values = [{**row, "id": f"m-{n:03}"} for n, row in enumerate(values, 1)]
    indent = draw(st.sampled_from([None, 1, 2, 4, "\t"]))
    form = {
        "ensure_ascii": draw(st.booleans()),
        "separators": draw(st.sampled_from([(",", ":"), (", ", ": ")])) if indent is None else None,
    }
    dump = lambda value: json.dumps(value, indent=indent, **form)  # noqa: E731 - two words in a table of forms
    end = draw(st.sampled_from(["", "\n", "\n\n"]))
    facts = tuple(row[keys[0]] for row in values)
    if indent is None and draw(st.booleans()):
        rows = tuple(map(dump, values))
        gap = draw(st.sampled_from(["\n", "\n\n", "\n# note\n"]))
        return File("facts.jsonl", gap.join(rows) + end, rows, facts)
    wrapper = draw(st.sampled_from(WRAPPERS))
    whole = values if wrapper is None else {"v": 1, wrapper: values, "updated": "x"}
    text = dump(whole) + end
    depth = 1 if wrapper is None else 2
    step = indent if isinstance(indent, str) else " " * (indent or 0)
    rows = tuple(dump(row).replace("\n", "\n" + step * depth) for row in values)
    return File("items.json", text, rows, facts)


@st.composite
def yaml_files(draw):
    keys = [draw(st.sampled_from(names)) for names in (TEXT_KEYS, DAY_KEYS, POINTERS)]
    values = draw(st.lists(row_values(*keys), min_size=1, max_size=4))
    values = [{**row, "id": f"m-{n:03}"} for n, row in enumerate(values, 1)]
    wrapper = draw(st.sampled_from(WRAPPERS))
    margin = "" if wrapper is None else "  "
    quote = draw(st.booleans())
    plain = {"id", "status", keys[1]}
    dump = lambda v: json.dumps(v, ensure_ascii=False)  # noqa: E731 - two words in a table of forms
    spell = lambda k, v: v if k in plain and not quote else dump(v)  # noqa: E731 - two words in a table of forms
    comments = st.sampled_from(["", "", "  # by hand"])
    rows = tuple(
        f"\n{margin}  ".join(f"{k}: {spell(k, v)}{draw(comments)}" for k, v in row.items())
        for row in values
    )
    gap = draw(st.sampled_from(["\n", "\n\n", "\n# between\n"]))
    text = gap.join(f"{margin}- {row}" for row in rows) + draw(st.sampled_from(["", "\n"]))
    text = text if wrapper is None else f"# head\n{wrapper}:\n{text}"
    return File("items.yaml", text, rows, tuple(row[keys[0]] for row in values))


@st.composite
def named_rows(draw):
    """Rows by id, some of which say their id themselves; and the key of their facts."""
    keys = [draw(st.sampled_from(names)) for names in (TEXT_KEYS, DAY_KEYS, POINTERS)]
    values = draw(st.lists(row_values(*keys), min_size=1, max_size=4))
    says_id = draw(st.booleans())
    found = {}
    for n, row in enumerate(values, 1):
        name = f"m-{n:03}"
        found[name] = {k: name if k == "id" else v for k, v in row.items() if says_id or k != "id"}
    return found, keys[0]


@st.composite
def keyed_json_files(draw):
    """An object of rows by id."""
    values, text_key = draw(named_rows())
    indent = draw(st.sampled_from([None, 1, 2, 4, "\t"]))
    form = {
        "ensure_ascii": draw(st.booleans()),
        "separators": draw(st.sampled_from([(",", ":"), (", ", ": ")])) if indent is None else None,
    }
    dump = lambda value: json.dumps(value, indent=indent, **form)  # noqa: E731 - two words in a table of forms
    wrapper = draw(st.sampled_from(WRAPPERS))
    whole = values if wrapper is None else {"v": 1, wrapper: values, "updated": "x"}
    step = indent if isinstance(indent, str) else " " * (indent or 0)
    depth = 1 if wrapper is None else 2
    colon = ":" if form["separators"] == (",", ":") else ": "
    rows = tuple(
        f'"{name}"{colon}{dump(row)}'.replace("\n", "\n" + step * depth)
        for name, row in values.items()
    )
    text = dump(whole) + draw(st.sampled_from(["", "\n", "\n\n"]))
    return File("items.json", text, rows, tuple(row[text_key] for row in values.values()))


@st.composite
def keyed_yaml_files(draw):
    """The same, in lines or in braces."""
    values, text_key = draw(named_rows())
    wrapper = draw(st.sampled_from(WRAPPERS))
    margin = "" if wrapper is None else "  "
    dump = lambda v: json.dumps(v, ensure_ascii=False)  # noqa: E731 - two words in a table of forms
    is_flow = draw(st.booleans())
    step = draw(st.sampled_from(["  ", "    "]))
    comments = st.sampled_from(["", "", "  # by hand"])

    def row(name, value):
        if is_flow:
            return f"{name}: {{{', '.join(f'{k}: {dump(v)}' for k, v in value.items())}}}"
        lines = (f"{k}: {dump(v)}{draw(comments)}" for k, v in value.items())
        return f"\n{margin}{step}".join((f"{name}:{draw(comments)}", *lines))

    rows = tuple(row(*pair) for pair in values.items())
    gap = draw(st.sampled_from(["\n", "\n\n", "\n# between\n"]))
    text = gap.join(f"{margin}{row}" for row in rows) + draw(st.sampled_from(["", "\n"]))
    text = text if wrapper is None else f"# head\n{wrapper}:\n{text}"
    return File("items.yaml", text, rows, tuple(value[text_key] for value in values.values()))


files = st.one_of(json_files(), yaml_files(), keyed_json_files(), keyed_yaml_files())


@settings(max_examples=60, deadline=None)
@given(files)
def test_every_row_is_read(file):
    document = parse_items(file.text, file.path)

    assert tuple(f.text for f in document.facts) == file.facts
    assert [f.id for f in document.facts] == [f"m-{n:03}" for n in range(1, len(file.facts) + 1)]
    assert all(f.is_active and f.day is not None for f in document.facts)
    lines = file.text.split("\n")
    assert all(f.line and lines[f.line - 1].strip(" \t-") for f in document.facts)
    assert document.problems == ()


@settings(max_examples=60, deadline=None)
@given(files)
def test_no_change_is_the_same_text(file):
    assert edit_items(parse_items(file.text, file.path), []).text == file.text


@settings(max_examples=60, deadline=None)
@given(file=files, data=st.data())
def test_an_edit_touches_its_row_and_the_place_behind_the_last_and_nothing_else(file, data):
    index = data.draw(st.integers(0, len(file.rows) - 1))
    old, day = FactId(f"m-{index + 1:03}"), data.draw(days)
    evidence = data.draw(
        st.sampled_from([(), (Evidence("memory/2026-01-01.md", 3, '“x” \\ "y"'),)])
    )
    fact = Fact(FactId("m-100"), data.draw(words), timestamp=str(day), day=day, evidence=evidence)
    changes = [RetireFact("a/b", old, "superseded", fact.id), AddFact("a/b", fact)]

    after = edit_items(parse_items(file.text, file.path), changes).text

    starts = []
    for row in file.rows:
        starts.append(file.text.index(row, starts[-1] + 1 if starts else 0))
    ends = [start + len(row) for start, row in zip(starts, file.rows, strict=True)]
    between = file.text[ends[index] : ends[-1]]
    head, tail = file.text[: starts[index]], file.text[ends[-1] :]
    assert after.startswith(head)
    assert after.endswith(tail)
    assert between in after[len(head) : len(after) - len(tail)]
    now = {f.id: f for f in parse_items(after, file.path).facts}
    assert (now[old].status, now[old].superseded_by) == ("superseded", fact.id)
    assert (now[fact.id].text, now[fact.id].day) == (fact.text, day)
    assert now[fact.id].evidence == evidence
    assert now[fact.id].is_active


@settings(max_examples=60, deadline=None)
@given(file=files, data=st.data())
def test_windows_line_ends_and_byte_order_marks_live_through_an_edit(file, data):
    assume("\n" in file.text)  # else nothing tells how its lines end
    data_before = b"\xef\xbb\xbf" + file.text.replace("\n", "\r\n").encode()
    form = decode(data_before)
    change = AddFact("a/b", Fact(FactId("m-100"), data.draw(words)))

    after = encode(replace(form, text=edit_items(parse_items(form.text, file.path), [change]).text))

    assert decode(after).bom
    assert after.count(b"\r\n") == after.count(b"\n") >= data_before.count(b"\n")


@settings(max_examples=60, deadline=None)
@given(file=files)
def test_the_same_evidence_twice_is_once(file):
    document = parse_items(file.text, file.path)
    more = AddEvidence("a/b", FactId("m-001"), Evidence("memory/2026-01-01.md", 3, "x"))

    edit = edit_items(document, [more])

    assert edit.text == file.text
    assert edit.ledger_evidence == (more,)


facts = st.builds(
    Fact,
    id=st.integers(1, 999).map(lambda n: FactId(f"m-{n:03}")),
    text=words,
    category=st.none() | words,
    related=st.lists(
        words.filter(lambda t: "/" not in t and not t.startswith("[[")), unique=True
    ).map(tuple),
    valid_until=st.none() | days,
    evidence=st.lists(st.builds(Evidence, path=words, line=st.integers(1, 9), quote=words)).map(
        tuple
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(facts, unique_by=lambda f: f.id))
def test_what_we_write_is_what_we_read(rows):
    read = parse_items(new_items(rows), "items.json").facts

    assert [replace(f, line=None) for f in read] == rows


SCRAPS = [
    "[",
    "]",
    "{",
    "}",
    '"id"',
    ":",
    ",",
    '"fact"',
    '"a"',
    "- ",
    "id: a",
    "\n",
    "  ",
    "null",
    "\\u",
]
any_text = st.one_of(
    st.text(), st.lists(st.sampled_from([*SCRAPS, "\ud800", "\0", "9" * 400])).map("".join)
)
any_json = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["id", "fact", "facts", "status", "supersedes", "evidence", "date", "key", "value"]
            ),
            inner,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=60, deadline=None)
@given(text=any_text, path=st.sampled_from(["items.json", "items.yaml", "facts.jsonl", "x", ""]))
def test_no_text_makes_it_raise(text, path):
    document = parse_items(text, path)

    assert document.text == text
    assert document.facts == () or text.strip()
    conflict_markers(text)


@settings(max_examples=60, deadline=None)
@given(value=any_json, path=st.sampled_from(["items.json", "items.yaml"]))
def test_no_value_makes_it_raise(value, path):
    document = parse_items(json.dumps(value), path)

    assert all(isinstance(f.text, str) and f.text and isinstance(f.id, str) for f in document.facts)
