"""Who read along where something was said, by what the host keeps of its sessions.

OpenClaw keeps a list of its sessions (`sessions.json`, in newer versions `session_windows` of its
database). Where that list is, and does not say that a session was between two, it is taken for
one that others read.
"""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

from memctl.graph.note import Note
from memctl.graph.visibility import SHARED, narrower
from memctl.sources.kinds import plain_name
from memctl.sources.message import ASSISTANT, USER, text_in

STORE = "sessions.json"
WINDOWS = "session_windows"
ALL_WINDOWS = f"SELECT * FROM {WINDOWS}"  # noqa: S608 - a constant
_SOMEBODY = "somebody"
_KEY = re.compile(r"(?:^|:)(?:group|channel|room|thread|topic|global)(?::|\Z)|@g\.us\b")
_KEY_OF_TWO = re.compile(r"(?:main|agent:[^:]+:[^:]+)\Z|agent:.*:(?:dm|direct):")
_MANY = frozenset({"group", "channel", "room", "thread"})
_TWO = frozenset({"direct", "dm"})
_SIGNS = ("groupId", "groupChannel", "groupSpace", "subject", "room", "space")
_TOPIC = re.compile(r"(?:-topic-[^/]*)?\.jsonl\Z")


@dataclass(frozen=True, slots=True)
class Company:
    """Before whom a conversation was held."""

    mark: str | None = None
    """What its facts are marked with: what was said in one group is not for every other."""
    is_group: bool = False
    """Then "I" without a name is not surely the user."""


ALONE = Company()
UNCLEAR = Company(SHARED)
GROUP = Company(SHARED, is_group=True)


def of_store(store: Any) -> Mapping[str, Company] | None:
    """The company of every session that the list names, by id and by file; None: it is no list."""
    if not isinstance(store, dict):
        return None
    rows = ((key, entry) for key, entry in store.items() if isinstance(entry, dict))
    return _widest((name, _of_entry(key, entry)) for key, entry in rows for name in _names(entry))


def of_windows(rows: Iterable[Mapping[str, Any]]) -> Mapping[str, Company] | None:
    """The same from rows of the database; None where it has none."""
    found = [(str(row.get("session_id")), _of_window(row)) for row in rows]
    return _widest(found) if found else None


def company_in(known: Mapping[str, Company] | None, session: str) -> Company:
    """The company of one session.

    Args:
        known: What the host's list says; None where there is no list.
        session: Its id, or the name of its file.
    """
    if known is None:
        return ALONE
    plain = plain_name(session)
    return known.get(plain) or known.get(_TOPIC.sub("", plain)) or UNCLEAR


def before(note: Note, company: Company) -> Note:
    """The note as it may be read after this company; turns of others tell of some by themselves."""
    has_others = any(block.speaker not in {None, USER, ASSISTANT} for block in note.blocks)
    mark = company.mark or (SHARED if has_others else None)
    if mark is None:
        return note
    speakers = {USER: _SOMEBODY} if company.is_group else {}
    blocks = (
        replace(
            block,
            visibility=narrower(block.visibility, mark),
            speaker=speakers.get(block.speaker or "", block.speaker),
        )
        for block in note.blocks
    )
    return replace(note, blocks=tuple(blocks))


def _names(entry: Mapping[str, Any]) -> list[str]:
    file = text_in(entry, "sessionFile") or ""
    last = plain_name(re.split(r"[/\\]", file)[-1])
    return [name for name in (text_in(entry, "sessionId"), last) if name]


def _of_entry(key: str, entry: Mapping[str, Any]) -> Company:
    origin = entry.get("origin")
    kinds = {text_in(part, "chatType") for part in (entry, origin) if isinstance(part, dict)}
    return _company(key, kinds, is_group=any(entry.get(sign) for sign in _SIGNS))


def _of_window(row: Mapping[str, Any]) -> Company:
    kinds = {row.get("chat_type"), row.get("session_scope")}
    return _company(str(row.get("session_key")), kinds)


def _company(key: str, kinds: AbstractSet[Any], *, is_group: bool = False) -> Company:
    if is_group or _KEY.search(key) or kinds & _MANY:
        return GROUP
    return ALONE if kinds & _TWO or _KEY_OF_TWO.match(key) else UNCLEAR


def _widest(found: Iterable[tuple[str, Company]]) -> Mapping[str, Company]:
    known: dict[str, Company] = {}
    for name, company in found:
        known[name] = max(known.get(name, ALONE), company, key=(ALONE, UNCLEAR, GROUP).index)
    return known
