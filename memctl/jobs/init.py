"""`init`: a new workspace, or the few files that an existing folder needs to become one."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from memctl import resources
from memctl.errors import UsageError
from memctl.formats.markdown.markers import (
    append_block,
    find_block,
    repeats_of,
    replace_block,
)
from memctl.graph.graph import make_graph
from memctl.graph.plan import Change, CreateFile, Plan, WriteBlock
from memctl.graph.report import JobReport
from memctl.jobs.looking_over import found_in, read_otherwise
from memctl.jobs.steps import Desk, carry_out, open_desk
from memctl.jobs.telling import (
    LANGUAGES,
    language_in,
    language_of,
    language_of_locale,
    told,
)
from memctl.workspace.paths import typed_path
from memctl.workspace.reading.snapshot import Snapshot

_BLOCKS = (("AGENTS.md", "rules"), ("HEARTBEAT.md", "duties"))
_SKILLS = {"skills/memctl/SKILL.md": "", ".claude/skills/memctl/SKILL.md": ".claude"}
"""Where a skill is looked for, and the folder that has to be there already."""
_CLAUDE = "CLAUDE.md"
_SEES_RULES = "@AGENTS.md"
"""A line by which CLAUDE.md takes in the rules of the other file."""
_ADOPTED = {
    "en": "Nothing that was there has changed. See what memctl makes of it: memctl check",
    "zh": "原有内容没有改动。看看 memctl 读到了什么：memctl check",
}
_NEXT = {
    "en": 'Next: memctl -w {root} note "what happened today"',
    "zh": '下一步：memctl -w {root} note "今天发生了什么"',
}
_FOLDERS = ("areas/people", "areas/companies", "areas/projects", "memory")


def lay_down(
    folder: str, *, lang: str | None = None, update: bool = False, dry_run: bool = False
) -> JobReport:
    """Make `folder` a workspace and say what was found there.

    In a folder that already holds memory no existing byte changes: AGENTS.md and HEARTBEAT.md
    get one marked block each, and memctl's own files are added.

    Args:
        folder: Made when it is not there.
        lang: Language of the rules and duties; None is the one in which they stand there,
            else that of the files found, else of the locale.
        update: Bring memctl's own blocks and skills up to date where they stand; what a
            person wrote around and between stays.
        dry_run: Say what would be written.

    Raises:
        UsageError: No such language, no folder, or nothing there to update.
    """
    root = _folder(folder, lang, is_update=update)
    if dry_run and not root.exists():
        plan = Plan(tuple(_new_files(lang or language_of_locale(os.environ))))
        return JobReport("init", told(plan, make_graph), dry_run=True)
    root.mkdir(parents=True, exist_ok=True)
    desk = open_desk(str(root), environ=os.environ, dry_run=dry_run)
    look = _Look(lang, update, language_of_locale(os.environ))
    report = carry_out(desk, "init", look.decide, dry_run=dry_run)
    if update:
        return replace(report, notices=(*look.repeated, *report.notices))
    more = _next_steps(desk, look.found, look.tongue)
    return replace(report, notices=(*look.found, *look.apart, *report.notices, *more))


def _folder(folder: str, lang: str | None, *, is_update: bool) -> Path:
    """The folder that is meant, whether or not it is there.

    Raises:
        UsageError: No such language, no folder, or nothing there to update.
    """
    root = typed_path(folder)
    if lang not in {None, *LANGUAGES}:
        raise UsageError(f"No templates for the language {lang!r}.", hint="Use --lang en or zh.")
    if root.exists() and not root.is_dir():
        raise UsageError(f"{root} is a file.", hint="Name a folder, or a new name.")
    if is_update and not root.exists():
        raise UsageError(f"There is no {root} to update.", hint=f"Make it: memctl init {root}")
    return root


@dataclass(slots=True)
class _Look:
    """A look at the folder, and what is told of the last one."""

    lang: str | None
    is_update: bool
    tongue: str
    """In which it is spoken to: at first that of the locale."""
    found: list[str] = field(default_factory=list)
    """What it holds already."""
    apart: list[str] = field(default_factory=list)
    """What else is there of which no fact is made."""
    repeated: list[str] = field(default_factory=list)
    """Blocks that stood there more than once."""

    def decide(self, snapshot: Snapshot) -> Plan:
        """What is missing there."""
        tongue = self.lang or _laid_down_in(snapshot) or language_of(snapshot) or self.tongue
        self.tongue = tongue
        self.found = found_in(snapshot, tongue)
        self.apart = read_otherwise(snapshot, tongue)
        is_old = bool(self.found) or self.is_update
        wanted = _own_files(tongue, snapshot) if is_old else _new_files(tongue, snapshot)
        keeps_blocks = bool(self.found) and not self.is_update
        changes = [c for c in wanted if not _is_there(snapshot, c, keeps=keeps_blocks)]
        self.repeated = [line for c in changes for line in _repeated(snapshot, c)]
        return Plan(tuple(changes))


def _new_files(lang: str, snapshot: Snapshot | None = None) -> Iterator[Change]:
    """Everything that a workspace starts with."""
    yield CreateFile("memctl.toml", resources.text("templates", lang, "memctl.toml"))
    yield CreateFile("MEMORY.md", resources.text("templates", lang, "MEMORY.md"))
    yield from (CreateFile(f"{folder}/.gitkeep", "") for folder in _FOLDERS)
    yield from _own_files(lang, snapshot)


def _own_files(lang: str, snapshot: Snapshot | None) -> Iterator[Change]:
    """What every workspace of memctl has, a new one and an adopted one."""
    for path, name in _BLOCKS:
        yield WriteBlock(path, name, _template(lang, name))
    if snapshot is not None and _claude_needs_rules(snapshot):
        yield WriteBlock(_CLAUDE, "rules", _template(lang, "rules"))
    yield from _skills(lang, snapshot)
    schemas = sorted(resources.folder("schemas").glob("items*.json"))
    for schema in schemas:
        text = schema.read_text(encoding="utf-8")
        yield CreateFile(f".memctl/schemas/{schema.name}", text)
    if schemas:
        yield CreateFile(".vscode/settings.json", _editor_settings(schemas[0].name))


def _skills(lang: str, snapshot: Snapshot | None) -> Iterator[Change]:
    """The skill, whole where it is new; else only its block."""
    head, _, body = _template(lang, "skill").partition("\n\n")
    for path, folder in _SKILLS.items():
        if folder and (snapshot is None or not snapshot.layout.real(folder).is_dir()):
            continue
        yield CreateFile(path, replace_block(f"{head}\n", "skill", body))
        if snapshot is not None and snapshot.layout.real(path).exists():
            yield WriteBlock(path, "skill", body)


def _laid_down_in(snapshot: Snapshot) -> str | None:
    """The language of memctl's own blocks as they stand; None where there is none."""
    skills = ((path, "skill") for path in _SKILLS)
    places = (*_BLOCKS, (_CLAUDE, "rules"), *skills)
    texts = {
        path: snapshot.text(path) for path, _ in places if snapshot.layout.real(path).is_file()
    }
    blocks = (find_block(texts[path], name) for path, name in places if path in texts)
    return language_in(block.body for block in blocks if block is not None)


