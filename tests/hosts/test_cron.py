import os
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.errors import SchedulerFailed
from memctl.hosts import cron
from memctl.hosts.cron import Cron
from memctl.hosts.entry import Entry
from tests.helpers.schedulers import fake_crontab, fake_program

ENTRY = Entry(
    "/home/mila/my life",
    ("/opt/me mctl/bin/memctl", "-w", "/home/mila/my life", "schedule", "run"),
    (("LANG", "de_DE.UTF-8"), ("PATH", "/usr/bin:/bin")),
)
OTHER = Entry("/home/mila/work", ("memctl",), ())


@pytest.fixture
def table(tmp_path):
    return fake_crontab(tmp_path / "bin")


@pytest.fixture
def scheduler(tmp_path, table):
    return Cron({"PATH": f"{table.parent}:{os.environ['PATH']}", "HOME": str(tmp_path)})


def test_an_entry_is_added_behind_the_lines_that_are_there(scheduler, table):
    table.write_bytes(b"MAILTO=mila\n5 4 * * * echo caf\xe9")

    scheduler.enter(ENTRY)

    lines = table.read_bytes().splitlines()
    assert lines[:2] == [b"MAILTO=mila", b"5 4 * * * echo caf\xe9"]
    assert len(lines) == 5


def test_without_any_crontab_one_is_begun(scheduler, table):
    scheduler.enter(ENTRY)

    assert table.read_text() == scheduler.entered(ENTRY.about)["crontab"]


def test_entering_twice_leaves_one_block(scheduler, table):
    scheduler.enter(ENTRY)
    once = table.read_text()
    scheduler.enter(ENTRY)

    assert table.read_text() == once


def test_removing_gives_the_table_back_byte_for_byte(scheduler, table):
    table.write_bytes(b"# mine\r\n5 4 * * * x\n")
    scheduler.enter(OTHER)
    before = table.read_bytes()

    scheduler.enter(ENTRY)
    scheduler.take_out(ENTRY.about)

    assert table.read_bytes() == before


def test_of_blocks_that_somebody_copied_one_is_left_and_none_after_removing(scheduler, table):
    scheduler.enter(ENTRY)
    once = table.read_text()
    table.write_text(f"{once}5 4 * * * mine\n{once}")
    seen = scheduler.entered(ENTRY.about)

    scheduler.enter(ENTRY)
    entered = table.read_text()
    scheduler.take_out(ENTRY.about)

    assert seen == {"crontab": once * 2}
    assert entered == f"{once}5 4 * * * mine\n"
    assert table.read_text() == "5 4 * * * mine\n"


def test_a_line_that_a_person_wrote_into_the_block_stays(scheduler, table):
    scheduler.enter(ENTRY)
    once = table.read_text()
    first, rest = once.split("\n", 1)
    table.write_text(f"{first}\n5 4 * * * mine\n{rest}")

    scheduler.enter(ENTRY)
    assert table.read_text() == f"{once}5 4 * * * mine\n"

    table.write_text(f"{first}\n5 4 * * * mine\n{rest}")
    scheduler.take_out(ENTRY.about)
    assert table.read_text() == "5 4 * * * mine\n"


def test_a_block_that_lost_its_end_does_not_end_with_the_next_one(scheduler, table):
    scheduler.enter(ENTRY)
    once = table.read_text()
    broken = once.rsplit("# <<<", 1)[0] + "5 4 * * * mine\n" + once
    table.write_text(broken)

    with pytest.raises(SchedulerFailed, match="nothing ends it"):
        scheduler.take_out(ENTRY.about)
    assert table.read_text() == broken


def test_a_block_that_lost_its_end_is_not_guessed_at(scheduler, table):
    scheduler.enter(ENTRY)
    broken = table.read_text().rsplit("# <<<", 1)[0] + "5 4 * * * mine\n"
    table.write_text(broken)

    with pytest.raises(SchedulerFailed, match="nothing ends it"):
        scheduler.enter(ENTRY)
    assert table.read_text() == broken


def test_a_crontab_that_cannot_be_read_is_not_taken_for_empty(tmp_path):
    fake_program(tmp_path, "crontab", "#!/bin/sh\necho 'you are not allowed' >&2\nexit 1\n")
    scheduler = Cron({"PATH": str(tmp_path)})

    with pytest.raises(SchedulerFailed, match="not allowed"):
        scheduler.enter(ENTRY)


def test_the_shell_of_cron_reads_the_words_back(tmp_path):
    program = fake_program(
        tmp_path / "a b", "say", '#!/bin/sh\nprintf "%s\\n" "$PATH" "$WORD" "$@"\n'
    )
    entry = Entry(
        "/life", (str(program), "-w", "/my 100% life"), (("WORD", "it's"), ("PATH", "/x"))
    )

    line = Cron({}).planned(entry)["crontab"].splitlines()[1]
    said = subprocess.run(
        ["sh", "-c", line.split("* * * * ")[1].replace("\\%", "%").removesuffix(" >/dev/null")],
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout.splitlines() == ["/x", "it's", "-w", "/my 100% life"]
    assert "100\\% life" in line


@given(lines=st.lists(st.text(st.characters(codec="utf-8")), max_size=6))
def test_no_line_of_a_person_is_touched(lines):
    theirs = "".join(f"{line}\n" for line in lines)

    there = cron.with_block(theirs, ENTRY.about, cron.rendered(ENTRY))

    assert cron.block_in(there, ENTRY.about) == cron.rendered(ENTRY)
    assert cron.with_block(there, ENTRY.about, "") == theirs
