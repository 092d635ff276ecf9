"""Conversations of other programs, read beside the notes: nothing twice, nothing lost."""

import bz2
import gzip
import json
import lzma
import os
import sqlite3
import sys
import tempfile
import zipfile
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memctl.jobs.steps import open_desk
from memctl.jobs.talks import listening
from memctl.jobs.talks.conversations import Conversations
from memctl.jobs.waiting import read_by, waiting_blocks
from memctl.workspace import unpacking
from memctl.workspace.ledgers import ledger_of
from memctl.workspace.reading.snapshot import observe
from tests.helpers.talks import CLAW_HEAD, claw_line, set_source
from tests.helpers.trees import read_tree, write_tree

MOVED = "My friend Mina Okafor moved to Porto."
AGAIN = "My friend Mina Okafor moved to Faro."
zstd = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
PACK = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstd.compress,
}
IN_BLOCKS = {".bz2", ".zst"}
"""A block that is not whole gives nothing."""


@pytest.fixture
def life(tmp_path, monkeypatch) -> Path:
    """A workspace with one source beside it: `talks/`, OpenClaw's."""
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    root = tmp_path / "life"
    (root / "areas").mkdir(parents=True)
    (tmp_path / "talks" / "main" / "sessions").mkdir(parents=True)
    set_source(root, "../talks")
    return root


def session(life: Path, name: str = "s1.jsonl") -> Path:
    return life.parent / "talks" / "main" / "sessions" / name


def facts(root: Path) -> list[dict]:
    files = sorted(root.glob("areas/**/items.json"))
    return [row for file in files for row in json.loads(file.read_text(encoding="utf-8"))]


def wait(root: Path) -> list[str]:
    """What waits to be read, as a run would see it."""
    desk = open_desk(str(root), environ=dict(os.environ))
    notes = Conversations(desk).notes()
    return [b.text for b in waiting_blocks(observe(desk.layout), notes, today=desk.today)]


def test_what_was_said_becomes_a_fact_with_file_and_message(memctl, life):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")

    report = memctl("-w", life, "heartbeat", "--json").json

    (fact,) = facts(life)
    assert (fact["fact"], fact["source"]) == (MOVED, "conversation")
    assert fact["evidence"] == [
        {
            "path": "source:openclaw/main/sessions/s1.jsonl",
            "line": 2,
            "quote": MOVED,
            "day": "2026-01-05",
            "message": "m1",
        }
    ]
    assert report["problems"] == []


def test_twice_is_once(memctl, life):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    memctl("-w", life, "heartbeat")
    before = read_tree(life)

    again = memctl("-w", life, "heartbeat")

    assert "nothing new; nothing was written" in again.out
    assert read_tree(life) == before


def test_notes_and_conversations_are_read_in_the_order_of_their_days(memctl, life):
    write_tree(life, {"memory/2026-01-20.md": f"# 2026-01-20\n\n- {AGAIN}\n"})
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")

    memctl("-w", life, "heartbeat")

    assert [(f["fact"], f["status"]) for f in facts(life)] == [
        (MOVED, "superseded"),
        (AGAIN, "active"),
    ]


def test_the_day_of_a_message_is_that_of_the_workspace(memctl, life):
    (life / "memctl.toml").write_text('[time]\nzone = "Asia/Shanghai"\n', encoding="utf-8")
    set_source(life, "../talks")
    late = claw_line(1, MOVED, at="2026-01-05T20:00:00.000Z")
    session(life).write_text(CLAW_HEAD + late, encoding="utf-8")

    memctl("-w", life, "heartbeat")

    assert facts(life)[0]["timestamp"] == "2026-01-06"


def test_nothing_is_written_beside_the_conversations(memctl, life):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    before = read_tree(life.parent / "talks"), session(life).stat().st_mtime_ns

    memctl("-w", life, "heartbeat")
    memctl("-w", life, "why", "mina-okafor-001")

    assert (read_tree(life.parent / "talks"), session(life).stat().st_mtime_ns) == before


