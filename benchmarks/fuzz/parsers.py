"""Mutated texts for every parser: any exception but the ones it promises is a fault.

usage: parsers.py TARGET [libFuzzer options, such as -runs=125000 -max_total_time=600]

Targets: items-json, items-lines, items-yaml, notes, summary, tacit, review, ledgers, settings,
and conversations: openclaw, claude-code, codex, chatgpt, claude-ai, jsonl, markdown.
Needs `pip install atheris` (Linux or macOS). The seeds are in seeds.py; what libFuzzer finds
worth keeping stays in memory unless a corpus folder is named.
"""

import sys
import tempfile
from functools import partial
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["memctl"]):
    from memctl.config.loading import load_settings
    from memctl.config.settings import FILE_NAME
    from memctl.errors import FileInvalid, SettingsInvalid, UnknownFact
    from memctl.formats.review.page import parse_answers
    from memctl.formats.rows.items import edit_items, parse_items
    from memctl.formats.summary import add_alias, parse_summary, write_block_into_summary
    from memctl.formats.tacit import append_bullet, parse_tacit
    from memctl.formats.text import Undecodable, decode, encode
    from memctl.formats.timeline.notes import append_entry, parse_note
    from memctl.graph.plan import RetireFact
    from memctl.sources.kinds import KINDS, parse_conversation, recognised
    from memctl.sources.transcript import Days, make_note
    from memctl.workspace import ledgers
    from memctl.workspace.layout import read_layout

from datetime import UTC, date

from seeds import SEEDS

DAY = date(2026, 1, 28)


def items(name):
    def target(text):
        document = parse_items(text, name)
        if not document.can_write or not document.facts or len(text) % 4:
            return
        first = next((f for f in document.facts if f.id), None)
        if first is not None:
            edit_items(document, [RetireFact("people/x", first.id, "superseded", None)])

    return target


def notes(text):
    note = parse_note(text, "memory/2026-01-28.md")
    assert all(block.line >= 1 for block in note.blocks)
    if len(text) % 4 == 0:
        assert append_entry(text, DAY, "10:30", "Rain.").startswith(text)


def summary(text):
    parse_summary(text, "areas/people/x/summary.md")
    if len(text) % 4 == 0:
        parse_summary(write_block_into_summary(text, "Leads it.", ["x-1"]), "summary.md")
        parse_summary(add_alias(text, "Mo"), "summary.md")


def tacit(text):
    parse_tacit(text, "MEMORY.md")
    if len(text) % 4 == 0:
        parse_tacit(append_bullet(text, "Mornings", "No calls"), "MEMORY.md")


def review(text):
    parse_answers(text)


def conversation(kind):
    def target(text):
        recognised(text, "x.jsonl")
        messages, problems = parse_conversation(KINDS[kind], text, "source:x/y.jsonl")
        note = make_note("source:x/y.jsonl", messages, Days(UTC, given=DAY), problems)
        assert all(block.line >= 1 and block.text.encode() for block in note.blocks)
        assert not any("<system-reminder>" in block.text for block in note.blocks)

    return target


class OnDisk:
    """A parser that reads a file of the workspace."""

    def __init__(self, names, read):
        self.root = Path(tempfile.mkdtemp())
        self.names = names
        self.read = read
        for name in names:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)

    def __call__(self, text):
        for name in self.names:
            (self.root / name).write_bytes(text.encode("utf-8", "replace"))
        self.read(self.root)


def read_ledgers(root):
    layout = read_layout(root, {"HOME": str(root)})
    ledgers.read_consumed(layout)
    ledgers.read_decisions(layout)
    ledgers.read_evidence(layout)


def read_settings(root):
    load_settings(root, {"HOME": str(root)})


TARGETS = {
    "items-json": lambda: items("areas/people/x/items.json"),
    "items-lines": lambda: items("areas/people/x/items.jsonl"),
    "items-yaml": lambda: items("areas/people/x/items.yaml"),
    "notes": lambda: notes,
    "summary": lambda: summary,
    "tacit": lambda: tacit,
    "review": lambda: review,
    "ledgers": lambda: OnDisk(
        (ledgers.CONSUMED, ledgers.DECISIONS, ledgers.EVIDENCE), read_ledgers
    ),
    "settings": lambda: OnDisk((FILE_NAME,), read_settings),
    **{kind: partial(conversation, kind) for kind in KINDS},
}


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        raise SystemExit(__doc__)
    name = sys.argv.pop(1)
    target = TARGETS[name]()

    def one(data):
        try:
            form = decode(data)
            assert encode(form) == data
            target(form.text)
        except (Undecodable, FileInvalid, SettingsInvalid, UnknownFact):
            return

    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(SEEDS[name]):
            (Path(corpus) / str(number)).write_text(seed, encoding="utf-8")
        atheris.Setup([sys.argv[0], *sys.argv[1:], corpus], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
