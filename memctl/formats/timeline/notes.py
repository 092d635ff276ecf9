"""Daily notes: text to dated blocks, and one more entry at the end.

A note's day stands in its file name or front matter; a date heading dates what follows it.
What a program wrote is told apart from what a person wrote, so that it is never a source.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from memctl.formats.markdown.blocks import COLUMN_NAMES, Piece, block_digest, pieces_of
from memctl.formats.markdown.front_matter import find_front_matter
from memctl.formats.markdown.machine import is_machine_heading, is_machine_text
from memctl.formats.summary import blank_run_problems, head_problems, mark_of
from memctl.formats.timeline.days import (
    DayReading,
    TimeReading,
    day_of_path,
    find_day,
    has_own_time,
    read_date_heading,
    read_time,
    weekday_alone,
)
from memctl.formats.timeline.entries import entry_forms
from memctl.graph.controls import without_controls
from memctl.graph.note import Block, Note
from memctl.graph.problem import Problem

_LEADING_MARKS = re.compile(r"^[\s—–|·:：,，-]+")
_WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_OWN_SECTION_MINUTES = 30


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading that still holds: what it says about the blocks below it."""

    level: int
    text: str
    day: DayReading | None
    time: str | None
    is_machine: bool


def parse_note(text: str, path: str, *, tells_machines: bool = True) -> Note:
    """Every block of a note with its day. Never raises.

    Which of them says that it is not for others, `graph.note.confide` tells.

    Args:
        text: The note as text, any line ends.
        path: Its logical path; a day in the file name dates the note.
        tells_machines: Is what a program wrote told apart, and each block by its digest? It
            takes as long as all the rest, and who only looks for problems need not know.
    """
    text = without_controls(text)
    head = find_front_matter(text)
    file_day = day_of_path(path)
    written = find_day(head.first("date", "created", "日期") or "") if head else None
    day = file_day or (written.day if written else None)
    mark = mark_of(text, head)
    reader = _Reader(path, day, file_day, tells_machines=tells_machines, visibility=mark)
    blocks = tuple(reader.blocks(pieces_of(text)))
    problems = (
        *head_problems(text, path, head),
        *blank_run_problems(text, path),
        *reader.problems(),
    )
    problems = tuple(sorted(problems, key=lambda problem: problem.line or 0))
    return Note(path, reader.note_day, blocks, problems, mark)


def append_entry(text: str, day: date, time: str | None, entry: str) -> str:
    """The note with one more entry at its end; the old text is a prefix of the new.

    Written as `- HH:MM entry` below `# DAY`, or as the note writes its own entries. Where
    that would be read as something else (of another day, part of a report, inside an open
    fence), a heading of its own sets it apart.

    Args:
        text: The note of `day`; empty for a new one.
        day: Becomes the heading of a new note.
        time: HH:MM, or None. An entry that begins with a time keeps its own.
        entry: One or more lines; further lines are indented below the first.
    """
    # Which form is read back as it should is tried with a neutral entry: what the entry
    # itself says (a pasted report, a log line) must not decide where it goes.
    trials = enumerate(entry_forms(text, day, time, "x"))
    place = next((n for n, made in trials if _is_read_back(text, made, day)), 0)
    return tuple(entry_forms(text, day, time, entry))[place]


def _is_read_back(text: str, made: str, day: date) -> bool:
    """Is what `made` adds to `text` read as a person's entry of this day?"""
    before = text.count("\n") + (not text.endswith("\n"))
    blocks = parse_note(made, f"{day}.md").blocks
    added = [b for b in blocks if b.line > before and b.kind != "heading"]
    return bool(added) and all(
        b.day == day and b.kind == "bullet" and b.speaker is None for b in added
    )


