"""What every test may ask for: a command line in this process, a workspace to work in."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from memctl.jobs import whereabouts
from memctl.workspace import finding
from tests.helpers.running import Result, run_here

# Machines are shared and slow at times: how long an example takes decides no test.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="Accept what the commands print in tests/transcripts.",
    )


@pytest.fixture(autouse=True)
def _alone(monkeypatch, tmp_path):
    """No setting of the person who runs the tests, and no workspace above the test's folder."""
    for name in ("MEMCTL_WORKSPACE", "MEMCTL_TODAY", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / ".config"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    above = frozenset(tmp_path.parents)
    for room in (finding, whereabouts):
        monkeypatch.setattr(room, "workspace_at", _but_for(above, room.workspace_at))


def _but_for(above: frozenset[Path], asked: Callable[..., object]) -> Callable[..., object]:
    """The question as it is asked, with "none" for these folders."""
    return lambda folder: None if Path(folder) in above else asked(folder)


@pytest.fixture
def memctl(capfd) -> Callable[..., Result]:
    """Run one command line in this process: `memctl("fact", "list").out`."""

    def run(*argv: str | Path) -> Result:
        return run_here(capfd, argv)

    return run


@pytest.fixture
def workspace(tmp_path, monkeypatch) -> Path:
    """A copy of the example life, as it stands on 2026-02-01."""
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    return Path(shutil.copytree(EXAMPLES / "life", tmp_path / "life"))
