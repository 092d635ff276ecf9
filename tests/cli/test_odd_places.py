"""What stands in the place of any file that memctl knows: it is named, and nobody waits for it.

The places are those of the product's own tables: a new file is tried without being listed.
"""

import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memctl.cachefiles import FILES as CACHE
from memctl.config.settings import FILE_NAME
from memctl.workspace import names
from memctl.workspace.forgetting import KEY
from memctl.workspace.layout import read_layout
from memctl.workspace.ledgers import LEDGERS
from memctl.workspace.reading.snapshot import observe
from tests.helpers.crashing import quietly
from tests.helpers.scenes import FILES, environment_of
from tests.helpers.trees import write_tree

THEIRS = "theirs\n"
BUG = 70
FOLDERS = frozenset(
    [".memctl", ".memctl/cache", *(f".memctl/cache/{r.name}" for r in CACHE if r.is_folder)]
)
STOPS = (".memctl/cache/lock", ".memctl/cache/journal", KEY)
"""Without these nothing is written: they are tried one by one."""
WORDS = (("heartbeat",), ("recall", "where does Sarah live?"), ("fact", "add", "sarah", "Rows"))


def fifo(path: Path, _base: Path) -> None:
    os.mkfifo(path)


def folder(path: Path, _base: Path) -> None:
    path.mkdir()


def link_to_nowhere(path: Path, base: Path) -> None:
    path.symlink_to(base / "nowhere" / "x")


def link_to_itself(path: Path, _base: Path) -> None:
    path.symlink_to(path.name)


def link_outside(path: Path, base: Path) -> None:
    path.symlink_to(base / "outside")


def device(path: Path, _base: Path) -> None:
    path.symlink_to("/dev/zero")


def local_socket(path: Path, _base: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the name of a socket may not be long
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name)
    os.chdir(here)


KINDS = (fifo, folder, link_to_nowhere, link_to_itself, link_outside, device, local_socket)


@pytest.fixture
def base(tmp_path) -> Path:
    files = {f"life/{name}": text for name, text in FILES.items()}
    return write_tree(tmp_path, {**files, "home/.none": "", "outside": THEIRS})


@pytest.fixture(autouse=True)
def _nobody_waits():
    """A command that hangs ends the test."""

    def ended(*_args: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ended)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def own_places() -> Iterator[str]:
    """Every place below `.memctl`."""
    yield from (f".memctl/cache/{row.name.replace('*', 'heartbeat')}" for row in CACHE)
    yield from (*LEDGERS, KEY, ".memctl/.gitignore")


def other_places(base: Path) -> Iterator[str]:
    """Every file that holds memory, or that memctl reads beside it."""
    layout = read_layout(base / "life", environment_of(base))
    yield from observe(layout).stamps()
    yield from (layout.state, names.REVIEW, names.TACIT, FILE_NAME, *names.BESIDE)


def put(base: Path, name: str, kind: Callable[[Path, Path], None]) -> None:
    path = base / "life" / name
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    kind(path, base)


def left_alone(base: Path) -> bool:
    return (base / "outside").read_text() == THEIRS and not (base / "nowhere").exists()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_cache_of_odd_files_is_no_cache_and_each_is_named(base, kind):
    known = [n for n in own_places() if n not in (*LEDGERS, *STOPS)]
    odd = [n for n in known if not (kind is folder and n in FOLDERS)]
    for name in odd:
        put(base, name, kind)

    said = quietly(base, ("check", "--json"))[1]
    ended = [quietly(base, words) for words in WORDS]

    assert [name for name in odd if f'"{name}"' not in said] == []
    assert [(code, words) for code, words in ended if code] == []
    assert left_alone(base)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_whatever_stands_in_the_place_of_a_file_is_named_and_never_waited_for(base, kind):
    places = [*LEDGERS, *STOPS, *other_places(base), ".memctl/cache", ".memctl"]
    for name in places:
        old = base / "life" / name
        kept = old.read_bytes() if old.is_file() else None
        is_folder = name in FOLDERS
        put(base, name, kind)

        ended = [quietly(base, words) for words in (("check", "--json"), ("note", "x"))]

        assert [words for code, words in ended if code == BUG] == [], name
        assert left_alone(base), name
        assert name in ended[0][1] or (is_folder and kind is folder), (name, ended[0])
        put(base, name, folder)
        old.rmdir()
        if kept is not None:
            old.write_bytes(kept)
