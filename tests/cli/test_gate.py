"""Nothing is written outside: every command, with a link that leads out in every folder's place.

The commands are those of the program itself (`scenes` plays each of them), the places those of
a lived-in workspace: a new command, and a new folder of memctl's own, are tried unlisted.
"""

import ast
import os
import shutil
from pathlib import Path

import pytest

from memctl.cachefiles import FILES as CACHE
from tests.helpers.crashing import question_in, quietly
from tests.helpers.scenes import READS, SCENES, Scene, lay_out
from tests.helpers.trees import write_tree

PACKAGE = Path(__file__).resolve().parents[2] / "memctl"
OWN = (
    *(".memctl", ".memctl/cache"),
    *(f".memctl/cache/{row.name}" for row in CACHE if row.is_folder),
)
OTHERS = ("areas", "areas/people", "areas/people/sarah", "areas/companies/acme", "memory")
COMING = ("areas/friends", "areas/people/ines-valdo", "areas/people/me", "skills")
"""Folders that some command makes."""
BUG, REFUSED = 70, frozenset([65, 73])
HOOKS = ("session-start", "before-prompt", "session-end")


@pytest.fixture(autouse=True)
def _fast_disk(monkeypatch):
    monkeypatch.setattr("os.fsync", lambda _handle: None)


def link_outside(path: Path, outside: Path) -> None:
    """What stands there lies outside, with files that a command might take for its own."""
    if path.is_dir():
        shutil.move(path, outside)
    else:
        outside.mkdir()
    old = {"s1": "x\n", "photo.123": "x\n", "000009.ready.json": "{}", "lock": ""}
    write_tree(outside, old)
    for name in old:
        os.utime(outside / name, (0, 0))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(outside)


def link_to_itself(path: Path, _outside: Path) -> None:
    shutil.rmtree(path, ignore_errors=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(path.name)


def fifo(path: Path, _outside: Path) -> None:
    shutil.rmtree(path, ignore_errors=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)


def device(path: Path, _outside: Path) -> None:
    shutil.rmtree(path, ignore_errors=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to("/dev/full")


def tree(folder: Path) -> dict[str, tuple[bytes, int] | None]:
    """Every file with its time, and every folder."""
    return {
        p.relative_to(folder).as_posix(): (p.read_bytes(), p.stat().st_mtime_ns)
        if p.is_file()
        else None
        for p in sorted(folder.rglob("*"))
    }


def lived_in(base: Path, scene: Scene) -> list[str]:
    """The scene with a cache that is full; the words of its command."""
    lay_out(scene, base)
    life = base / "life"
    if scene.is_bare:
        write_tree(life, {".memctl/.gitignore": "cache/\n"})
    for words in (*scene.before, ("recall", "Sarah"), ("context", "Sarah"), ("heartbeat",)):
        quietly(base, words)
    hooked(base)
    question = question_in(base) if any("{question}" in word for word in scene.words) else ""
    return [word.format(life=life, base=base, question=question) for word in scene.words]


def hooked(base: Path) -> None:
    for event in HOOKS:
        said = {"session_id": "s1", "prompt": "where does Sarah live?", "transcript_path": __file__}
        text = str(said).replace("'", '"')
        assert quietly(base, ("hook", "run", event, "--host", "claude-code"), text)[0] == 0


@pytest.fixture(scope="module")
def lives(tmp_path_factory):
    """Each scene laid out once; its folder is copied for every place."""
    known: dict[str, tuple[Path, list[str]]] = {}

    def copied(name: str, to: Path) -> list[str]:
        if name not in known:
            base = tmp_path_factory.mktemp("model") / "b"
            base.mkdir()
            known[name] = base, lived_in(base, SCENES[name])
        base, words = known[name]
        shutil.copytree(base, to, symlinks=True)
        return [word.replace(str(base), str(to)) for word in words]

    return copied


def places_of(name: str) -> list[str]:
    """All of memctl's own, and some of the others: other ones for each command."""
    at = list(SCENES).index(name)
    return [
        *OWN,
        OTHERS[at % len(OTHERS)],
        OTHERS[(at + 2) % len(OTHERS)],
        COMING[at % len(COMING)],
    ]


@pytest.mark.parametrize("name", SCENES)
def test_no_command_writes_through_a_link_that_leads_out(tmp_path, lives, name):
    for number, place in enumerate(places_of(name)):
        base = tmp_path / str(number)
        words = lives(name, base)
        outside = base / "outside"
        link_outside(base / "life" / place, outside)
        before = tree(outside)

        code, said = quietly(base, tuple(words), SCENES[name].stdin.replace("{base}", str(base)))
        if place in OWN:
            hooked(base)

        assert tree(outside) == before, (place, said)
        assert code != BUG, (place, said)
        if code in REFUSED:
            assert f"{place}: a link leads out of the workspace, to {outside}" in said, place
            assert "hint: " in said, place


@pytest.mark.parametrize("kind", [link_to_itself, fifo, device], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", list(SCENES)[::4])
def test_what_stands_in_a_folders_place_stops_or_is_stepped_over(tmp_path, lives, name, kind):
    for number, place in enumerate(places_of(name)):
        base = tmp_path / str(number)
        words = lives(name, base)
        kind(base / "life" / place, base)

        code, said = quietly(base, tuple(words), SCENES[name].stdin.replace("{base}", str(base)))
        hooked(base)

        assert code != BUG, (place, said)
        if code in REFUSED:
            assert place in said, (place, said)
        assert not (base / "life" / place).is_dir(), place


@pytest.mark.parametrize("place", [*OWN, *OTHERS])
def test_reading_goes_on(tmp_path, lives, place):
    lives("note", tmp_path / "b")
    base = tmp_path / "b"
    link_outside(base / "life" / place, base / "outside")

    told = {"entity show": ("acme",), "fact show": ("acme-001",), "why": ("acme-001",)}
    told |= {"history": ("acme",), "bench": None, "review show": None}
    for name, rest in {**READS, **told}.items():
        if rest is not None and not (place in OTHERS and name in told):
            code, said = quietly(base, (*name.split(), *rest))
            assert code in {0, 1}, (name, said)
    assert f'"{place}"' in quietly(base, ("check", "--json"))[1]


WRITES = frozenset(
    [
        *("unlink", "rename", "replace", "rmdir", "mkdir", "makedirs", "link", "symlink"),
        *("truncate", "touch", "chmod", "write_text", "write_bytes", "rmtree", "copytree"),
    ]
)
DOORS = frozenset(
    [
        # What is opened, made or moved below a workspace: each of these lets the gate look first.
        *("cachefiles.py", "workspace/atomic.py", "workspace/forgetting.py", "workspace/own.py"),
        *(f"workspace/journal/{name}.py" for name in ("entries", "replacing", "transaction")),
        *("index/filling/building.py", "index/meaning.py", "jobs/uses.py", "jobs/hook.py"),
        # Files of other programs, temporary ones, and a workspace that is only made.
        *("hosts/files.py", "git/merge_driver.py", "jobs/demo.py", "jobs/init.py", "schema.py"),
    ]
)


def test_a_new_place_that_writes_is_seen():
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and writes(node)
    }

    assert found <= DOORS


def writes(call: ast.Call) -> bool:
    """Does it change names or modes on the disk? `replace` and `link` may be other things."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in WRITES:
        return False
    owner = call.func.value
    is_os = isinstance(owner, ast.Name) and owner.id in {"os", "shutil"}
    return is_os or call.func.attr not in {"replace", "link", "rename"}
