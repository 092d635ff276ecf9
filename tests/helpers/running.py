"""Running memctl as a shell would, without a new process."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memctl.__main__ import main


@dataclass(frozen=True, slots=True)
class Result:
    """What one command line left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on stdout."""
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        """The error on stderr of a call with --json."""
        return json.loads(self.err)["error"]


def run_here(capture: pytest.CaptureFixture[str], argv: Sequence[str | Path]) -> Result:
    """Run one command line in this process and take what it printed."""
    capture.readouterr()
    code = main([str(word) for word in argv])
    out, err = capture.readouterr()
    return Result(code, out, err)
