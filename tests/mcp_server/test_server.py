"""The server as a client meets it: real processes, real pipes, the protocol's own client."""

import json
import subprocess
import sys
from datetime import date

import anyio
import jsonschema
import pytest
from mcp.shared.exceptions import MCPError

from tests.helpers.agents import agent, agent_here
from tests.helpers.trees import read_tree


def played(script):
    anyio.run(script)


def test_a_session_from_a_question_to_a_changed_fact(workspace):
    async def script():
        async with agent(workspace) as session:
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            assert not tools["supersede"].annotations.read_only_hint
            assert tools["recall"].annotations.read_only_hint

            async def said(tool, **given):
                result = await session.call_tool(tool, given)
                assert not result.is_error, result
                assert json.loads(result.content[0].text) == result.structured_content
                jsonschema.validate(result.structured_content, tools[tool].output_schema)
                return result.structured_content

            found = await said("recall", question="Where do I work?")
            assert found["results"][0]["id"] == "me-001"
            await said("note", text="Petra moved to Porto today")
            changed = await said("supersede", fact="me-001", text="The user works at Arco Maps")
            assert [c["kind"] for c in changed["changes"]] == ["fact-added", "fact-superseded"]
            again = await said("recall", question="Where do I work?")
            assert "Arco Maps" in again["results"][0]["text"]
            told = await said("history", name="people/me")
            assert any(len(chain) > 1 for chain in told["chains"])
            await said("entity", name="Petra")
            await said("remember", text="Petra keeps bees", entity="people/petra-lindqvist")
            await said("review_list")
            known = await said("context", task="Where do I work?", budget=600)
            assert "Arco Maps" in known["text"]
            assert known["tokens"] <= 600
            moved = await said("move", fact="petra-lindqvist-003", to="Mila")
            assert [c["kind"] for c in moved["changes"]] == ["fact-added", "fact-moved"]
            await said("retract", fact=moved["changes"][0]["id"])

    played(script)
    rows = json.loads((workspace / "areas/people/me/items.json").read_text())
    assert rows[-1]["by"] == "agent:claude-code"
    assert rows[-1]["source"] == "conversation"


def test_an_agent_reads_in_the_place_of_a_model(workspace):
    async def script():
        async with agent_here(workspace, name="openclaw") as session:
            asked = (await session.call_tool("heartbeat_ask", {"limit": 40})).structured_content
            block = next(b for b in asked["blocks"] if "Oskar Brandt" in b["text"])
            rest = [{"id": b["id"], "facts": []} for b in asked["blocks"] if b != block]
            fact = {
                "entity": "Oskar Brandt",
                "fact": "Oskar Brandt is the user's manager",
                "quote": "My new manager is Oskar Brandt",
                "category": "relationship",
            }
            told = await session.call_tool(
                "heartbeat_answer", {"blocks": [*rest, {"id": block["id"], "facts": [fact]}]}
            )
            assert not told.is_error, told.structured_content
            kinds = [c["kind"] for c in told.structured_content["changes"]]
            assert "entity-created" in kinds
            nonsense = await session.call_tool("heartbeat_answer", {"blocks": [{"x": 1}]})
            assert nonsense.structured_content["error"]["slug"] == "file-invalid"

    played(script)
    rows = json.loads((workspace / "areas/people/oskar-brandt/items.json").read_text())
    assert rows[0]["by"] == "agent:openclaw"


def test_what_goes_wrong_is_an_answer_with_slug_message_and_hint(workspace):
    async def script():
        async with agent_here(workspace) as session:
            for name, given, slug in (
                ("entity", {"name": "Petar"}, "unknown-entity"),
                ("supersede", {"fact": "nope-1", "text": "x"}, "unknown-fact"),
                ("note", {"text": "password: tr0ub4dor&3xyz"}, "secret"),
                ("recall", {"question": "x", "limit": 9999}, "usage"),
                ("review_answer", {"question": "00ff00ff", "accept": True}, "unknown-question"),
                ("forget_everything", {}, "usage"),
            ):
                result = await session.call_tool(name, given)
                error = result.structured_content["error"]
                assert (result.is_error, error["slug"]) == (True, slug)
                assert error["message"]
                assert error["hint"]

    before = read_tree(workspace)
    played(script)
    assert read_tree(workspace) == before


def test_summaries_and_notes_are_resources(workspace):
    async def script():
        async with agent_here(workspace) as session:
            found = [r.uri for r in (await session.list_resources()).resources]
            assert "memctl://summary/people/petra-lindqvist" in found
            note = (await session.read_resource("memctl://note/memory/2026-01-15.md")).contents[0]
            assert note.text == (workspace / "memory/2026-01-15.md").read_text()
            for wrong in ("memctl://note/../secret.md", "memctl://note/MEMORY.md", "file:///x"):
                with pytest.raises(MCPError) as error:
                    await session.read_resource(wrong)
                assert error.value.data["slug"] == "usage"

    played(script)


