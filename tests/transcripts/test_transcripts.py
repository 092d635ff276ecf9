"""Every .txt beside this file is a session; `pytest --rewrite` accepts what it prints now."""

from pathlib import Path

import pytest

from tests.helpers.transcripts import Player

HERE = Path(__file__).parent
SESSIONS = sorted(HERE.glob("*.txt"))


@pytest.mark.parametrize("path", SESSIONS, ids=lambda p: p.stem)
def test_a_session_prints_what_its_transcript_says(path, tmp_path, capfd, monkeypatch, request):
    root = tmp_path / "life"
    root.mkdir()
    monkeypatch.chdir(root)
    said = path.read_text(encoding="utf-8")

    now = Player(root, capfd, monkeypatch).played(said)

    if request.config.getoption("--rewrite"):
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8"), (
        "The transcript differs; `make rewrite`, then read the diff."
    )
