import json
import re

import pytest

from tests.helpers.model_server import ModelServer, Reply, model_server
from tests.helpers.trees import write_tree

NOTE = """# 2026-01-30

- 09:00 Mina Okafor moved to Porto, she is a vet there now
- 11:00 bought rice and dish soap
- 15:00 我的牙医是陶医生，诊所在桐路
"""
MINA = """[
  {
    "id": "mina-okafor-001",
    "fact": "Mina Okafor is the user's oldest friend",
    "category": "relationship",
    "timestamp": "2025-05-01",
    "source": "manual",
    "status": "active"
  }
]
"""


@pytest.fixture(scope="module")
def running():
    with model_server() as server:
        yield server


@pytest.fixture
def server(running, monkeypatch) -> ModelServer:
    """A model that the settings name; it answers every request with no block."""
    running.requests.clear()
    running.says('{"blocks": []}')
    monkeypatch.setenv("MEMCTL_EXTRACT_BY", "model")
    monkeypatch.setenv("MEMCTL_LLM_MODEL", "openai/scripted")
    monkeypatch.setenv("MEMCTL_LLM_API_BASE", running.url)
    monkeypatch.setenv("MEMCTL_LLM_RETRIES", "0")
    monkeypatch.setenv("MEMCTL_LLM_TIMEOUT", "10")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    return running


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A small workspace with one note that nobody has read."""
    monkeypatch.setenv("MEMCTL_TODAY", "2026-01-31")
    return write_tree(
        tmp_path / "w",
        {
            "memory/2026-01-30.md": NOTE,
            "areas/people/mina-okafor/items.json": MINA,
            "areas/people/mina-okafor/summary.md": "---\nname: Mina Okafor\n---\n# Mina Okafor\n",
        },
    )


@pytest.fixture
def lone(home):
    """The same with a single block that waits."""
    write_tree(home, {"memory/2026-01-30.md": "\n".join(NOTE.splitlines()[:3]) + "\n"})
    return home


def data_of(request) -> dict:
    """The data of a request, as the model finds them."""
    text = request["messages"][-1]["content"]
    return json.loads(re.search(r"```json\n(.*?)\n```", text, re.DOTALL)[1])


def answering(*facts, rest=True):
    """A script that gives each of these (words of the block, fact) to the block that holds it."""

    def script(request) -> Reply:
        blocks = [
            {"id": b["id"], "facts": [f for words, f in facts if words in b["text"]]}
            for b in data_of(request)["blocks"]
        ]
        kept = blocks if rest else [b for b in blocks if b["facts"]]
        return Reply(json.dumps({"blocks": kept}, ensure_ascii=False))

    return script


def fact(entity, text, quote, **more) -> dict:
    return {"entity": entity, "fact": text, "quote": quote, "category": "status", **more}