def _claude_needs_rules(snapshot: Snapshot) -> bool:
    """Is there a CLAUDE.md that has the rules already, or does not take in AGENTS.md?"""
    if not snapshot.layout.real(_CLAUDE).is_file():
        return False
    text = snapshot.text(_CLAUDE)
    return _SEES_RULES not in text or find_block(text, "rules") is not None


def _template(lang: str, name: str) -> str:
    return resources.text("templates", lang, f"{name}.md").strip()


def _editor_settings(schema: str) -> str:
    """Tells an editor which schema an items.json follows."""
    known = [{"fileMatch": ["**/items.json"], "url": f"./.memctl/schemas/{schema}"}]
    return json.dumps({"json.schemas": known}, indent=2) + "\n"


def _is_there(snapshot: Snapshot, change: Change, *, keeps: bool) -> bool:
    """Is there nothing left to do for this change? `keeps`: a block stays as it is."""
    match change:
        case CreateFile(path=path):
            # Settings of an editor are the person's own as soon as there are any.
            place = ".vscode" if path.startswith(".vscode/") else path
            return snapshot.layout.real(place).exists()
        case WriteBlock(path=path, name=name, body=body):
            if not snapshot.layout.real(path).exists():
                return False
            text = snapshot.text(path)
            return find_block(text, name) is not None and (
                keeps or append_block(text, name, body) == text
            )
        case _:
            return False


def _repeated(snapshot: Snapshot, change: Change) -> Iterator[str]:
    """Tells of blocks that stand there more than once."""
    if isinstance(change, WriteBlock) and snapshot.layout.real(change.path).exists():
        for repeat in repeats_of(snapshot.text(change.path), change.name):
            left = "; what you wrote in it stands below the first" if repeat.is_edited else ""
            yield f"{change.path}:{repeat.line - 1}: a second block {change.name} goes{left}."


def _next_steps(desk: Desk, found: list[str], lang: str) -> Iterator[str]:
    if found:
        yield _ADOPTED[lang]
    else:
        yield _NEXT[lang].format(root=desk.layout.root)
