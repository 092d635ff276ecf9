"""summary.md: names in its front matter, one generated block, the rest a person's own."""

import re
from collections.abc import Iterable, Iterator, Sequence

from memctl.expressions import later
from memctl.formats.markdown.front_matter import (
    FrontMatter,
    alias_names,
    find_front_matter,
    find_second_front_matter,
)
from memctl.formats.markdown.head_edits import add_alias, remove_alias, render_scalar, set_value
from memctl.formats.markdown.lines import BLANK_RUN, blank_run, newline_of
from memctl.formats.markdown.markers import (
    MarkedBlock,
    find_block,
    first_title,
    head_end,
    lines_after_head,
    replace_block,
    unclosed_starts,
)
from memctl.graph.entity import Summary
from memctl.graph.fact import FactId
from memctl.graph.problem import Problem
from memctl.graph.visibility import AUDIENCES, UNREADABLE_MARK, widest

__all__ = [
    "add_alias",
    "keep_text",
    "new_summary",
    "own_text",
    "parse_summary",
    "remove_alias",
    "rename",
    "write_block_into_summary",
]

_MARK = later(r"^[ \t\"']*visibility[ \t\"']*:(.*)", re.IGNORECASE | re.MULTILINE)
_LOST_HEAD = later(r"\ufeff?---[ \t]*\r?\n\s*[\"']?[\w-]+[\"']?[ \t]*:(?:\s|\Z)")
"""The beginning of a head that never ends."""
_SELF = frozenset({"Me", "我"})
"""Titles of the user's own page while memory knows no name for it."""
_NEW = later(
    r"---\nname: ([^\W_](?:[\w .'()&/+·’-]*\w)?)\n---\n(?=# (.*))(# [^\s#](?:.*[^\s#])?)\n\Z"
)
"""A page as `new_summary` makes it, in which nobody has written yet: thousands may be read."""
_TITLE_LINE = 4
_NAME_KEYS = ("name", "title", "名称", "姓名")


def parse_summary(text: str, path: str) -> tuple[Summary, tuple[Problem, ...]]:
    """What a summary says, and what is odd about its form. Never raises."""
    if new := _NEW.match(text):
        name, title, line = new.groups()
        return Summary(path, title, name, outside=((_TITLE_LINE, line),)), ()
    head, block, title = find_front_matter(text), find_block(text, "summary"), first_title(text)
    summary = Summary(
        path=path,
        title=title[0] if title else None,
        name=head.first(*_NAME_KEYS) if head else None,
        aliases=alias_names(head) if head else (),
        visibility=mark_of(text, head),
        block=block.body if block else None,
        block_line=block.line if block else None,
        block_facts=tuple(map(FactId, block.facts)) if block else (),
        is_edited=block.is_edited if block else False,
        outside=_outside(text, block),
    )
    return summary, tuple(_problems(text, path, head))


def mark_of(text: str, head: FrontMatter | None) -> str | None:
    """Who may be told what stands below this head; None where it does not say.

    A mark, or a whole head, that cannot be read is a word that nobody knows: in doubt nobody
    is told. Of several marks the narrowest counts.
    """
    if head is None:
        return UNREADABLE_MARK if _LOST_HEAD.match(text) else None
    second = find_second_front_matter(text, head)
    if head.is_broken or (second is not None and _MARK.search(second.body)):
        return UNREADABLE_MARK
    marks = _MARK.findall(head.body)
    if not marks:
        return None
    if len(marks) > 1:  # said twice: YAML keeps the last one, we the narrowest
        return AUDIENCES[widest(*(mark.strip(" \t\r\"'") for mark in marks))]
    key = next((key for key in head.values if key.casefold() == "visibility"), "")
    return head.first(key) or UNREADABLE_MARK


def new_summary(name: str, aliases: Sequence[str] = (), title: str = "") -> str:
    """The text of a new summary.md: front matter and title, by default the name."""
    name = " ".join(name.split())
    names = [f"aliases: [{', '.join(map(render_scalar, aliases))}]"] if aliases else []
    return "\n".join(
        ("---", f"name: {render_scalar(name)}", *names, "---", f"# {title or name}", "")
    )


