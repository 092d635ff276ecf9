"""What a person wrote anywhere into a file survives every command that writes to that file."""

import json
import random
import re
from pathlib import Path

import pytest

from tests.helpers.crashing import question_in, quietly
from tests.helpers.scenes import SCENES, lay_out
from tests.helpers.trees import read_tree

APART = ("/.git/", "/.memctl/cache/", "/talks/", "/projects/")
"""What is nobody's to write into, and what other programs say."""
BEGINNINGS = ("", "", "  ", "- ", "# ", "> ", "\t", "* [ ] ")
UPDATE = ("init", "{life}", "--update")
COMMANDS = {**{name: scene.words for name, scene in SCENES.items()}, "init --update": UPDATE}


@pytest.fixture(autouse=True)
def _fast_disk(monkeypatch):
    monkeypatch.setattr("os.fsync", lambda _handle: None)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("seed", range(2))
def test_words_written_by_hand_survive_every_command(tmp_path, name, seed):
    scene = SCENES.get(name, SCENES["note"])
    chance = random.Random(f"{name} {seed}")  # noqa: S311 - chooses places, guards nothing
    lay_out(scene, tmp_path)
    life = tmp_path / "life"
    for words in (("init", str(life)), ("heartbeat",), ("weekly",), *scene.before):
        quietly(tmp_path, words)
    asks = any("{question}" in word for word in scene.words)
    question = question_in(tmp_path) if asks else ""
    words = [w.format(life=life, base=tmp_path, question=question) for w in COMMANDS[name]]
    told: list[str] = []
    for path in by_hand(tmp_path):
        write_into(path, chance, told)

    code, said = quietly(tmp_path, tuple(words), scene.stdin.replace("{base}", str(tmp_path)))

    left = read_tree(tmp_path, ledgers=True)
    text = "\n".join(t for n, t in left.items() if "/.memctl/cache/" not in f"/{n}")
    assert code == scene.code or name == "undo", said
    assert [word for word in told if not re.search(rf"{word}(?!\d)", text)] == []


def by_hand(base: Path) -> list[Path]:
    """The files that a person may have open in an editor."""
    every = sorted((*(base / "life").rglob("*"), *(base / "home").rglob("*")))
    names = {path: f"/{path.relative_to(base).as_posix()}" for path in every}
    return [p for p, n in names.items() if p.is_file() and not any(a in n for a in APART)]


def write_into(path: Path, chance: random.Random, told: list[str]) -> None:
    """Words at some places of a file, in the form that it takes."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        path.write_text(with_key(text, chance, told), encoding="utf-8")
    elif path.suffix == ".jsonl":
        path.write_text(f"{text}{json.dumps({'kind': word(told)})}\n", encoding="utf-8")
    else:
        path.write_text(with_lines(path, text, chance, told), encoding="utf-8")


def with_key(text: str, chance: random.Random, told: list[str]) -> str:
    value = json.loads(text)
    # Not the third one, which a purge empties of whatever stands in it.
    row = chance.choice(value[:2]) if isinstance(value, list) else value
    row[f"key {len(told)}"] = word(told)
    return json.dumps(value, indent=2) + "\n"


def with_lines(path: Path, text: str, chance: random.Random, told: list[str]) -> str:
    lines = text.split("\n")
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(lines))
        is_mark = at < len(lines) and (lines[at].startswith("---") or "memctl:" in lines[at])
        if path.suffix != ".md":
            lines.insert(at, f"# {word(told)}")
        elif chance.random() < 0.25 and at < len(lines) and not is_mark:
            lines[at] += f" {word(told)}"
        else:
            lines.insert(at, chance.choice(BEGINNINGS) + word(told))
            lines[at:at] = [""] * chance.randint(0, 1)
    return "\n".join(lines)


def word(told: list[str]) -> str:
    """One that stands nowhere else."""
    told.append(f"byhand{len(told)}")
    return told[-1]
