"""What a call of recall narrows down to, checked: days are days, a name is one entity."""

from datetime import date

from memctl.errors import Ambiguous, UnknownEntity, UsageError
from memctl.index.documents import spelled
from memctl.index.store import Connection


def checked(connection: Connection, options: dict[str, object]) -> dict[str, object]:
    """The same options with days in ISO form and the entity as a ref.

    Raises:
        UsageError: A day that is none.
        UnknownEntity: The entity is nobody.
        Ambiguous: Its name fits several.
    """
    days = {k: _day(k, str(options[k])) for k in ("as_of", "since", "until") if options.get(k)}
    found: dict[str, object] = {**options, **days}
    if options.get("entity"):
        found["entity"] = _ref(connection, str(options["entity"]))
    return found


def _day(option: str, text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        flag = "--" + option.replace("_", "-")
        raise UsageError(f"{flag}: {text!r} is no day.", hint="Write it as YYYY-MM-DD.") from error


def _ref(connection: Connection, name: str) -> str:
    ref = name.strip().strip("/").removeprefix("areas/")
    known = [e for (e,) in connection.execute("SELECT DISTINCT entity FROM name")]
    if ref in known:
        return ref
    rows = connection.execute(
        "SELECT entity, max(whole) FROM name WHERE key = ? GROUP BY entity ORDER BY entity",
        (" ".join(spelled(name)),),
    ).fetchall()
    found = [e for e, whole in rows if whole] or [e for e, _ in rows]
    if len(found) == 1:
        return str(found[0])
    if found:
        raise Ambiguous(name, found)
    import difflib  # noqa: PLC0415 - only a wrong name pays for it

    raise UnknownEntity(name, difflib.get_close_matches(ref, known, n=2))
