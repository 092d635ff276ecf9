"""What people see: reports as JSON or as lines, errors as two lines on stderr."""

import contextlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from memctl.errors import MemctlError, OutputFailed
from memctl.graph.answers import FactCard, Found
from memctl.graph.controls import harmless, harmless_json
from memctl.graph.fact import Evidence
from memctl.graph.plan import Question
from memctl.graph.problem import Problem
from memctl.graph.report import Changed, FactRow, JobReport, as_json
from memctl.jobs.telling import counted

_SIGNS = {
    "fact-added": "+",
    "fact-superseded": "~",
    "fact-retracted": "-",
    "fact-moved": "-",
    "fact-purged": "-",
    "entity-created": "*",
    "entity-moved": "*",
    "summary-written": "=",
}
_COLOURS = {"+": "green", "-": "red", "~": "yellow", "?": "cyan", "!": "magenta", "@": "cyan"}


@contextlib.contextmanager
def printing() -> Iterator[None]:
    """What is printed inside is out when it ends.

    Raises:
        OutputFailed: It could not be written; what the command did stands.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed(error.strerror or str(error)) from error
    except UnicodeEncodeError as error:
        raise OutputFailed(f"its encoding {error.encoding} has no such characters") from error


def print_json(report: Any) -> None:
    """One JSON object on stdout."""
    print(json_text(report))


def json_text(report: Any) -> str:
    """A report as the JSON object that `--json` prints."""
    return harmless_json(json.dumps(as_json(report), ensure_ascii=False, indent=2))


def print_lines(lines: Iterable[str]) -> None:
    """Lines on stdout, coloured by their first character when a person is watching."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        for line in lines:
            print(harmless(line))
        return
    from rich.console import Console  # noqa: PLC0415 - a pipe never pays for it
    from rich.text import Text  # noqa: PLC0415 - as above

    console = Console(highlight=False)
    for line in lines:
        console.print(Text(harmless(line), style=_COLOURS.get(line[:1], "")), soft_wrap=True)


def print_talk(report: Any) -> None:
    """On stderr: what a job stepped over, which is not its result."""
    for line in talk_lines(report):
        print(harmless(line), file=sys.stderr)


def talk_lines(report: Any) -> Iterator[str]:
    """What a job stepped over."""
    if isinstance(report, JobReport):
        yield from (line for problem in report.problems for line in problem_lines(problem))
        if report.unanswered is not None:
            yield f"memctl: {report.unanswered}"


def print_at_once(line: str) -> None:
    """On stderr, before the report: what a person should know while the job is under way."""
    print(harmless(f"memctl: {line}"), file=sys.stderr, flush=True)


def print_error(error: MemctlError, *, as_json: bool) -> None:
    """What went wrong and what to do next, on stderr."""
    if as_json:
        body = {
            "slug": error.slug,
            "message": error.message,
            "hint": error.hint,
            "exitCode": error.exit_code,
        }
        print(harmless_json(json.dumps({"error": body}, ensure_ascii=False)), file=sys.stderr)
        return
    print(harmless(f"memctl: {error.message}"), file=sys.stderr)
    if error.hint:
        print(harmless(f"  hint: {error.hint}"), file=sys.stderr)


def job_lines(report: JobReport) -> Iterator[str]:
    """A job's report: what changed and why, what is asked, what is wrong."""
    if report.diff:
        yield from report.diff.splitlines()
    told = _told(report)
    yield _headline(report, len(told))
    for change in told:
        yield from change_lines(change)
    new = _new_questions(report)
    yield from (f"? {question_line(q)}  [{q.id}]" for q in new)
    if len(new) < len(report.review):
        more = len(report.review) - len(new)
        yield f"? {more}{' more' if new else ''} waiting for you: memctl review list"
    yield from report.notices
    if report.commit:
        yield f"Committed as {report.commit[:10]}."


def _told(report: JobReport) -> list[Changed]:
    """The changes but for successors, which are told with the row that they replace.

    Of a row that was moved the new one is told, with where it stood.
    """
    successors = {(c.entity, c.after) for c in report.changes if c.kind == "fact-superseded"}
    added = {f"{c.entity}#{c.id}" for c in report.changes if c.kind == "fact-added"}
    return [
        c
        for c in report.changes
        if not (c.kind == "fact-added" and (c.entity, c.after) in successors)
        and not (c.kind == "fact-moved" and c.after in added)
    ]


def question_line(question: Question) -> str:
    """What is asked, behind whom it is about where the words do not say so."""
    said = one_line(question.proposal)
    return said if question.entity in said else f"{question.entity}: {said}"


def _new_questions(report: JobReport) -> list[Question]:
    """What this run asks first and leaves open."""
    return [q for q in report.review if q.id in report.asked]