def test_a_dry_run_remembers_nothing(memctl, life):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    before = read_tree(life)

    report = memctl("-w", life, "heartbeat", "--dry-run")

    assert MOVED in report.out
    assert read_tree(life) == before


def test_what_is_said_while_the_file_grows_is_read(memctl, life):
    session(life).write_text(CLAW_HEAD + claw_line(1, "Good morning."), encoding="utf-8")
    memctl("-w", life, "heartbeat")
    with session(life).open("a", encoding="utf-8") as file:
        file.write("".join(claw_line(n, f"Rain, day {n}.") for n in range(2, 60)))
    memctl("-w", life, "heartbeat")
    with session(life).open("a", encoding="utf-8") as file:
        file.write(claw_line(60, MOVED))

    memctl("-w", life, "heartbeat")

    assert [f["evidence"][0]["line"] for f in facts(life)] == [61]


def test_behind_the_mark_only_what_is_new_is_parsed(memctl, life):
    talk = CLAW_HEAD + "".join(claw_line(n, f"Rain, day {n}.") for n in range(1, 200))
    session(life).write_text(talk, encoding="utf-8")
    memctl("-w", life, "heartbeat")
    with session(life).open("a", encoding="utf-8") as file:
        file.write(claw_line(200, MOVED))

    notes = Conversations(open_desk(str(life), environ=dict(os.environ))).notes()

    assert len(notes[0].blocks) == 21
    assert wait(life) == [MOVED]


def test_a_file_too_long_for_one_run_is_read_on_by_the_next(memctl, life, monkeypatch):
    lines = [claw_line(n, f"Nothing much on day {n}.") for n in range(1, 60)]
    text = CLAW_HEAD + "".join(lines) + claw_line(60, MOVED)
    session(life).write_text(text, encoding="utf-8")
    monkeypatch.setattr(listening, "_AT_ONCE", len(text) - 200)

    first = memctl("-w", life, "heartbeat").out
    told = facts(life)
    memctl("-w", life, "heartbeat")

    assert told == [], first
    assert [row["fact"] for row in facts(life)] == [MOVED]


def test_what_was_undone_is_read_again(memctl, life):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    memctl("-w", life, "heartbeat")

    memctl("-w", life, "undo")

    assert wait(life) == [MOVED]


def test_with_its_ledger_lost_no_fact_comes_twice(memctl, life):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    memctl("-w", life, "heartbeat")
    (life / ".memctl" / "consumed.jsonl").unlink()
    session(life).rename(session(life, "s1.jsonl.reset.2026-01-31T10-00-00.000Z"))

    memctl("-w", life, "heartbeat")

    assert [f["fact"] for f in facts(life)] == [MOVED]


def test_a_message_of_a_day_to_come_waits_for_its_day(memctl, life, monkeypatch):
    later = claw_line(1, MOVED, at="2026-02-03T09:00:00.000Z")
    session(life).write_text(CLAW_HEAD + later, encoding="utf-8")
    report = memctl("-w", life, "heartbeat", "--json").json
    assert [p["slug"] for p in report["problems"]] == ["future-date"]
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-04")

    memctl("-w", life, "heartbeat")

    assert [f["timestamp"] for f in facts(life)] == ["2026-02-03"]


@pytest.mark.parametrize("ending", PACK)
def test_a_file_that_is_packed_away_says_nothing_new_and_is_found_again(memctl, life, ending):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    memctl("-w", life, "heartbeat")
    packed = session(life, f"s1.jsonl{ending}")
    packed.write_bytes(PACK[ending](session(life).read_bytes()))
    session(life).unlink()

    report = memctl("-w", life, "heartbeat")

    assert "nothing new" in report.out
    why = memctl("-w", life, "why", "mina-okafor-001", "--json").json
    assert why["evidence"][0]["isFound"]
    assert why["evidence"][0]["path"] == f"source:openclaw/main/sessions/s1.jsonl{ending}"