def write_block_into_summary(text: str, body: str, facts: Sequence[str]) -> str:
    """`replace_block` for the summary's own block: hand edits in it are kept below."""
    return replace_block(text, "summary", body, facts)


def rename(text: str, old: str, new: str) -> str:
    """The summary under a new name: in its front matter, and in a title that said the old one.

    One that named nobody gets the name in its front matter.

    Raises:
        FileInvalid: the front matter cannot be read.
    """
    new = " ".join(new.split())
    head, title = find_front_matter(text), first_title(text)
    if title is None and not (head and head.first(*_NAME_KEYS)):
        return _with_name(text, head, new)
    text = set_value(text, _NAME_KEYS, new)
    title = first_title(text)
    if title is None or title[0] not in {old, *_SELF}:
        return text
    # The title stands on the line that ends here, or on the one above its underline.
    start = text.rfind(title[0], 0, title[1])
    return text[:start] + new + text[start + len(title[0]) :]


def _with_name(text: str, head: FrontMatter | None, name: str) -> str:
    newline = newline_of(text)
    line = f"name: {render_scalar(name)}{newline}"
    if head is None:
        return newline.join(("---", line.rstrip(), "---", "")) + text
    return text[: head.body_start] + line + text[head.body_start :]


def keep_text(text: str, heading: str, kept: str) -> str:
    """The summary with a person's words at its end, under a heading of the second level."""
    newline = newline_of(text)
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    words = kept.replace("\r\n", "\n").strip("\n").split("\n")
    return text + gap + newline.join((f"## {heading}", "", *words, ""))


def own_text(text: str) -> str:
    """What a person wrote into a summary: all but its names and an unedited block.

    A title goes where it says no more than a name. Further keys of the front matter come as a
    code block.
    """
    head, block, title = find_front_matter(text), find_block(text, "summary"), first_title(text)
    body = text[head_end(text) :]
    if title is not None:
        line = text.rfind("\n", 0, title[1] - 1) + 1
        cut = text[max(line, head_end(text)) : title[1]]
        names = {head.first(*_NAME_KEYS), *alias_names(head)} if head else {None}
        is_name = not names - {None} or title[0] in names
        body = body.replace(cut, "", 1) if is_name and cut.lstrip().startswith("#") else body
    if block is not None:
        # Without the marks: where the words go there is a block of its own.
        kept_body = block.body if block.is_edited else ""
        body = body.replace(text[block.start : block.end], kept_body, 1)
    kept = [_further_keys(head)] if head and _further_keys(head) else []
    return "\n\n".join(part for part in (*kept, body.strip("\r\n ")) if part)


_NAMES = frozenset({*_NAME_KEYS, "aliases", "alias", "aka", "别名"})


def _further_keys(head: FrontMatter) -> str:
    """Lines of a front matter that say more than names, as a code block; "" for none."""
    known = {head.first(*_NAME_KEYS) or "", *alias_names(head)}
    lines: list[str] = []
    is_name = False
    for line in head.body.splitlines():
        if line[:1] not in {" ", "\t", "-", ""}:
            is_name = line.partition(":")[0].strip() in _NAMES
        is_said = is_name and not head.is_broken and not _beyond(line, known)
        lines += [] if is_said or not line.strip() else [line]
    return "\n".join(("```yaml", *lines, "```")) if lines else ""


def _beyond(line: str, known: Iterable[str]) -> str:
    """What a line of names says besides them: a comment, a key of its own."""
    said = line.partition(":")[2] if line[:1] not in {" ", "\t", "-"} else line
    for name in sorted(known, key=len, reverse=True):
        said = said.replace(name, "")
    return said.strip(" \t-,[]\"'")


def _outside(text: str, block: MarkedBlock | None) -> tuple[tuple[int, str], ...]:
    lines = lines_after_head(text)
    if block is None:
        return tuple([(number, said) for number, _, said in lines])
    start, end = block.start, block.end
    return tuple([(number, said) for number, at, said in lines if not start <= at < end])


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
