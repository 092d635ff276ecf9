"""The log of runs keeps to its size, and is never seen half written."""

from datetime import UTC, datetime

from memctl.workspace import runs
from memctl.workspace.layout import read_layout

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def test_a_long_log_keeps_the_newest_runs(tmp_path):
    layout = read_layout(tmp_path, {"HOME": str(tmp_path)})

    for number in range(50):
        runs.append(layout, job="x" * 8_000, now=NOW, changes=number)

    found = [run.changes for run in runs.read_runs(layout)]
    assert found == list(range(found[0], 50))
    assert 10 <= len(found) < 50
    assert [p.name for p in layout.cache.iterdir()] == ["runs.jsonl"]
