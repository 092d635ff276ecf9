"""Hooks go into a person's settings and out again; the rest of the file never knows."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.hosts.hook_settings import hooks_in, with_hooks, without_hooks
from memctl.hosts.jsonc import NotJson

WANTED = {
    "SessionStart": "/opt/bin/memctl -w /life hook run SessionStart --host claude-code",
    "UserPromptSubmit": "/opt/bin/memctl -w /life hook run UserPromptSubmit --host claude-code",
}
OURS = json.dumps([{"hooks": [{"type": "command", "command": WANTED["SessionStart"]}]}])
THEIRS = st.fixed_dictionaries({"type": st.just("command"), "command": st.text(max_size=8)})
GROUPS = st.lists(
    st.fixed_dictionaries({"hooks": st.lists(THEIRS, min_size=1, max_size=2)}),
    min_size=1,
    max_size=2,
)
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "model": st.text(max_size=4),
        "hooks": st.dictionaries(
            st.sampled_from(["SessionStart", "UserPromptSubmit", "Stop"]), GROUPS, min_size=1
        ),
    },
)


@given(said=SETTINGS, indent=st.sampled_from([None, 2, 4]))
def test_install_and_uninstall_leave_every_byte(said, indent):
    text = json.dumps(said, ensure_ascii=False, indent=indent) + "\n"

    there = with_hooks(text, WANTED)

    assert hooks_in(there) == WANTED
    assert without_hooks(there) == text or said == {}
    assert with_hooks(there, WANTED) == there


@given(said=SETTINGS)
def test_what_a_person_has_set_stays(said):
    there = json.loads(with_hooks(json.dumps(said, indent=2), WANTED))

    for event, groups in said.get("hooks", {}).items():
        assert there["hooks"][event][: len(groups)] == groups
    assert {k: v for k, v in there.items() if k != "hooks"} == {
        k: v for k, v in said.items() if k != "hooks"
    }


def test_another_workspace_takes_the_place_of_the_first():
    other = {event: command.replace("/life", "/work") for event, command in WANTED.items()}

    assert hooks_in(with_hooks(with_hooks("", WANTED), other)) == other


def test_ours_goes_out_of_a_group_that_a_person_shares_with_it():
    ours = {"type": "command", "command": WANTED["SessionStart"]}
    text = json.dumps({"hooks": {"SessionStart": [{"hooks": [ours, {"command": "mine"}]}]}})

    assert json.loads(without_hooks(text)) == {
        "hooks": {"SessionStart": [{"hooks": [{"command": "mine"}]}]}
    }


@pytest.mark.parametrize("text", ['{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"hooks": 1}'])
def test_settings_of_another_form_hold_none_of_ours(text):
    assert hooks_in(text) == {}
    assert without_hooks(text) == text


@pytest.mark.parametrize("events", [(OURS, "[]"), ("[]", OURS), (OURS, OURS)])
def test_an_event_that_is_said_twice_counts_in_the_last_place(events):
    said = ", ".join(f'"SessionStart": {groups}' for groups in events)
    text = '{"hooks": {"Stop": [1], ' + said + "}}"

    there = with_hooks(text, WANTED)

    assert hooks_in(there) == WANTED
    assert hooks_in(without_hooks(there)) == {}
    assert '"Stop": [1]' in without_hooks(there)


@pytest.mark.parametrize("text", ["[" * 20_000, '{"hooks": ' * 20_000])
def test_settings_that_are_nested_too_deeply_are_none(text):
    with pytest.raises(NotJson, match="nested too deeply"):
        with_hooks(text, WANTED)
