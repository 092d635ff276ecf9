"""What a folder holds that becomes a workspace: what is read as what, and what is not."""

from collections import Counter
from collections.abc import Iterable

from memctl.jobs.recall_look import RESOURCES, all_parts
from memctl.jobs.telling import counted
from memctl.workspace import names
from memctl.workspace.documents import near_documents
from memctl.workspace.paths import join
from memctl.workspace.reading.snapshot import Snapshot

_FOUND: dict[str, tuple[str, str, str]] = {
    "en": ("Found {} with {} in {}.", "Found {} in {}.", "Found {}."),
    "zh": ("找到 {} 个实体、{} 条事实：{}。", "找到 {} 天的笔记：{}。", "找到 {}。"),
}
_SEARCHED = {
    "en": "Recall searches {} in {}; no fact comes from there.",
    "zh": "recall 会搜索 {} 份文档：{}；不从中提取事实。",
}
_LEFT = {
    "en": "Not read: {} in {}. Facts come from dated notes; [names] notes in memctl.toml names"
    " more folders of them. Recall searches a document once it lies in {}/.",
    "zh": "没有读取 {} 个 Markdown 文件：{}。事实只来自按日期命名的笔记，memctl.toml 的"
    " [names] notes 可以加上别的笔记文件夹；放进 {}/ 的文档 recall 会搜索。",
}
_MORE = {"en": (", ", "{} and {} more"), "zh": ("、", "{} 等 {} 处")}
_PLACES = 5
"""So many are named."""
_OWN_FOLDER = "skills/memctl/"


def found_in(snapshot: Snapshot, lang: str) -> list[str]:
    """What the folder holds already, a line a kind; empty for a folder without memory."""
    layout, graph = snapshot.layout, snapshot.graph
    entities, facts = len(graph.entities), sum(1 for _ in graph.facts())
    notes = snapshot.note_names
    roots = ", ".join(root.name or names.AREAS for root in layout.roots)
    graph_line, notes_line, tacit_line = _FOUND[lang]
    lines: list[str] = []
    if entities:
        many = (_many(entities, "entity", lang), _many(facts, "fact", lang))
        lines.append(graph_line.format(*many, roots))
    if notes:
        holding = (f for f in layout.note_folders if any(n.startswith(join(f, "")) for n in notes))
        lines.append(notes_line.format(_many(len(notes), "daily note", lang), ", ".join(holding)))
    if layout.real(layout.tacit).exists():
        lines.append(tacit_line.format(layout.tacit))
    return lines


def read_otherwise(snapshot: Snapshot, lang: str) -> list[str]:
    """The documents that only recall searches, and those that nothing reads: a line each."""
    parts = tuple(all_parts(snapshot))
    searched = [path for part in parts if part.kind == "document" for path in part.files]
    read = {path for part in parts for path in part.files}
    left = [n for n in near_documents(snapshot.layout) if n not in read and not _is_own(n)]
    lines: list[str] = []
    if searched:
        many = _many(len(searched), "document", lang)
        lines.append(_SEARCHED[lang].format(many, _places(searched, lang)))
    if left:
        many = _many(len(left), "markdown file", lang)
        lines.append(_LEFT[lang].format(many, _places(left, lang), RESOURCES))
    return lines


def _is_own(name: str) -> bool:
    """Does memctl itself put it there, or another program read it?"""
    is_ours = name in {*names.BESIDE, names.REVIEW, names.TACIT}
    return is_ours or name.startswith(_OWN_FOLDER)


def _places(files: Iterable[str], lang: str) -> str:
    """The folders at the top that hold most of them, and files at the top by name."""
    many = Counter(name.partition("/")[0] for name in files)
    told = sorted(many, key=lambda place: (-many[place], place))
    pause, more = _MORE[lang]
    named = pause.join(told[:_PLACES])
    rest = len(told) - _PLACES
    if rest <= 0:
        return named
    return more.format(named, rest if lang == "en" else len(told))


def _many(number: int, noun: str, lang: str) -> str:
    return counted(number, noun) if lang == "en" else str(number)
