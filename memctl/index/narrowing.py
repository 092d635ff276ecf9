"""What a call of recall narrows down to, checked: days are days, a name is one entity."""

from collections.abc import Iterable
from datetime import date

from memctl.errors import Ambiguous, UnknownEntity, UsageError
from memctl.index.filling.entities import spelled
from memctl.index.request import AUDIENCES
from memctl.index.store import Connection

USUAL = ("people", "companies", "projects")
"""Types that a person may well ask for before there is one of them."""
LINES = ("fact", "summary", "note", "tacit", "document")


def checked(connection: Connection, options: dict[str, object]) -> dict[str, object]:
    """The same options with days in ISO form and the entity as a ref.

    Whoever is not the user is not told, by an offer of near names either, what is hidden.

    Raises:
        UsageError: A day that is none, or a type of no entity.
        UnknownEntity: The entity is nobody.
        Ambiguous: Its name fits several.
    """
    days = {k: _day(k, str(options[k])) for k in ("as_of", "since", "until") if options.get(k)}
    found: dict[str, object] = {**options, **days}
    audience = AUDIENCES.index(str(options.get("audience") or AUDIENCES[0]))
    if options.get("entity"):
        found["entity"] = _ref(connection, str(options["entity"]), audience)
    if options.get("type"):
        found["type"] = _type(connection, str(options["type"]), audience)
    return found


def _day(option: str, text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        flag = "--" + option.replace("_", "-")
        raise UsageError(f"{flag}: {text!r} is no day.", hint="Write it as YYYY-MM-DD.") from error


def _ref(connection: Connection, name: str, audience: int) -> str:
    ref = name.strip().strip("/").removeprefix("areas/")
    named = _named(connection, audience)
    refs = {entity for _, entity in named}
    if ref in refs:
        return ref
    key = " ".join(spelled(name))
    rows = connection.execute(
        "SELECT entity, max(whole) FROM name WHERE key = ? GROUP BY entity ORDER BY entity", (key,)
    ).fetchall()
    rows = [(e, whole) for e, whole in rows if e in refs]
    found = [e for e, whole in rows if whole] or [e for e, _ in rows]
    if len(found) == 1:
        return str(found[0])
    if found:
        raise Ambiguous(name, found)
    words = {**{e.rpartition("/")[2]: e for e in sorted(refs)}, **dict(named)}
    last = ref.rpartition("/")[2].casefold()
    near = (words[word] for word in (*_near(key, words), *_near(last, words)))
    raise UnknownEntity(name, list(dict.fromkeys(near)))


def _type(connection: Connection, name: str, audience: int) -> str:
    """The type, where there is an entity of it, or a kind of line that is called so."""
    refs = {ref for _, ref in _named(connection, audience)}
    types = sorted({ref.partition("/")[0] for ref in refs if "/" in ref})
    if not types or name in {*types, *USUAL, *LINES}:
        return name
    near = _near(name.casefold(), sorted({*types, *USUAL}))
    said = f"Did you mean {' or '.join(near)}?" if near else "There are: " + ", ".join(types)
    raise UsageError(f"--type: no entity is of the type {name!r}.", hint=said)


def _named(connection: Connection, audience: int) -> list[tuple[str, str]]:
    """(name as it is looked up, ref) of the entities that this audience may know of."""
    return connection.execute(
        "SELECT name.key, name.entity FROM name JOIN source ON source.id = name.source"
        " WHERE source.audience >= ?",
        (audience,),
    ).fetchall()


def _near(word: str, known: Iterable[str]) -> list[str]:
    import difflib  # noqa: PLC0415 - only a wrong name pays for it

    return difflib.get_close_matches(word, list(known), n=2, cutoff=0.7)
