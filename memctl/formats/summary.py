"""summary.md: names in its front matter, one generated block, the rest a person's own."""

from collections.abc import Iterator, Sequence

from memctl.formats.front_matter import (
    FrontMatter,
    add_alias,
    alias_names,
    find_front_matter,
    find_second_front_matter,
    render_scalar,
)
from memctl.formats.lines import BLANK_RUN, blank_run, ink_lines
from memctl.formats.markers import (
    MarkedBlock,
    find_block,
    first_title,
    head_end,
    replace_block,
    unclosed_starts,
)
from memctl.graph.entity import Summary
from memctl.graph.fact import FactId
from memctl.graph.problem import Problem

__all__ = ["add_alias", "new_summary", "parse_summary", "write_block_into_summary"]

_NAME_KEYS = ("name", "title", "名称", "姓名")


def parse_summary(text: str, path: str) -> tuple[Summary, tuple[Problem, ...]]:
    """What a summary says, and what is odd about its form. Never raises."""
    head, block, title = find_front_matter(text), find_block(text, "summary"), first_title(text)
    summary = Summary(
        path=path,
        title=title[0] if title else None,
        name=head.first(*_NAME_KEYS) if head else None,
        aliases=alias_names(head) if head else (),
        visibility=head.first("visibility") if head else None,
        block=block.body if block else None,
        block_line=block.line if block else None,
        block_facts=tuple(map(FactId, block.facts)) if block else (),
        is_edited=block.is_edited if block else False,
        outside=_outside(text, block),
    )
    return summary, tuple(_problems(text, path, head))


def new_summary(name: str, aliases: Sequence[str] = ()) -> str:
    """The text of a new summary.md: front matter and title."""
    name = " ".join(name.split())
    names = [f"aliases: [{', '.join(map(render_scalar, aliases))}]"] if aliases else []
    return "\n".join(("---", f"name: {render_scalar(name)}", *names, "---", f"# {name}", ""))


def write_block_into_summary(text: str, body: str, facts: Sequence[str]) -> str:
    """`replace_block` for the summary's own block: hand edits in it are kept below."""
    return replace_block(text, "summary", body, facts)


def _outside(text: str, block: MarkedBlock | None) -> tuple[tuple[int, str], ...]:
    begin = head_end(text)
    span = (block.start, block.end) if block else (0, 0)
    return tuple(
        (line.number, line.text)
        for line in ink_lines(text)
        if line.start >= begin and not span[0] <= line.start < span[1]
    )


def _problems(text: str, path: str, head: FrontMatter | None) -> Iterator[Problem]:
    yield from head_problems(text, path, head)
    for line in unclosed_starts(text):
        yield Problem(
            "unclosed-block",
            "warning",
            path,
            line,
            "A marked block begins here and never ends; memctl leaves it alone.",
            "Add its end marker, or delete the start marker.",
        )
    yield from blank_run_problems(text, path)


def head_problems(text: str, path: str, head: FrontMatter | None) -> Iterator[Problem]:
    """What is odd about a file's front matter."""
    if head is None:
        return
    if head.is_broken:
        message = "The front matter is not YAML of the form `key: value`; its values are not read."
        yield Problem("bad-front-matter", "warning", path, 1, message, "Mend it in an editor.")
    second = find_second_front_matter(text, head)
    if second is not None:
        line = text.count("\n", 0, second.start) + 1
        message = "A second front matter follows on the first; only the first one counts."
        yield Problem(
            "duplicate-front-matter", "warning", path, line, message, "Join the two by hand."
        )


def blank_run_problems(text: str, path: str) -> Iterator[Problem]:
    """Blank lines that are an accident."""
    run = blank_run(text)
    if run is not None:
        message = f"{run[1]} blank lines in a row, expected fewer than {BLANK_RUN}."
        yield Problem("blank-line-run", "warning", path, run[0], message, "Delete them.")