def test_a_workspace_that_went_is_told_with_its_cure_to_who_browses(workspace):
    async def script():
        async with agent_here(workspace) as session:
            workspace.rename(workspace.with_name("elsewhere"))
            with pytest.raises(MCPError) as error:
                await session.list_resources()
            assert error.value.data["slug"] == "no-workspace"
            assert error.value.data["hint"]

    played(script)


def test_before_a_group_there_is_nothing_to_browse(workspace):
    async def script():
        async with agent_here(workspace, "group") as session:
            assert (await session.list_resources()).resources == []
            assert (await session.list_resource_templates()).resource_templates == []
            with pytest.raises(MCPError):
                await session.read_resource("memctl://summary/people/petra-lindqvist")
            assert (await session.call_tool("entity", {"name": "Petra"})).is_error

    played(script)


def test_several_agents_at_once_lose_nothing(workspace):
    habits = {
        "claude-code": ("plays the cello", "keeps bees", "speaks Danish", "collects stamps"),
        "codex": ("rides a red bicycle", "has a brother", "bakes rye bread", "owns a kayak"),
        "openclaw": ("is allergic to nuts", "sings in a choir", "grew up in Oslo", "likes tea"),
    }
    each = 4

    async def one(name):
        async with agent(workspace, name=name) as session:
            async with anyio.create_task_group() as group:
                for number in range(each):
                    group.start_soon(
                        session.call_tool, "note", {"text": f"{name} wrote line {number}"}
                    )
            for habit in habits[name]:
                said = {"text": f"Petra {habit}", "entity": "people/petra-lindqvist"}
                result = await session.call_tool("remember", said)
                assert not result.is_error, result.structured_content

    async def script():
        async with anyio.create_task_group() as group:
            for name in habits:
                group.start_soon(one, name)

    played(script)
    note = (workspace / "memory" / f"{date(2026, 2, 1)}.md").read_text()
    rows = json.loads((workspace / "areas/people/petra-lindqvist/items.json").read_text())
    assert sum(" wrote line " in line for line in note.splitlines()) == 12
    assert len({row["id"] for row in rows}) == len(rows)
    for name, said in habits.items():
        told = {row["fact"] for row in rows if row.get("by") == f"agent:{name}"}
        assert told == {f"Petra {habit}" for habit in said}


def test_half_a_character_is_answered_and_garbage_ends_nothing(workspace):
    client = {"name": "x", "version": "1"}
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    call = {"name": "recall", "arguments": {"question": "Where do I work? \ud83d"}}
    rows = (("initialize", start), ("tools/call", call), ("tools/call", call))
    sent = [
        json.dumps({"jsonrpc": "2.0", "id": n, "method": method, "params": params}).encode()
        for n, (method, params) in enumerate(rows)
    ]
    done = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode()
    odd = (b"no json", b"\xff\xfe", b'{"jsonrpc": "2.0"}', b"[]", b"")

    with subprocess.Popen(
        [sys.executable, "-m", "memctl", "-w", str(workspace), "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as server:
        lines = [sent[0], done, sent[1], *odd, sent[2]]
        server.stdin.write(b"\n".join(lines) + b"\n")
        server.stdin.flush()
        said = [json.loads(server.stdout.readline()) for _ in rows]
        server.stdin.close()

    assert {row["id"] for row in said} == {0, 1, 2}
    for row in said[1:]:
        assert row["result"]["structuredContent"]["results"][0]["id"] == "me-001"


def test_without_a_workspace_it_says_so_and_ends(tmp_path):
    said = subprocess.run(
        [sys.executable, "-m", "memctl", "-w", str(tmp_path / "no"), "mcp"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )

    assert said.returncode == 2
    assert "No memctl workspace" in said.stderr
    assert said.stdout == ""


def test_without_the_extra_it_names_the_install_line(memctl, workspace, monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp.server.stdio", None)

    result = memctl("-w", workspace, "mcp", "--json")

    assert result.code == 69
    assert result.error["hint"] == "Install it with: pip install 'memctl-life[mcp]'"


def test_the_tools_can_be_listed_without_a_client(memctl):
    said = memctl("mcp", "--tools", "--json").json

    assert [t["name"] for t in said["tools"]][:3] == ["recall", "context", "note"]
    assert memctl("mcp", "--tools", "--audience", "everyone").code == 2
