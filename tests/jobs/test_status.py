import pytest


def test_what_waits_is_counted_with_its_oldest_day(memctl, workspace):
    said = memctl("-w", workspace, "status", "--json").json

    assert said["waiting"] > 0
    assert said["oldestWaiting"] == "2026-01-05"


def test_after_a_heartbeat_nothing_waits(memctl, workspace):
    memctl("-w", workspace, "heartbeat")

    said = memctl("-w", workspace, "status", "--json").json

    assert said["waiting"] == 0
    assert said["jobs"][0]["lastSuccess"].startswith("2026-02-01T12:00")


@pytest.mark.parametrize(("day", "code"), [("2026-02-02", 0), ("2026-02-03", 1)])
def test_an_old_heartbeat_fails_the_status_that_asks_for_a_fresh_one(
    memctl, workspace, monkeypatch, day, code
):
    memctl("-w", workspace, "heartbeat")
    monkeypatch.setenv("MEMCTL_TODAY", day)

    assert memctl("-w", workspace, "status", "--max-age", "26h").code == code


def test_without_any_heartbeat_it_fails_too(memctl, workspace):
    assert memctl("-w", workspace, "status", "--max-age", "26h").code == 1


def test_an_age_that_is_none_is_refused(memctl, workspace):
    assert memctl("-w", workspace, "status", "--max-age", "soon").code == 2
