"""Chats kept as Markdown: turns under headings or after names, days in headings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from memctl.expressions import later
from memctl.formats.markdown.front_matter import find_front_matter
from memctl.formats.markdown.lines import Fences
from memctl.formats.markdown.markers import head_end
from memctl.formats.timeline.days import day_of_path, find_day, read_date_heading
from memctl.sources.message import ASSISTANT, USER, Message
from memctl.sources.noise import own_words

_USER = r"user|human|you|me|i|prompt|用户|我|你"
_ASSISTANT = (
    r"assistant|ai|agent|bot|response|chatgpt|gpt-?[\w.]*|claude[ \w.]*|gemini|copilot|openclaw"
    r"|codex|cursor|grok|deepseek|perplexity|kimi|qwen|助手|助理"
)
_PROGRAM = r"system|tool|tools|thinking|reasoning|function|系统|工具|思考"
_OPENING = later(
    r"(?P<mark>#{1,6}[ \t]+|(?:>[ \t]?)?_?\*\*|)\*{0,3}[^\w\s*#>`(\[-]{0,4}[ \t]{0,8}\*{0,3}"
    rf"(?:(?P<user>{_USER})|(?P<assistant>{_ASSISTANT})|(?P<program>{_PROGRAM}))(?: said)?",
    re.IGNORECASE,
)
_WHEN = later(
    r"[ \t*]*(?:[(（\[](?P<inside>[^)）\]\n]{0,60}\d[^)）\]\n]{0,60})[)）\]]"
    r"|\([\w.,\t -]{1,60}\)"
    r"|[—–|@·,-]+[ \t]*(?P<behind>(?:\d{4}-\d\d-\d\d)?[T ]?(?:\d{1,2}:\d\d(?::\d\d)?)?"
    r"(?:[ \t]*[ap]m)?)|)",
    re.IGNORECASE,
)
_END = later(r"[ \t*]*+(?:(?P<colon>[:：])[ \t*]*|_?[ \t]*\Z)")
_HEADING = later(r"(#{1,6})[ \t]+(\S(?:.*\S)?)")
_TIME = later(r"(?<!\d)([01]?\d|2[0-3])[:：]([0-5]\d)(?::[0-5]\d)?\s*(am|pm)?", re.IGNORECASE)
_RULE = later(r"\s*(?:[-*_][ \t]*){3,}\Z")
_NOON = 12


@dataclass(slots=True)
class _Turn:
    line: int
    speaker: str | None
    """None for a program's own text."""
    day: date | None
    when: str
    lines: list[str] = field(default_factory=list)


def is_markdown_chat(text: str) -> bool:
    """Do both sides of a conversation speak here?"""
    speakers = {turn.speaker for turn in _turns(text, "")}
    return {USER, ASSISTANT} <= speakers


def parse_markdown_chat(text: str, path: str) -> Iterator[Message]:
    """What was said, turn by turn; text before the first turn is nobody's.

    Args:
        text: The file.
        path: Its name; a day in it dates the turns, as the front matter or a heading does.
    """
    for turn in _turns(text, path):
        words = own_words("\n".join(turn.lines).strip())
        if turn.speaker and words:
            yield Message(turn.line, turn.speaker, words, _instant(turn), day=turn.day)


def _turns(text: str, path: str) -> Iterator[_Turn]:
    head = find_front_matter(text)
    written = find_day(head.first("date", "created", "日期") or "") if head else None
    day = day_of_path(path) or (written.day if written else None)
    turn: _Turn | None = None
    fences = Fences()
    begin = head_end(text)
    for number, line in enumerate(text[begin:].split("\n"), start=text.count("\n", 0, begin) + 1):
        plain = line.rstrip("\r")
        if fences.holds(plain.lstrip()):
            if turn:
                turn.lines.append(plain)
            continue
        opened = _opened(plain, number, day)
        if opened:
            if turn:
                yield turn
            turn = opened
        elif (dated := _dated(plain, day)) is not None:
            day = dated
            if turn:
                yield turn
            turn = None
        elif turn and not _RULE.match(plain):
            turn.lines.append(plain.removeprefix("> "))
    if turn:
        yield turn


def _opened(line: str, number: int, day: date | None) -> _Turn | None:
    """The turn that this line begins, or None."""
    found = _OPENING.match(line)
    stamp = _WHEN.match(line, found.end()) if found else None
    end = _END.match(line, stamp.end()) if stamp else None
    if found is None or stamp is None or end is None:
        return None
    if not end["colon"] and not found["mark"]:
        return None
    speaker = USER if found["user"] else ASSISTANT if found["assistant"] else None
    when = stamp["inside"] or stamp["behind"] or ""
    stamped = find_day(when, day)
    rest = line[end.end() :]
    return _Turn(number, speaker, stamped.day if stamped else day, when, [rest] if rest else [])


def _dated(line: str, day: date | None) -> date | None:
    """The day of a heading that is a day."""
    found = _HEADING.match(line)
    reading = read_date_heading(found[2], len(found[1]), day) if found else None
    return reading.day if reading else None


def _instant(turn: _Turn) -> datetime | None:
    """Day and time of day, as the clock on the wall showed them."""
    found = _TIME.search(turn.when)
    if found is None or turn.day is None:
        return None
    hour = int(found[1]) % _NOON if found[3] else int(found[1])
    hour += _NOON if found[3] and found[3].lower() == "pm" else 0
    return datetime.fromisoformat(f"{turn.day}T{hour:02}:{found[2]}")