@pytest.mark.parametrize("ending", PACK)
def test_a_packed_file_that_is_cut_off_is_read_as_far_as_it_goes(life, ending):
    noise = "".join(claw_line(n, os.urandom(40).hex()) for n in range(2, 400))
    packed = PACK[ending]((CLAW_HEAD + claw_line(1, MOVED) + noise).encode())
    session(life, f"s1.jsonl{ending}").write_bytes(packed[: len(packed) * 9 // 10])

    assert ending in IN_BLOCKS or wait(life)[0] == MOVED


def test_what_a_compaction_leaves_is_not_read_again(memctl, life):
    lines = [claw_line(n, f"Rain, day {n}.") for n in range(1, 40)]
    session(life).write_text(CLAW_HEAD + "".join(lines), encoding="utf-8")
    memctl("-w", life, "heartbeat")
    session(life).write_text(
        CLAW_HEAD + "".join(lines[30:]) + claw_line(40, MOVED), encoding="utf-8"
    )

    assert wait(life) == [MOVED]


def database(path: Path, texts: list[str], *, journal: str = "delete") -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    base = sqlite3.connect(path, isolation_level=None)
    base.execute(f"PRAGMA journal_mode = {journal}").fetchall()
    base.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
    base.execute(
        "CREATE TABLE IF NOT EXISTS transcript_events (session_id TEXT NOT NULL, "
        "seq INTEGER NOT NULL, event_json TEXT, created_at INTEGER, PRIMARY KEY (session_id, seq))"
    )
    rows = [("s1", n, claw_line(n, text), 0) for n, text in enumerate(texts, start=1)]
    base.executemany("INSERT OR REPLACE INTO transcript_events VALUES (?, ?, ?, ?)", rows)
    return base


def test_sessions_in_a_database_are_read_and_those_moved_into_it_are_known(memctl, life):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    memctl("-w", life, "heartbeat")
    path = life.parent / "talks" / "main" / "agent" / "openclaw-agent.sqlite"
    session(life).unlink()

    database(path, [MOVED, "My friend Lars Holm moved to Bergen."]).close()

    assert wait(life) == ["My friend Lars Holm moved to Bergen."]
    why = memctl("-w", life, "why", "mina-okafor-001", "--json").json
    place = "source:openclaw/main/agent/openclaw-agent.sqlite/s1"
    assert (why["evidence"][0]["path"], why["evidence"][0]["line"]) == (place, 2)


def pack_events(path: Path) -> None:
    """As OpenClaw keeps an event that is long."""
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("ALTER TABLE transcript_events ADD COLUMN event_zstd BLOB")
    for seq, text in base.execute("SELECT seq, event_json FROM transcript_events").fetchall():
        row = (zstd.compress(text.encode()), seq)
        base.execute(
            "UPDATE transcript_events SET event_json = NULL, event_zstd = ? WHERE seq = ?", row
        )
    base.close()


@pytest.mark.parametrize("ending", [*PACK, ".zip"])
def test_what_unpacks_to_far_more_than_it_is_packed_is_named_and_not_read(memctl, life, ending):
    flood = (CLAW_HEAD + claw_line(1, MOVED)).encode() + b"\n" * (2**24 + 2**20)
    path = session(life, "s1.zip" if ending == ".zip" else f"s1.jsonl{ending}")
    if ending == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("s1.jsonl", flood)
    else:
        path.write_bytes(PACK[ending](flood))

    report = memctl("-w", life, "heartbeat", "--json").json

    assert [p["slug"] for p in report["problems"]] == ["unpacks-too-far"]
    assert not report["changes"]


def test_long_events_of_a_database_are_packed_and_read(life):
    path = life.parent / "talks" / "main" / "agent" / "openclaw-agent.sqlite"
    database(path, [MOVED]).close()
    pack_events(path)

    assert wait(life) == [MOVED]


def test_without_a_library_for_it_packed_events_wait_and_the_cure_is_told(
    memctl, life, monkeypatch
):
    path = life.parent / "talks" / "main" / "agent" / "openclaw-agent.sqlite"
    database(path, [MOVED]).close()
    pack_events(path)
    session(life, "old.jsonl.zst").write_bytes(zstd.compress(claw_line(3, AGAIN).encode()))
    with monkeypatch.context() as bare:
        bare.setattr(unpacking, "_library", lambda: None)
        report = memctl("-w", life, "heartbeat", "--json").json

    assert [p["slug"] for p in report["problems"]] == ["cannot-unpack"] * 2
    assert all("memctl-life[zstd]" in f"{p['message']} {p['hint']}" for p in report["problems"])
    assert not report["changes"]
    # Installed meanwhile: nothing of it counts as read.
    assert sorted(wait(life)) == [AGAIN, MOVED]


def test_what_stands_in_the_journal_of_a_database_only_is_read_without_a_trace(memctl, life):
    path = life.parent / "talks" / "main" / "agent" / "openclaw-agent.sqlite"
    writer = database(path, ["Good morning."], journal="wal")
    memctl("-w", life, "heartbeat")
    writer = database(path, ["Good morning.", MOVED], journal="wal")
    before = sorted(p.name for p in path.parent.iterdir()), path.read_bytes()

    waiting = wait(life)

    assert waiting == [MOVED]
    assert (sorted(p.name for p in path.parent.iterdir()), path.read_bytes()) == before
    writer.close()


def test_an_archive_is_read_where_it_lies(life, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-09")
    export = Path(__file__).parents[2] / "cases/transcripts/chatgpt-export/ws/export"
    (life / "exports").mkdir()
    with zipfile.ZipFile(life / "exports" / "chatgpt.zip", "w") as archive:
        archive.write(export / "conversations.json", "conversations.json")
        archive.write(export / "user.json", "user.json")
    set_source(life, "exports", "chatgpt")

    assert len(wait(life)) == 8


@pytest.mark.parametrize("odd", ["link", "pipe", "folder", "loop"])
def test_links_and_pipes_are_not_opened(life, odd):
    outside = life.parent / "outside.jsonl"
    outside.write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    place = session(life, "odd.jsonl")
    make = {
        "link": lambda: place.symlink_to(outside),
        "pipe": lambda: os.mkfifo(place),
        "folder": place.mkdir,
        "loop": lambda: place.symlink_to(place.parent, target_is_directory=True),
    }
    make[odd]()

    assert wait(life) == []


@pytest.mark.parametrize("text", ["", "{", "null", "\0" * 100, '"x"\n' * 3, "[[[[", "\ud800"])
def test_a_file_that_holds_anything_else_stops_nothing(memctl, life, text):
    session(life).write_bytes(text.encode("utf-8", "surrogatepass"))
    session(life, "s2.jsonl").write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")

    assert memctl("-w", life, "heartbeat").code == 0
    assert [f["fact"] for f in facts(life)] == [MOVED]


def test_a_source_that_is_gone_is_named_and_the_rest_is_done(memctl, life):
    set_source(life, "../nowhere", "codex")
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")

    report = memctl("-w", life, "heartbeat", "--json").json

    assert [(p["slug"], p["path"]) for p in report["problems"]] == [
        ("source-missing", "source:codex")
    ]
    assert [f["fact"] for f in facts(life)] == [MOVED]


def test_what_was_purged_is_not_brought_back_by_a_conversation(memctl, life):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    memctl("-w", life, "heartbeat")
    memctl("-w", life, "fact", "purge", "mina-okafor-001", "--yes")
    (life / ".memctl" / "consumed.jsonl").unlink(missing_ok=True)

    memctl("-w", life, "heartbeat")

    assert [f["status"] for f in facts(life)] == ["purged"]


class Program:
    """A program that keeps one conversation, as carelessly as programs do."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root.parent / "talks"
        self.folder.mkdir(parents=True)
        self.file = self.folder / "s1.jsonl"
        self.pending = b""
        self.said = 0
        self.aside = 0
        self.kept: list[bytes] = []
        self.unread = 0
        """So many messages no run has seen yet: no program throws away what it just wrote."""

    def say(self, half: int) -> None:
        """Write a message, the last `half` of its bytes not yet."""
        self.said += 1
        self.unread += 1
        line = claw_line(self.said, f"Rain, day {self.said}.").encode()
        self.kept.append(line)
        data = self.pending + line
        cut = len(data) - min(half, len(data) - 1)
        self._append(data[:cut])
        self.pending = data[cut:]

    def finish(self, _: int) -> None:
        self._append(self.pending)
        self.pending = b""

    def rotate(self, way: int) -> None:
        """Put the file aside, packed or not, and begin a new one."""
        self.finish(0)
        if not self.file.exists():
            return
        ending = ("", *PACK)[way % 4]
        data = self.file.read_bytes()
        self.aside += 1
        aside = self.folder / f"s1.jsonl.{self.aside}{ending}"
        aside.write_bytes(PACK[ending](data) if ending else data)
        self.file.unlink()

    def compact(self, keep: int) -> None:
        """Write the file anew with the last messages only."""
        self.finish(0)
        kept = self.kept[max(0, self.said - max(self.unread, 1 + keep % 5)) :]
        self.file.write_bytes(CLAW_HEAD.encode() + b"".join(kept))

    def copy(self, _: int) -> None:
        self.finish(0)
        if self.file.exists():
            self.aside += 1
            (self.folder / f"copy-{self.aside}.jsonl").write_bytes(self.file.read_bytes())

    def _append(self, data: bytes) -> None:
        with self.file.open("ab") as file:
            file.write(data)


def run(program: Program) -> list[str]:
    """One heartbeat, but for what it makes of the words: what it reads."""
    environ = {"MEMCTL_TODAY": "2026-02-01", "XDG_CONFIG_HOME": os.environ["XDG_CONFIG_HOME"]}
    desk = open_desk(str(program.root), environ=environ)
    conversations = Conversations(desk)
    snapshot, notes = observe(desk.layout), conversations.notes()
    blocks = waiting_blocks(snapshot, notes, today=desk.today)
    by_path = {note.path: note for note in notes}
    with (program.root / ".memctl" / "consumed.jsonl").open("a", encoding="utf-8") as ledger:
        ledger.writelines(ledger_of(change)[1] for change in read_by(blocks, by_path, snapshot))
    conversations.settle()
    # A message whose line end is still to be written may not have been seen: so may several.
    program.unread = min(program.unread, program.pending.count(b"\n"))
    return [block.text for block in blocks]


acts = st.sampled_from(["say", "say", "say", "finish", "rotate", "compact", "copy", "run"])


@settings(max_examples=40, deadline=None)
@given(story=st.lists(st.tuples(acts, st.integers(0, 200)), max_size=25))
@example(story=[("say", 3), ("say", 159), ("run", 0), ("compact", 0)])
def test_however_a_file_is_written_moved_packed_and_cut_every_message_is_read_once(story):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "life"
        (root / ".memctl").mkdir(parents=True)
        set_source(root, "../talks")
        program = Program(root)
        read: list[str] = []

        for act, number in (*story, ("finish", 0), ("run", 0)):
            read += run(program) if act == "run" else getattr(program, act)(number) or []

        assert sorted(read) == sorted(f"Rain, day {n}." for n in range(1, program.said + 1))


def listed(life: Path, key: str, **entry: str) -> None:
    """The list of sessions that OpenClaw keeps beside them."""
    store = {key: {"updatedAt": 1771920846000, **entry}}
    (session(life).parent / "sessions.json").write_text(json.dumps(store), encoding="utf-8")


def marks(life: Path) -> list[tuple[str, str | None, str | None]]:
    """(text, mark, speaker) of what waits."""
    desk = open_desk(str(life), environ=dict(os.environ))
    notes = Conversations(desk).notes()
    blocks = waiting_blocks(observe(desk.layout), notes, today=desk.today)
    return [(b.text, b.visibility, b.speaker) for b in blocks]


@pytest.mark.parametrize(
    ("key", "entry", "mark", "speaker"),
    [
        ("agent:main:main", {"sessionId": "s1"}, None, "user"),
        ("agent:main:telegram:dm:7", {"sessionId": "s1", "chatType": "direct"}, None, "user"),
        ("agent:main:telegram:group:-100", {"sessionId": "s1"}, "shared", "somebody"),
        ("agent:main:x:1", {"sessionId": "s1", "chatType": "channel"}, "shared", "somebody"),
        ("agent:main:x:1", {"sessionFile": "/a/s1.jsonl", "room": "r"}, "shared", "somebody"),
        ("agent:main:main", {"sessionId": "another"}, "shared", "user"),
    ],
    ids=["main", "direct", "group", "channel", "by its file", "not listed"],
)
def test_the_list_of_sessions_tells_before_whom_it_was_said(life, key, entry, mark, speaker):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    listed(life, key, **entry)

    assert marks(life) == [(MOVED, mark, speaker)]


def test_a_list_that_cannot_be_read_leaves_it_unclear(life):
    session(life).write_text(CLAW_HEAD + claw_line(1, MOVED), encoding="utf-8")
    (session(life).parent / "sessions.json").write_text("{ half")

    assert marks(life) == [(MOVED, "shared", "user")]


@pytest.mark.parametrize(
    ("chat", "mark", "speaker"), [("direct", None, "user"), ("group", "shared", "somebody")]
)
def test_the_database_tells_before_whom_it_was_said(life, chat, mark, speaker):
    path = life.parent / "talks" / "main" / "agent" / "openclaw-agent.sqlite"
    base = database(path, [MOVED])
    base.execute("CREATE TABLE session_windows (session_id TEXT, session_key TEXT, chat_type TEXT)")
    base.execute("INSERT INTO session_windows VALUES ('s1', 'agent:main:x', ?)", (chat,))
    base.close()

    assert marks(life) == [(MOVED, mark, speaker)]


def test_what_was_stated_in_a_group_is_not_told_in_another(memctl, life):
    row = json.loads(claw_line(1, "The launch of Heron has been moved to 4 May."))
    row["message"]["role"] = "assistant"
    session(life).write_text(CLAW_HEAD + json.dumps(row) + "\n", encoding="utf-8")
    listed(life, "agent:main:slack:channel:c1", sessionId="s1")
    write_tree(life, {"areas/projects/heron/summary.md": "# Heron\n"})

    memctl("-w", life, "heartbeat")
    (fact,) = facts(life)

    assert fact["visibility"] == "shared"
    mine = memctl("-w", life, "recall", "When is the launch of Heron?")
    theirs = memctl("-w", life, "recall", "When is the launch of Heron?", "--audience", "group")
    assert "4 May" in mine.out
    assert "4 May" not in theirs.out


@pytest.mark.parametrize(("ending", "age"), [("", 5), ("", -2), (".gz", 5)])
def test_half_a_sentence_of_a_markdown_chat_waits_until_it_is_whole(memctl, life, ending, age):
    set_source(life, "../talks", kind="markdown")
    path = life.parent / "talks" / f"2026-01-30.md{ending}"
    chat = (
        f"**User:** {MOVED}\n\n**Assistant:** Noted.\n\n**User:** My friend Ivo Brandt moved to Be"
    )
    now = open_desk(str(life), environ=dict(os.environ)).now.timestamp()
    pack = PACK.get(ending, bytes)

    path.write_bytes(pack(chat.encode()))
    os.utime(path, (now - age, now - age))
    memctl("-w", life, "heartbeat")
    early = [row["fact"] for row in facts(life)]
    path.write_bytes(pack(f"{chat}rgen.".encode()))
    os.utime(path, (now - 61, now - 61))  # it ends so, for good
    memctl("-w", life, "heartbeat")

    assert early == [MOVED]
    whole = "My friend Ivo Brandt moved to Bergen."
    assert {row["fact"] for row in facts(life)} == {MOVED, whole}
