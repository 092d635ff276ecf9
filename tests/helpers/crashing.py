"""A command that breaks off at any call that touches files, and what must be true then."""

import contextlib
import io
import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace

from memctl.__main__ import main
from memctl.jobs import purge
from memctl.workspace.journal import transaction
from memctl.workspace.journal.entries import Entry, has_pending
from memctl.workspace.layout import Layout, read_layout
from tests.helpers.disks import Calls, in_child, kill, no_space
from tests.helpers.scenes import SCENES, Scene, environment_of, lay_out
from tests.helpers.trees import read_tree
from tests.workspace.lives import forget_locks

State = dict[str, str]
_CACHE = "/.memctl/cache/"
_DRAFT = re.compile(r"\.memctl(-|\Z)")
_UNDO_BUT_FOR = frozenset({"fact purge", "undo"})


@dataclass(slots=True)
class Play:
    """One command on its small workspace, as often as it is to break off."""

    name: str
    base: Path
    model: Path
    """How the folder looks before the command; copied for each run."""
    words: tuple[str, ...]
    states: list[State]
    """Before the command, after each whole part of it, after it."""
    earlier: State
    """Before the job that came before it."""
    calls: int
    """How many calls it makes that change something on the disk."""

    @property
    def scene(self) -> Scene:
        """What is played."""
        return SCENES[self.name]

    @property
    def life(self) -> Path:
        """The workspace."""
        return self.base / "life"


def rehearsed(name: str, folder: Path) -> Play:
    """The scene laid out, with the command run once to its end."""
    scene, base, model = SCENES[name], folder / "base", folder / "model"
    lay_out(scene, base)
    earlier = state_of(base)
    line = ("note", "A line to undo", "--day", "2026-01-31", "--time", "08:00")
    for words in (*(() if scene.is_bare else (line,)), *scene.before):
        here = state_of(base)
        assert quietly(base, words)[0] == 0, (name, words)
        earlier = here if state_of(base) != here else earlier
    question = question_in(base) if "{question}" in scene.words else ""
    told = {"life": base / "life", "base": base, "question": question}
    words = tuple(word.format(**told) for word in scene.words)
    shutil.copytree(base, model, symlinks=True)
    states = [state_of(base)]
    with Calls(reads=False) as calls, _parts_into(states, base):
        code, said = quietly(base, words, scene.stdin.replace("{base}", str(base)))
    assert code == scene.code, (name, said)
    states.append(state_of(base))
    assert calls.count, f"{name} changes nothing: it shows nothing"
    return Play(name, base, model, words, states, earlier, calls.count)


def failed_at(play: Play, at: int) -> str:
    """What is wrong after call number `at` found the disk full; "" for nothing."""
    _begin(play)
    with Calls(at, no_space, reads=False, pipes=False):
        code, said = _run(play)
    if code == 70:
        return f"ended as a bug: {said[-400:]}"
    return wrong(play, at)


def killed_at(play: Play, at: int) -> str:
    """What is wrong after the process was killed before call number `at`; "" for nothing."""
    _begin(play)

    def act() -> None:
        with Calls(at, kill, reads=False):
            _run(play)

    ended = in_child(act)
    if ended not in {0, signal.SIGKILL}:
        return f"ended with {ended}"
    return wrong(play, at)


HAND = "Saved by hand meanwhile."


def saved_at(play: Play, at: int) -> str:
    """What is wrong after somebody saved a file right before call number `at`; "" for nothing."""
    _begin(play)
    saved: list[Path] = []
    with Calls(at, lambda: saved.extend(_save_by_hand(play, at)), reads=False):
        code, said = _run(play)
    if code == 70:
        return f"ended as a bug: {said[-400:]}"
    left = state_of(play.base)
    found = [*_unparsed(left)]
    if saved and not any(HAND in text for text in left.values()):
        found.append(f"{saved[0].name}: what was saved by hand is lost ({code} {said[-200:]})")
    return "; ".join(found)


def _save_by_hand(play: Play, at: int) -> Iterator[Path]:
    """One more line in a file of the workspace: in place, or by rename as many editors do."""
    known = sorted(p for p in play.life.rglob("*.md") if ".memctl" not in p.parts)
    items = sorted(p for p in play.life.rglob("items.*") if ".memctl" not in p.parts)
    path = next(iter([*known, *items][at % (len(known) + len(items) or 1) :]), None)
    if path is None:
        return
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        text += f"\n{HAND}\n"
    else:
        text = re.sub(r"(fact\"?: \")", rf"\1{HAND} ", text, count=1)
    if HAND not in text:
        return
    if at % 2:
        path.write_text(text, encoding="utf-8")
    else:
        path.with_name("4913~").write_text(text, encoding="utf-8")
        path.with_name("4913~").rename(path)
    yield path


