"""The script that measures a model counts what it says it counts."""

import importlib
import json
import sys
from datetime import date
from pathlib import Path

import pytest

from memctl.config.settings import Limits, Llm
from memctl.llm.asking import How, Inquiry
from tests.llm.conftest import answering, fact

BENCHMARKS = Path(__file__).resolve().parent.parent.parent / "benchmarks"
GOLD = [
    {
        "id": "x1",
        "day": "2026-01-30",
        "text": "Tove Brandt has rejoined the rowing club in Varde",
        "known": ["people/tove-brandt"],
        "expect": [
            {
                "entity": "people/tove-brandt",
                "contains": ["rowing club"],
                "timestamp": "2026-01-30",
                "validUntil": None,
            }
        ],
    },
    {"id": "x2", "day": "2026-01-30", "text": "bought rice", "known": [], "expect": []},
]


@pytest.fixture
def model(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
    return importlib.import_module("model")


def test_what_is_found_and_what_is_kept_out_is_counted(model, server, tmp_path):
    lines = "".join(json.dumps(row) + "\n" for row in GOLD)
    (tmp_path / "blocks.jsonl").write_text(lines, encoding="utf-8")
    said = "Tove Brandt has rejoined the rowing club in Varde"
    server.script = answering(
        ("rowing", fact("Tove Brandt", said, said)),
        ("rowing", fact("Tove Brandt", "Tove Brandt rows with Hugo", said)),
        ("rice", fact("me", "The user farms rice", "bought rice")),
    )
    settings = Llm("openai/scripted", server.url, retries=0)
    how = How(settings, Limits(), tmp_path, "test", date(2026, 1, 30), lambda text: text)

    found = model.measure(tmp_path, "all", Inquiry(how), None)

    assert found["seen"]["proposed"] == 3
    assert found["seen"]["let in"] == 1
    assert found["seen"]["kept out: not-in-quote"] == 1
    assert found["blocks"]["model"]["en"]["found"] == 1
    assert found["blocks"]["model"]["en"]["withFacts"] == 0
    assert "durable found" in model.show(found)
