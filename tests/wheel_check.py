"""Build the wheel, install it bare, and use it from another folder.

usage: wheel_check.py [--from-index]

Without --from-index nothing is fetched: the fresh environment sees the dependencies of the
running one, but not the checkout. With it, the dependencies come from the package index.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(*argv: object, cwd: Path, **env: str) -> str:
    """Run one command outside the checkout; its stdout, or a failure with all it said."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MEMCTL_", "PYTHON", "GIT_"))}
    done = subprocess.run(
        [str(a) for a in argv],
        cwd=cwd,
        env={**kept, "HOME": str(cwd), **env},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"{argv} exited {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build_wheel(into: Path) -> Path:
    """The wheel of this checkout, built without build isolation."""
    run(
        sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps",
        "--wheel-dir", into, ROOT, cwd=into,
    )  # fmt: skip
    (wheel,) = into.glob("memctl_life-*.whl")
    return wheel


def fresh_environment(at: Path, wheel: Path, *, from_index: bool) -> Path:
    """An environment with the wheel in it; the path of its memctl command."""
    venv.create(at, with_pip=True)
    python = at / "bin" / "python"
    if from_index:
        run(python, "-m", "pip", "install", "--quiet", wheel, cwd=at)
    else:
        run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel, cwd=at)
        # A path named in a .pth file is searched, but its own .pth files are not read: the
        # dependencies are seen, an editable checkout is not.
        (site,) = at.glob("lib/python*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return at / "bin" / "memctl"


def use(memctl: Path, folder: Path) -> str:
    """A week of a life, through the installed command; what it said."""
    said = []
    workspace = folder / "life"

    def memctl_on(day: str, *argv: str) -> None:
        said.append(run(memctl, *argv, cwd=folder, MEMCTL_TODAY=day))

    memctl_on("2026-03-02", "init", str(workspace))
    memctl_on(
        "2026-03-02", "-w", str(workspace), "note", "My manager is Dana Brandt, at Lumen Works"
    )
    memctl_on("2026-03-02", "-w", str(workspace), "heartbeat")
    memctl_on("2026-03-08", "-w", str(workspace), "weekly")
    memctl_on("2026-03-08", "-w", str(workspace), "recall", "Who is my manager?")
    memctl_on("2026-03-08", "-w", str(workspace), "check")
    return "\n".join(said)


def main() -> str:
    """Build, install, use; what memctl said."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        wheel = build_wheel(folder)
        memctl = fresh_environment(folder / "env", wheel, from_index="--from-index" in sys.argv)
        where = run(
            folder / "env" / "bin" / "python", "-c", "import memctl; print(memctl.__file__)",
            cwd=folder,
        )  # fmt: skip
        if not Path(where.strip()).is_relative_to(folder):
            raise SystemExit(f"the checkout was used instead of the wheel: {where}")
        return use(memctl, folder)


if __name__ == "__main__":
    print(main())  # noqa: T201 -- a script's result