class _Reader:
    """Walks the pieces once with the headings above them in mind."""

    def __init__(
        self,
        path: str,
        day: date | None,
        file_day: date | None,
        *,
        tells_machines: bool,
        visibility: str | None,
    ) -> None:
        self.note_day = day
        self._tells_machines = tells_machines
        self._visibility = visibility
        self._path = path
        self._file_day = file_day
        self._sections: list[_Section] = []
        self._dated: list[tuple[int, DayReading]] = []
        self._odd: list[Problem] = []
        self._has_times = False  # does the note set its entries' times in front of them?
        self._parent_time: tuple[str | None, str | None] = (None, None)

    def blocks(self, pieces: tuple[Piece, ...]) -> Iterator[Block]:
        stamped = (p for p in pieces if p.kind == "bullet" and read_time(p.text, None))
        self._has_times = any(not has_own_time(p.text) for p in stamped)
        for piece in pieces:
            if piece.kind == "heading" and piece.level < COLUMN_NAMES:
                yield from self._heading(piece)
            else:
                yield self._block(piece)

    def problems(self) -> Iterator[Problem]:
        yield from self._odd
        days = [reading.day for _, reading in self._dated]
        if self._file_day is None or not days:
            return
        if self._file_day not in days and self._dated[0][1].first != self._file_day:
            message = f"The title says {days[0]}, the file name {self._file_day}; the title counts."
            yield self._warning("title-date-mismatch", self._dated[0][0], message)
        other = next((n for n, reading in self._dated if reading.day != days[0]), None)
        if other is not None:
            message = f"Headings of {len(set(days))} days in one note; each dates what follows it."
            yield self._warning("several-dates", other, message)

    def _heading(self, piece: Piece) -> Iterator[Block]:
        while self._sections and self._sections[-1].level >= piece.level:
            self._sections.pop()
        reading = read_date_heading(piece.text, piece.level, self._day or self.note_day)
        if reading:
            self._note_date(piece, reading)
        rest = _without(piece.text, reading)
        stamp = read_time(rest, self._day)
        words = rest[stamp.end :].strip() if stamp else rest
        is_machine = is_machine_heading(words)
        time = stamp.time if stamp else None
        self._sections.append(_Section(piece.level, words, reading, time, is_machine))
        if not reading:
            self._check_weekday(piece)
        if words and weekday_alone(words) is None:
            yield self._made(piece, words, time)

    def _note_date(self, piece: Piece, reading: DayReading) -> None:
        self._dated.append((piece.line, reading))
        self.note_day = self.note_day or reading.day
        if reading.is_wrong_weekday and reading.weekday is not None:
            self._odd_weekday(piece.line, reading.day, reading.weekday)
        if reading.is_range:
            message = (
                f"A heading of several days, {reading.first} to {reading.day}; the last counts."
            )
            self._odd.append(self._warning("date-range", piece.line, message))

    def _check_weekday(self, piece: Piece) -> None:
        weekday = weekday_alone(piece.text) if piece.level == 1 else None
        if weekday is not None and self.note_day and self.note_day.weekday() != weekday:
            self._odd_weekday(piece.line, self.note_day, weekday)

    def _odd_weekday(self, line: int, day: date, weekday: int) -> None:
        message = (
            f"The title says {_WEEKDAY_NAMES[weekday]}, but {day} is a "
            f"{_WEEKDAY_NAMES[day.weekday()]}; the date counts."
        )
        self._odd.append(self._warning("weekday-mismatch", line, message))

    def _block(self, piece: Piece) -> Block:
        if piece.kind in {"code", "machine"}:
            return self._made(piece, piece.text, None)
        stamp = read_time(piece.text, self._day)
        if stamp and not self._has_times and has_own_time(piece.text):
            stamp = None  # "05:40 flight" is no entry of twenty to six
        words = _without_comment(piece.text[stamp.end :] if stamp else piece.text)
        is_machine = self._tells_machines and self._is_machine(piece, words, stamp)
        block = self._made(piece, words, stamp.time if stamp else self._time_above(piece), stamp)
        return replace(block, kind="machine") if is_machine else block

    def _is_machine(self, piece: Piece, words: str, stamp: TimeReading | None) -> bool:
        if piece.speaker == "assistant" or is_machine_text(words):
            return True
        if stamp and is_machine_text(piece.text):
            return True  # a log line, whose stamp tells what it is
        section = next((s for s in self._sections if s.is_machine), None)
        if section is None:
            return False
        if stamp is None or stamp.has_seconds or piece.level or _near(stamp.time, section.time):
            return True
        # A person's own entry below a report: the report has ended.
        self._sections = [replace(s, is_machine=False) for s in self._sections]
        return False

    def _made(
        self, piece: Piece, words: str, time: str | None, stamp: TimeReading | None = None
    ) -> Block:
        day = self._day
        if stamp and stamp.day and stamp.day != day:
            self._note_other_day(piece.line, stamp.day, day)
            day = stamp.day
        return Block(
            path=self._path,
            line=piece.line,
            text=words,
            day=day,
            kind=piece.kind,
            time=time,
            heading=next((s.text for s in reversed(self._sections) if s.text), None),
            speaker=piece.speaker,
            digest=block_digest(day, words) if self._tells_machines else "",
            end_line=piece.end_line,
            parent=piece.parent,
            visibility=self._visibility,
        )

    def _note_other_day(self, line: int, day: date, around: date | None) -> None:
        message = f"An entry of {day} in a note of {around}; its own day counts."
        if not any(p.slug == "next-day-entry" and p.message == message for p in self._odd):
            self._odd.append(self._warning("next-day-entry", line, message))

    @property
    def _day(self) -> date | None:
        above = (s.day.day for s in reversed(self._sections) if s.day)
        return next(above, self.note_day)

    def _time_above(self, piece: Piece) -> str | None:
        del piece
        return next((s.time for s in reversed(self._sections) if s.time), None)

    def _warning(self, slug: str, line: int, message: str) -> Problem:
        return Problem(
            slug, "warning", self._path, line, message, "Mend the heading if it is wrong."
        )


def _without(text: str, reading: DayReading | None) -> str:
    """A heading's words without its date."""
    if reading is None:
        return text
    before, after = text[: reading.start].strip(" —–-|·:：,，(（["), text[reading.end :]
    return f"{before} {_LEADING_MARKS.sub('', after).strip(')）]')}".strip()


def _without_comment(text: str) -> str:
    """An entry without the comment that a program hung on its end."""
    at = text.rfind("<!--") if text.endswith("-->") else -1
    return text[:at].rstrip() if at > 0 else text


def _near(time: str, other: str | None) -> bool:
    if other is None:
        return False
    minutes = abs(_minutes(time) - _minutes(other))
    return minutes <= _OWN_SECTION_MINUTES


def _minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])
