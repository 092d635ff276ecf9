"""Fields of a fact as values of a row."""

from datetime import date
from typing import Any

from memctl.formats.rows._habits import EMPTY
from memctl.formats.rows.dialect import CANONICAL
from memctl.formats.rows.row_days import write_day
from memctl.graph.fact import Evidence, Fact


def field_value(fact: Fact, name: str, like: Any = None) -> Any:
    """A field of a fact as it stands in a file; days in the form of `like`."""
    value = getattr(fact, name)
    if name == "timestamp":
        return write_day(fact.day, like) if fact.day else value
    if isinstance(value, date):
        return write_day(value, like)
    if name == "evidence":
        return [evidence_row(e) for e in value]
    if name == "former_id" and len(value) == 1:
        return value[0]
    return list(value) if isinstance(value, tuple) else value


def id_like(fact_id: str, like: Any) -> str | int:
    """An id as a file spells its ids: a number where they are numbers."""
    is_number = isinstance(like, int) and not isinstance(like, bool)
    return int(fact_id) if is_number and str(fact_id).isdecimal() else fact_id


def in_case_of(word: str, like: Any) -> str:
    """A status in the case in which a file writes its own: `SUPERSEDED` beside `ACTIVE`."""
    if not isinstance(like, str) or like == like.lower():
        return word
    return word.upper() if like == like.upper() else word.capitalize()


def evidence_row(evidence: Evidence) -> dict[str, Any]:
    """One place as an object; what is not known is left out."""
    found = {
        "path": evidence.path,
        "line": evidence.line,
        "quote": evidence.quote,
        "day": evidence.day.isoformat() if evidence.day else None,
        "message": evidence.message,
        "by": evidence.by,
    }
    return {key: value for key, value in found.items() if value is not None}


def canonical_row(fact: Fact) -> dict[str, Any]:
    """A fact as a row of our own form."""
    found = {
        key: field_value(fact, name) for name, key in CANONICAL.items() if name != "supersedes"
    }
    return {key: value for key, value in found.items() if value not in EMPTY}
