"""What each kind of conversation leaves out, and how its files are called."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.config.settings import SOURCE_KINDS
from memctl.sources.kinds import KINDS, is_file_of, parse_conversation, plain_name, recognised
from memctl.sources.openclaw import event_rows, parse_openclaw

AT = "2026-02-27T09:00:00.000Z"


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def said(kind, text, path="x"):
    messages, _ = parse_conversation(KINDS[kind], text, path)
    return [(m.speaker, m.text) for m in messages]


def claw(role, text, **more):
    message = {"role": role, "content": [{"type": "text", "text": text}], **more}
    return {"type": "message", "id": "a1", "timestamp": AT, "message": message}


def code(kind, content, **more):
    return {
        "type": kind,
        "sessionId": "s",
        "uuid": "u",
        "timestamp": AT,
        "message": {"role": kind, "content": content},
        **more,
    }


def codex(role, text, at=AT):
    payload = {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}
    return {"timestamp": at, "type": "response_item", "payload": payload}


def codex_head(**payload):
    return {"timestamp": AT, "type": "session_meta", "payload": {"timestamp": AT, **payload}}


def test_the_settings_know_every_kind():
    assert tuple(KINDS) == SOURCE_KINDS


@pytest.mark.parametrize(
    "row",
    [
        claw("toolResult", "Rain"),
        claw("system", "Rain"),
        claw("user", "Rain", provenance={"kind": "inter_session"}),
        claw("assistant", "Rain", model="delivery-mirror"),
        {"type": "compaction", "id": "c", "summary": "Rain"},
        {"type": "custom_message", "content": "Rain"},
        {"type": "message", "message": "Rain"},
    ],
)
def test_openclaw_rows_that_nobody_said(row):
    assert said("openclaw", lines(claw("user", "Sun"), row)) == [("user", "Sun")]


def test_openclaw_keeps_its_events_in_a_database_as_well():
    events = [claw("user", "Sun"), claw("assistant", "Yes")]
    records = [
        {"session_id": "s", "seq": n, "event_json": json.dumps(event)}
        for n, event in enumerate(events)
    ]

    packed = {n: {"session_id": "s", "seq": n, "event_zstd": bytes([n])} for n in (2, 3)}
    unpack = {bytes([2]): json.dumps(claw("user", "Rain"))}.get

    rows, unread = event_rows([*records, *packed.values()], unpack)

    assert [(m.line, m.text) for m in parse_openclaw(rows)] == [(1, "Sun"), (2, "Yes"), (3, "Rain")]
    assert unread == 1


@pytest.mark.parametrize(
    "row",
    [
        code("user", "Rain", isMeta=True),
        code("user", "Rain", isSidechain=True),
        code("user", "Rain", isCompactSummary=True),
        code("user", "Rain", origin={"kind": "task-notification"}),
        code("user", "Rain", toolUseResult="Rain"),
        code("user", [{"type": "tool_result", "content": "Rain"}, {"type": "text", "text": "x"}]),
        code("assistant", [{"type": "thinking", "thinking": "Rain"}]),
        code("assistant", [{"type": "tool_use", "input": {"x": "Rain"}}]),
        {"type": "summary", "summary": "Rain", "leafUuid": "u"},
        {"type": "system", "content": "Rain", "sessionId": "s"},
        {"type": "queue-operation", "content": "Rain", "sessionId": "s"},
        {"type": "attachment", "attachment": {"type": "hook_success", "content": "Rain"}},
    ],
)
def test_claude_code_rows_that_nobody_said(row):
    assert said("claude-code", lines(code("user", "Sun"), row)) == [("user", "Sun")]


def test_a_prompt_that_waited_its_turn_was_said():
    queued = {"type": "attachment", "attachment": {"type": "queued_command", "prompt": "Sun"}}

    assert said("claude-code", lines(code("user", "Moon"), queued))[1] == ("user", "Sun")


@pytest.mark.parametrize(
    "row",
    [
        codex("developer", "Rain"),
        codex("user", "<environment_context>\nRain\n</environment_context>"),
        codex("user", "# AGENTS.md instructions for x\n\n<INSTRUCTIONS>\nRain\n</INSTRUCTIONS>"),
        {"timestamp": AT, "type": "event_msg", "payload": {"type": "user_message", "message": "R"}},
        {"timestamp": AT, "type": "compacted", "payload": {"message": "Rain"}},
        {"timestamp": AT, "type": "response_item", "payload": {"type": "reasoning"}},
    ],
)
def test_codex_rows_that_nobody_said(row):
    assert said("codex", lines(codex_head(), codex("user", "Sun"), row)) == [("user", "Sun")]


def test_an_older_rollout_gives_its_messages_the_time_of_its_head():
    head = {"id": "x", "timestamp": AT, "instructions": None}
    item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Sun"}]}

    (message,), _ = parse_conversation(KINDS["codex"], lines(head, item), "x")

    assert message.at.isoformat() == "2026-02-27T09:00:00+00:00"


def test_a_fork_does_not_say_again_what_its_parent_said():
    rows = [codex("user", "Old"), codex("user", "New", "2026-02-27T09:05:00.000Z")]

    assert said("codex", lines(codex_head(forked_from_id="p"), *rows)) == [("user", "New")]


@pytest.mark.parametrize("source", ["cli", "exec", {"custom": "desk"}, None, 7])
def test_a_session_that_a_person_began_is_read_wherever_it_was_begun(source):
    head = codex_head(source=source, thread_source="user")

    assert said("codex", lines(head, codex("user", "Rain"))) == [("user", "Rain")]


@pytest.mark.parametrize(
    "meta",
    [
        {"source": {"subagent": "review"}},
        {"source": {"subagent": {"thread_spawn": {"depth": 1}}}},
        {"source": {"internal": "memory_consolidation"}},
        {"source": "subagent"},
        {"source": "cli", "thread_source": "subagent"},
    ],
    ids=str,
)
def test_what_one_agent_told_another_is_no_conversation(meta):
    head = codex_head(**meta)

    assert said("codex", lines(head, codex("user", "Sun"))) == []


def chatgpt(role="user", **more):
    message = {
        "id": "m",
        "author": {"role": role},
        "create_time": 1772182800.0,
        "content": {"content_type": "text", "parts": ["Rain"]},
        "recipient": "all",
        **more,
    }
    return json.dumps([{"title": "T", "mapping": {"n": {"id": "n", "message": message}}}])


def test_an_export_without_its_latest_node_is_read_from_its_latest_leaf():
    assert said("chatgpt", chatgpt()) == [("user", "Rain")]


@pytest.mark.parametrize(
    "text",
    [
        chatgpt("system"),
        chatgpt("tool"),
        chatgpt(recipient="browser"),
        chatgpt(channel="analysis"),
        chatgpt(content={"content_type": "code", "text": "Rain"}),
        chatgpt(content={"content_type": "thoughts", "parts": ["Rain"]}),
        chatgpt(content={"content_type": "user_editable_context", "parts": ["Rain"]}),
        chatgpt(metadata={"is_visually_hidden_from_conversation": True}),
        chatgpt(content={"content_type": "multimodal_text", "parts": [{"x": "Rain"}]}),
    ],
)
def test_chatgpt_nodes_that_nobody_said(text):
    assert said("chatgpt", text) == []


def test_what_was_spoken_was_said():
    heard = {"content_type": "audio_transcription", "text": "Sun", "direction": "in"}
    content = {"content_type": "multimodal_text", "parts": [{"x": "Rain"}, heard]}

    assert said("chatgpt", chatgpt(content=content)) == [("user", "Sun")]


def test_a_message_without_a_time_was_said_after_the_one_before_it():
    def node(name, parent, at):
        words = {"content_type": "text", "parts": [name]}
        message = {"author": {"role": "user"}, "create_time": at, "content": words}
        return name, {"parent": parent, "message": message}

    nodes = dict([node("a", None, None), node("b", "a", 1772182800), node("c", "b", None)])
    talk = {"create_time": 1772096400, "mapping": nodes, "current_node": "c"}

    messages, _ = parse_conversation(KINDS["chatgpt"], json.dumps(talk), "x")

    assert [int(m.at.timestamp()) for m in messages] == [1772096400, 1772182800, 1772182800]


def test_a_conversation_that_was_saved_alone_is_read():
    alone = {"chat_messages": [{"sender": "human", "text": "Sun"}]}

    assert recognised(json.dumps(alone), "x.json").name == "claude-ai"
    assert said("claude-ai", json.dumps(alone)) == [("user", "Sun")]
    assert recognised(json.dumps(json.loads(chatgpt())[0]), "x.json").name == "chatgpt"


def test_of_a_claude_ai_export_the_branch_that_was_gone_on_with_counts():
    def message(uuid, text, parent):
        return {"uuid": uuid, "sender": "human", "text": text, "parent_message_uuid": parent}

    chat = {
        "chat_messages": [
            message("a", "Hi", ""),
            message("b", "Old", "a"),
            message("c", "New", "a"),
        ],
        "current_leaf_message_uuid": "c",
    }

    assert said("claude-ai", json.dumps([chat])) == [("user", "Hi"), ("user", "New")]


@pytest.mark.parametrize(
    "text",
    [
        '{"role": "user", "content": "Sun"}',
        '{"role": "human", "text": "Sun", "ts": 1772182800}',
        '{"message": {"role": "user", "content": [{"type": "text", "text": "Sun"}]}}',
        '{"messages": [{"role": "user", "content": "Sun"}]}',
        '[{"role": "user", "content": "Sun"}, {"role": "system", "content": "Rain"}]',
        '[{"title": "T", "messages": [{"sender": "user", "body": "Sun"}]}]',
        '[{"conversations": [{"from": "human", "value": "Sun"}, {"from": "tool", "value": "x"}]}]',
    ],
)
def test_turns_in_other_forms_are_read(text):
    assert recognised(text, "x.jsonl").name == "jsonl"
    assert said("jsonl", text) == [("user", "Sun")]


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("a.jsonl", "a.jsonl"),
        ("a.jsonl.gz", "a.jsonl"),
        ("a.jsonl.1", "a.jsonl"),
        ("a.jsonl.2.xz", "a.jsonl"),
        ("a.jsonl.reset.2026-02-16T22-52-47.123Z", "a.jsonl"),
        ("a.jsonl.deleted.2026-02-16T22-52-47.123Z.zst", "a.jsonl"),
        ("a.jsonl.bak-1234", "a.jsonl"),
    ],
)
def test_a_rotated_file_is_known_by_its_plain_name(name, plain):
    assert plain_name(name) == plain
    assert is_file_of(KINDS["openclaw"], f"main/sessions/{name}")


@pytest.mark.parametrize(
    "name", ["sessions.json", "a.trajectory.jsonl", "a.jsonl.lock", "auth.json", "history.jsonl"]
)
def test_other_files_of_a_home_are_not_opened(name):
    assert not is_file_of(KINDS["openclaw"], name)


KEYS = ["type", "message", "role", "content", "text", "id", "payload", "mapping", "author", "parts"]
KEYS += [
    "chat_messages",
    "sender",
    "timestamp",
    "create_time",
    "current_node",
    "parent",
    "children",
]
json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=6) | st.integers(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(
    value=json_values, rows=st.lists(json_values, max_size=3), kind=st.sampled_from(SOURCE_KINDS)
)
def test_any_json_is_read_without_an_exception(value, rows, kind):
    for text in (json.dumps(value), "\n".join(map(json.dumps, rows))):
        recognised(text, "x.jsonl")
        parse_conversation(KINDS[kind], text, "x")


@pytest.mark.parametrize("odd", [{}, [], 7, None, True, {"a": []}])
@pytest.mark.parametrize("kind", SOURCE_KINDS)
def test_a_key_of_another_type_is_no_turn(kind, odd):
    rows = [
        claw(odd, "Rain", provenance={"kind": odd}),
        {**code("user", odd), "type": odd, "origin": odd},
        {
            "timestamp": odd,
            "type": odd,
            "payload": {"type": "message", "role": odd, "content": odd},
        },
        {"role": odd, "content": odd, "timestamp": odd},
    ]

    assert said(kind, lines(*rows)) == []
