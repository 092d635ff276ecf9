"""Links and refs in Markdown and in rows that lead to an entity: found, and turned elsewhere.

Wiki links (`[[people/mina]]`, with `areas/`, an alias, in table cells), Markdown and HTML links
to a file of the entity's folder, `memctl:` addresses and refs in front matter. Code is an example
and stays as it is; so does every character that is no part of such a reference.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from memctl.expressions import later
from memctl.formats.markdown.front_matter import find_front_matter
from memctl.formats.markdown.lines import Fences
from memctl.formats.markdown.markers import MarkedBlock, digest_of, find_blocks

_WIKI = later(
    r"(\[\[\s*+)([^\s\[\]|\\#](?:[^\[\]|\\#\n]*[^\s\[\]|\\#])?+)"
    r"(\s*+(?:#([^\[\]|\\\n]+))?(?=\\?\||\s*\]\]))"
)
_MARKDOWN = later(r"(\]\(\s*|^ {0,3}\[[^\]\n]+\]:\s*)(<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))+)")
_HTML = later(r"""(<[A-Za-z][^<>\n]*?\s(?:href|src)\s*=\s*["'])([^"'<>\n]+)""")
_CODE = later(r"(`+[^`\n]*`+)")
_SCHEME = later(r"[A-Za-z][A-Za-z0-9+.-]*:")
_ESCAPED = later(r"(?:%[0-9A-Fa-f]{2})+")
_DIGEST = later(r"sha256:([0-9a-f]{8,64})")


@dataclass(frozen=True, slots=True)
class Moving:
    """An entity on its way, as links see it."""

    ref: str
    to: str
    folder: str
    """Relative to the workspace, like the paths of documents."""
    to_folder: str
    ids: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Rows whose id changes with it."""

    def path(self, path: str) -> str:
        """Where a file of the workspace stands afterwards."""
        inside = path == self.folder or path.startswith(f"{self.folder}/")
        return self.to_folder + path[len(self.folder) :] if inside else path


def rewrite_links(text: str, path: str, moving: Moving) -> str:
    """The document with its references turned; equal to `text` when it holds none.

    A document that moves itself keeps its links to places that do not. A generated block
    gets its digest anew, unless somebody had edited it.

    Args:
        text: Without byte order mark.
        path: Where the document stands before the move.
        moving: What goes where.
    """
    lines = tuple(_turned_lines(text, path, moving))
    turned = "".join(new for _, new in lines)
    return turned if turned == text else _sealed(text, turned)


def linking_lines(text: str, path: str, moving: Moving) -> tuple[int, ...]:
    """The lines, from 1, that refer to the entity."""
    turned = enumerate(_turned_lines(text, path, moving), start=1)
    return tuple(number for number, (old, new) in turned if old != new)


def rewrite_related(value: Any, moving: Moving) -> Any:
    """A value of `relatedEntities` in whatever form it is, with its refs turned.

    In a list each ref stands once afterwards.
    """
    if isinstance(value, str):
        return _turned_ref(value, moving)
    if isinstance(value, dict):
        return {k: rewrite_related(v, moving) for k, v in value.items()}
    if not isinstance(value, list):
        return value
    made = [rewrite_related(v, moving) for v in value]
    if made == value:
        return value
    return [v for at, v in enumerate(made) if v not in made[:at]]


def rewrite_address(value: Any, moving: Moving) -> Any:
    """A value of `movedTo`, `ENTITY#ID`, turned."""
    if not isinstance(value, str) or "#" not in value:
        return value
    ref, _, row = value.partition("#")
    turned = _turned_path(ref.strip(), moving)
    return value if turned is None else f"{turned}#{moving.ids.get(row.strip(), row)}"


def _turned_lines(text: str, path: str, moving: Moving) -> Iterator[tuple[str, str]]:
    head = find_front_matter(text)
    fences, at = Fences(), 0
    for line in re.findall(r"[^\n]*\n|[^\n]+\Z", text):
        bare = line.rstrip("\r\n")
        if head and head.body_start <= at < head.body_end:
            yield line, _turned_head(bare, moving) + line[len(bare) :]
        elif fences.holds(bare):
            yield line, line
        else:
            parts = _CODE.split(bare)
            parts[::2] = [_turned(part, path, moving) for part in parts[::2]]
            yield line, "".join(parts) + line[len(bare) :]
        at += len(line)


def _turned(part: str, path: str, moving: Moving) -> str:
    if "[" in part:
        part = _WIKI.sub(lambda m: m[1] + _turned_wiki(m[2], m[3], m[4], moving), part)
        part = _MARKDOWN.sub(lambda m: m[1] + _turned_target(m[2], path, moving), part)
    if "<" in part:
        part = _HTML.sub(lambda m: m[1] + _turned_target(m[2], path, moving), part)
    return _turned_addresses(part, moving) if "memctl:" in part else part


def _turned_head(line: str, moving: Moving) -> str:
    """Refs in a line of front matter: whole ones only, whatever stands around them."""
    pattern = rf"(?<![\w./-])((?:[\w.-]+/)*areas/)?{re.escape(moving.ref)}(?![\w.-])"
    return re.sub(pattern, lambda m: (m[1] or "") + moving.to, line)


def _turned_ref(value: str, moving: Moving) -> str:
    bare = value.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].strip()
    turned = _turned_path(bare, moving)
    return value if turned is None else value.replace(bare, turned, 1)


def _turned_wiki(target: str, rest: str, row: str | None, moving: Moving) -> str:
    turned = _turned_path(target, moving)
    if turned is None:
        return target + rest
    return turned + (rest.replace(row, moving.ids.get(row.strip(), row), 1) if row else rest)


def _turned_path(target: str, moving: Moving) -> str | None:
    """A ref, or the path of a file in the folder, turned; None when it leads elsewhere."""
    for old, new in ((moving.folder, moving.to_folder), (moving.ref, moving.to)):
        found = re.fullmatch(rf"(/|(?:\S*/)?areas/)?{re.escape(old)}(/.*)?", target)
        if found and not (old == moving.folder and found[1] not in {None, "/"}):
            return f"{found[1] or ''}{new}{found[2] or ''}"
    return None


def _turned_addresses(part: str, moving: Moving) -> str:
    pattern = rf"(memctl:(?:areas/)?){re.escape(moving.ref)}(?:#([\w.:-]*\w))?(?![\w/-])"
    return re.sub(
        pattern,
        lambda m: m[1] + moving.to + (f"#{moving.ids.get(m[2], m[2])}" if m[2] else ""),
        part,
    )


def _turned_target(target: str, path: str, moving: Moving) -> str:
    """The target of a Markdown link, in the form in which it was written."""
    is_angled = target.startswith("<")
    bare = target[1:-1] if is_angled else target
    place, mark, anchor = bare.partition("#")
    if not place or _SCHEME.match(place):
        return target
    plain = _unescaped(place)
    turned = _turned_place(plain, path, moving)
    if turned is None:
        return target
    if place != plain or (not is_angled and re.search(r"[\s()<>]", turned)):
        turned = _escaped(turned)
    made = f"{turned}{mark}{anchor}"
    return f"<{made}>" if is_angled else made


def _turned_place(place: str, path: str, moving: Moving) -> str | None:
    """A path as it is written in the document; None when it stays as it is."""
    here, there = (p.rpartition("/")[0] for p in (path, moving.path(path)))
    slash = "/" if place.endswith("/") else ""
    if place.startswith("/"):
        from_root = moving.path(place.strip("/"))
        return None if from_root == place.strip("/") else f"/{from_root}{slash}"
    target = _joined(here, place)
    if target is not None:
        moved = moving.path(target)
        if moved != target or here != there:
            dot = "./" if place.startswith("./") else ""
            made = _relative(there, moved)
            made = made if made.startswith("../") else dot + made
            return None if _joined("", place) == _joined("", made) else made + slash
    # Written as seen from the top of the workspace.
    from_root = moving.path(place.rstrip("/"))
    return None if from_root == place.rstrip("/") else from_root + slash


def _joined(folder: str, place: str) -> str | None:
    """The path that `place` means in a document of `folder`; above the top it keeps its dots."""
    parts: list[str] = []
    for part in (*folder.split("/"), *place.split("/")):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    joined = "/".join(parts)
    return None if folder and joined.startswith("..") else joined


def _relative(folder: str, path: str) -> str:
    here, there = (p.split("/") if p else [] for p in (folder, path))
    same = 0
    while same < min(len(here), len(there)) and here[same] == there[same]:
        same += 1
    return "/".join([".."] * (len(here) - same) + there[same:]) or "."


def _unescaped(text: str) -> str:
    def plain(found: re.Match[str]) -> str:
        return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace")

    return _ESCAPED.sub(plain, text)


def _escaped(text: str) -> str:
    return re.sub(
        r"[^\w./~-]|[^\x00-\x7f]", lambda m: "".join(f"%{b:02X}" for b in m[0].encode()), text
    )


def _sealed(before: str, after: str) -> str:
    """The blocks that nobody had edited bear the digest of what they hold now."""
    pairs = zip(find_blocks(before), find_blocks(after), strict=False)
    for old, new in reversed(tuple(pairs)):
        if new.is_edited and not old.is_edited:
            after = _sealed_block(after, new)
    return after


def _sealed_block(text: str, block: MarkedBlock) -> str:
    at = text.rfind("\n", block.start, block.end) + 1
    digest = digest_of(block.body)
    end = _DIGEST.sub(lambda m: f"sha256:{digest[: len(m[1])]}", text[at : block.end], count=1)
    return text[:at] + end + text[block.end :]
