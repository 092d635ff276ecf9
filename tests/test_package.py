"""Installed for real: the wheel, without the checkout, from another folder."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def test_the_wheel_installs_bare_and_does_its_main_job(tmp_path):
    done = subprocess.run(
        [sys.executable, HERE / "wheel_check.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "Dana Brandt" in done.stdout
