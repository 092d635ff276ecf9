"""An export as text, and as a new file: in no way a source of memory."""

from pathlib import Path

from memctl.errors import CannotWrite
from memctl.graph.exported import Export, ExportedFact
from memctl.graph.visibility import PRIVATE
from memctl.index.context.fitting import plain
from memctl.jobs.steps import Desk
from memctl.workspace.atomic import publish_new
from memctl.workspace.paths import base_of, real_path


def as_markdown(report: Export) -> str:
    """The same for people and prompts, in one of memctl's marked blocks: it is no source."""
    rows = [report.begin, report.about]
    for entity in report.entities:
        # No heading: that would end a block that has lost its end.
        also = f", also {', '.join(entity.names[1:])}" if entity.names[1:] else ""
        rows += ["", plain(f"**{entity.names[0]} ({entity.ref})**{also}")]
        rows += [plain(f"- {_line(fact)}") for fact in entity.facts]
    rows += [] if report.entities else ["", "There is nothing to tell."]
    if report.audience != PRIVATE:
        rows += ["", f"Left out: what is not for the audience {report.audience}."]
    return "\n".join([*rows, report.end, ""])


def _line(fact: ExportedFact) -> str:
    last = f"until {fact.valid_until}" if fact.valid_until else ""
    days = ", ".join(filter(None, (fact.day, last)))
    by = f" by {fact.superseded_by}" if fact.superseded_by else ""
    on = f" on {fact.until}" if fact.until else ""
    state = "" if fact.current else f"not current: {fact.status}{by}{on}"
    marks = "; ".join(filter(None, (fact.id, state)))
    return f"{fact.text}{f' ({days})' if days else ''}{f' [{marks}]' if marks else ''}"


def write_export(desk: Desk, to: str, text: str) -> str:
    """Put the text into a new file, wholly or not at all; its path.

    Raises:
        CannotWrite: There is something already, or it lies in the workspace.
    """
    named = Path(to)
    path = real_path(str(named.parent), base_of(to)) / named.name
    if desk.layout.places.holds(path):
        hint = "Name one outside: what lies in the workspace is read as memory."
        raise CannotWrite(to, "it lies in the workspace", hint=hint)
    try:
        publish_new(path, text.encode("utf-8", "replace"))
    except FileExistsError as error:
        hint = "Name a file that is not there yet."
        raise CannotWrite(to, "it is there already", hint=hint) from error
    except OSError as error:
        raise CannotWrite(to, error.strerror or str(error)) from error
    return str(path)