def _headline(report: JobReport, count: int) -> str:
    changes = counted(count, "change")
    # Where a fact was confirmed or purged, what was asked about it is settled by the way.
    no = len(report.rejected) if report.job == "review" or not count else 0
    rejected = counted(no, "question")
    if report.dry_run:
        planned = f"{changes} planned" + (f", {rejected} to reject" if no else "")
        return f"{report.job}: {planned}; nothing was written."
    if count:
        return f"{report.job}: {changes}" + (f", {rejected} rejected." if no else ".")
    # A run may have read blocks without anything to keep: the ledger has grown.
    new = _new_questions(report)
    asked = [counted(len(new), "new question")] if new else []
    if told := [*([f"{rejected} rejected"] if no else []), *asked]:
        return f"{report.job}: {', '.join(told)}."
    what = "nothing new; nothing was written" if report.undo is None else "nothing to keep"
    return f"{report.job}: {what}."


def change_lines(change: Changed) -> Iterator[str]:
    """One change: what holds now, then what it replaced, the reason and the source below."""
    is_replaced = change.kind == "fact-superseded" and change.after is not None
    name = "#".join(p for p in (change.entity, None if is_replaced else change.id) if p)
    said = one_line(_said(change))
    yield " ".join(word for word in (_SIGNS.get(change.kind, "·"), name, said) if word)
    if is_replaced:
        yield f"    replaces {change.id}: {one_line(change.before or '')}"
    if change.reason:
        yield f"    {change.reason}"
    for evidence in change.evidence:
        # The words of the source need not stand twice.
        yield f"    {_place(evidence) if evidence.quote == said else evidence_line(evidence)}"


def _said(change: Changed) -> str:
    before, after = change.before, change.after
    if change.kind == "fact-retracted":
        return f"{before} (never true)"
    if change.kind == "fact-superseded":
        return after or f"{before} (no longer holds)"
    words = {
        "summary-written": "summary written" if before is None else "summary rewritten",
        "entity-moved": f"-> {after}",
        "fact-moved": f"-> {after}",
        "kept-apart": f"never one with {after}",
        "may-be-one": f"may be one with {after}",
        "entity-renamed": f"{before} -> {after}",
        "alias-added": f"also {after}",
        "alias-removed": f"no longer {before}",
        "text-kept": f"text kept in {after}",
        "references-rewritten": f"references in {after}",
        "words-removed": f"words removed from {after}",
        "fact-purged": "purged",
    }
    return words.get(change.kind) or after or before or change.kind


def _place(evidence: Evidence) -> str:
    return evidence.path if evidence.line is None else f"{evidence.path}:{evidence.line}"


def evidence_line(evidence: Evidence) -> str:
    """File, line and quote of one piece of evidence."""
    return f"{_place(evidence)}: {evidence.quote}"


def problem_lines(problem: Problem) -> Iterator[str]:
    """One problem: where, how bad, what; its cure below."""
    where = problem.path if problem.line is None else f"{problem.path}:{problem.line}"
    yield f"{where}: {problem.level}: {problem.message} [{problem.slug}]"
    if problem.hint:
        yield f"    hint: {problem.hint}"


def fact_line(row: FactRow) -> str:
    """One row: id, the days on which it held, its text, and its state when it is not current."""
    state = "" if row.current else f"  [{row.status}{_by(row)}]"
    state += f"  [visibility: {row.visibility}]" if row.visibility else ""
    name = f"{row.entity}#{row.id}" if row.id else row.entity
    return f"{name}  {row.timestamp or 'undated'}  {one_line(row.fact)}{state}"


def card_lines(card: FactCard) -> Iterator[str]:
    """A fact with where it was read and what it replaced."""
    yield fact_line(card.fact)
    for row in card.before:
        yield f"    replaced {fact_line(row)}"
    for row in card.after:
        yield f"    replaced by {fact_line(row)}"
    for row in card.moved_from:
        yield f"    moved here from {row.entity}#{row.id}"
    if card.moved_to:
        yield f"    never of {card.fact.entity}: it was moved to {fact_line(card.moved_to)}"
    elif card.retired_because:
        yield f"    retired because: {one_line(card.retired_because)}"
    for found in card.evidence:
        yield from _found_lines(found)
    for row in card.once:
        yield f"    until a merge the same id meant {fact_line(row)}"
    if not card.evidence:
        yield f"    no evidence is kept; source: {card.fact.source or 'unknown'}"


def _found_lines(found: Found) -> Iterator[str]:
    where = found.path if found.line is None else f"{found.path}:{found.line}"
    day = f" ({found.day})" if found.day else ""
    yield f"    {where}{day}: {found.quote}"
    if not found.is_found:
        was = f" It was line {found.said_line}." if found.said_line else ""
        yield f"    The quote no longer stands in {found.path}.{was}"
    elif found.said_line not in {None, found.line}:
        yield f"    It was line {found.said_line} when the fact was written."


def _by(row: FactRow) -> str:
    if row.moved_to:
        return f", moved to {row.moved_to}"
    by = f" by {row.superseded_by}" if row.superseded_by else ""
    return by + (f" on {row.until}" if row.until else "")


def one_line(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())