def wrong(play: Play, at: int) -> str:
    """What the next commands say is wrong with a workspace that was left."""
    forget_locks()
    code, said = quietly(play.base, ("status",)) if _is_there(play) else (0, "")
    if code == 70:
        return f"status: {said[-400:]}"
    return "; ".join(_left(play, at))


def _left(play: Play, at: int) -> Iterator[str]:
    if (play.life / ".memctl").is_dir() and has_pending(_layout(play)):
        yield "the journal is open"
    left = state_of(play.base)
    yield from _unparsed(left)
    if not play.scene.is_whole:
        yield from _not_in_whole_files(play, left)
        return
    if left not in play.states:
        names = {n for s in play.states for n in s | left if s.get(n) != left.get(n)}
        yield f"neither done nor undone: {sorted(names)}"
        return
    if play.name not in _UNDO_BUT_FOR and at % 3 == 0:
        yield from _not_undone(play, left)


def _not_in_whole_files(play: Play, left: State) -> Iterator[str]:
    """Each file is as it was or as it shall be, and the command called again ends well."""
    if play.name != "demo":  # its copy is nobody's until it is told of
        known = [{s.get(name) for s in play.states} for name in left]
        torn = [n for n, texts in zip(left, known, strict=True) if left[n] not in texts]
        if torn:
            yield f"torn: {torn}"
        code, said = _run(play)
        if code != play.scene.code or state_of(play.base) != play.states[-1]:
            yield f"again: {code} {said[-200:]}"


def _not_undone(play: Play, left: State) -> Iterator[str]:
    code, said = quietly(play.base, ("undo",))
    # It is the workspace that is led back: what a person allowed besides, they allowed.
    found, left = _of_life(state_of(play.base)), _of_life(left)
    lives = [life for life, _ in groupby(map(_of_life, play.states))]
    at = lives.index(left)
    wanted = lives[at - 1] if at else _of_life(play.earlier)
    is_nothing = code and found == left and "othing to undo" in said
    if found != wanted and not is_nothing:
        names = sorted(n for n in found | wanted if found.get(n) != wanted.get(n))
        yield f"undo: {code} {names} {said[-200:]}"


def _of_life(state: State) -> State:
    return {name: text for name, text in state.items() if name.startswith("life/")}


def _unparsed(state: State) -> Iterator[str]:
    for name, text in state.items():
        rows = text.splitlines() if name.endswith(".jsonl") else [text]
        if name.endswith((".json", ".jsonl")):
            for row in rows:
                try:
                    json.loads(row)
                except ValueError:
                    yield f"{name} does not parse: {row[:80]!r}"


def _begin(play: Play) -> None:
    shutil.rmtree(play.base)
    shutil.copytree(play.model, play.base, symlinks=True)


def _run(play: Play) -> tuple[int, str]:
    stdin = play.scene.stdin.replace("{base}", str(play.base))
    return quietly(play.base, play.words, stdin)


def _is_there(play: Play) -> bool:
    return any((play.life / mark).exists() for mark in ("areas", "memctl.toml", ".memctl"))


def _layout(play: Play) -> Layout:
    return read_layout(play.life, environment_of(play.base))


@contextlib.contextmanager
def _parts_into(states: list[State], base: Path) -> Iterator[None]:
    """Take down what stands after each journalled part of a command."""
    forward = transaction.go_forward

    def watched(layout: Layout, entry: Entry) -> Entry:
        done = forward(layout, entry)
        states.append(state_of(base))
        return done

    vars(transaction)["go_forward"] = watched
    try:
        yield
    finally:
        vars(transaction)["go_forward"] = forward


def quietly(base: Path, words: tuple[str, ...], stdin: str = "") -> tuple[int, str]:
    """Run a command line on the workspace in `base`: its exit code, and what it said."""
    out, old = io.StringIO(), dict(os.environ)
    os.environ.update(environment_of(base))
    vars(purge)["secrets"] = SimpleNamespace(token_hex=lambda size: "5c" * size)
    given, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin.encode()))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = main(["-w", str(base / "life"), *words])
    finally:
        sys.stdin = given
        os.environ.clear()
        os.environ.update(old)
    return code, out.getvalue()


def state_of(base: Path) -> State:
    """Every file but those of the cache and what git keeps for itself."""
    found = read_tree(base, ledgers=True)
    # The one file that every command makes where it is missing, and that says nothing.
    found.pop("life/.memctl/.gitignore", None)
    return {n: t for n, t in found.items() if _CACHE not in f"/{n}" and not _DRAFT.search(n)}


def question_in(base: Path) -> str:
    """The id of the question about MEMORY.md."""
    _, said = quietly(base, ("review", "list", "--json"))
    questions = json.loads(said)["review"]
    return str(next(q["id"] for q in questions if "MEMORY.md" in q["proposal"]))
