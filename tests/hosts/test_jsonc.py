"""Edits of settings that people wrote: one thing goes in or out, all else stays."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.hosts import jsonc

NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["hooks", "a", "b c", "é"]), inner, max_size=3)
    ),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.sampled_from(["hooks", "env", "x"]), NESTED, max_size=3)
INDENTS = st.sampled_from([None, 2, 4, "\t"])
WRITTEN = """\
// mine
{
  model: 'opus', /* the big one */
  "hooks": {
    // before anything
    Stop: [{ "hooks": [] }, ],
  }, // trailing
}
"""


def value(text):
    return jsonc.plain(jsonc.parse(text))


@given(said=NESTED, indent=INDENTS)
def test_what_json_writes_is_read(said, indent):
    assert value(json.dumps(said, ensure_ascii=False, indent=indent)) == said


@given(said=OBJECTS, indent=INDENTS, new=NESTED)
def test_a_value_is_put_in_and_nothing_else_changes(said, indent, new):
    text = json.dumps(said, ensure_ascii=False, indent=indent)

    there = jsonc.with_value(text, ["memctl"], new)

    assert value(there) == {**said, "memctl": new}
    assert json.loads(there) == {**said, "memctl": new}


@given(said=OBJECTS, indent=INDENTS)
def test_what_was_put_in_goes_out_byte_for_byte(said, indent):
    text = json.dumps(said, ensure_ascii=False, indent=indent)
    there = jsonc.with_value(text, ["memctl"], {"on": True})
    node = jsonc.parse(there)

    back = jsonc.without(there, node, len(node.parts) - 1)

    assert back == text or (said == {} and value(back) == {})


@given(said=st.lists(NESTED, min_size=1, max_size=4), indent=INDENTS, data=st.data())
def test_any_item_goes_out_alone(said, indent, data):
    index = data.draw(st.integers(0, len(said) - 1))
    text = json.dumps(said, ensure_ascii=False, indent=indent)

    back = jsonc.without(text, jsonc.parse(text), index)

    assert json.loads(back) == said[:index] + said[index + 1 :]


def test_comments_bare_keys_and_trailing_commas_stay():
    there = jsonc.with_item(WRITTEN, ["hooks", "Stop"], {"hooks": [1]})
    there = jsonc.with_item(there, ["hooks", "Start"], {"n": 1})

    assert value(there) == {
        "model": "opus",
        "hooks": {"Stop": [{"hooks": []}, {"hooks": [1]}], "Start": [{"n": 1}]},
    }
    assert there.startswith(WRITTEN[: WRITTEN.index("hooks")])
    assert "// trailing" in there
    assert "/* the big one */" in there


def test_a_comment_beside_what_goes_out_stays():
    text = '{\n  "a": 1,\n  // about b\n  "b": 2, // b\n  "c": 3\n}\n'

    back = jsonc.without(text, jsonc.parse(text), 1)

    assert value(back) == {"a": 1, "c": 3}
    assert "// about b" in back
    assert "// b\n" in back


def test_a_value_in_the_place_of_another_keeps_its_place():
    assert jsonc.with_value('{"a": {"on": false}, "b": 1}', ["a", "on"], value=True) == (
        '{"a": {"on": true}, "b": 1}'
    )


@pytest.mark.parametrize(
    ("text", "line"), [("", 1), ("{", 1), ('{\n"a" 1}', 2), ("[1,\n2\n3]", 3), ("{}\nx", 2)]
)
def test_what_is_no_json_is_told_with_its_line(text, line):
    with pytest.raises(jsonc.NotJson) as error:
        jsonc.parse(text)
    assert error.value.line == line


def test_a_list_where_an_object_should_be_is_not_overwritten():
    with pytest.raises(jsonc.NotJson):
        jsonc.with_value('{"hooks": []}', ["hooks", "Stop"], [])
    with pytest.raises(jsonc.NotJson):
        jsonc.with_item('{"hooks": {"Stop": {}}}', ["hooks", "Stop"], 1)
