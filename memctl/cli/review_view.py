"""The questions in a terminal: arrow keys choose, one key answers, the source opens in an editor.

What a key does is handed in, so that the view knows neither files nor jobs.
"""

import os
import shlex
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from memctl.cli.printing import evidence_line, one_line
from memctl.errors import MemctlError
from memctl.graph.controls import harmless
from memctl.graph.fact import Evidence
from memctl.graph.plan import AddFact, AddTacit, Question
from memctl.graph.report import JobReport

_BY_PLACE = frozenset({"code", "codium", "cursor", "subl", "zed"})
"""Editors that take FILE:LINE; all others take +LINE FILE."""


@dataclass(frozen=True, slots=True)
class Actions:
    """What the keys do."""

    questions: Callable[[], tuple[Question, ...]]
    accept: Callable[[str], JobReport]
    reject: Callable[[str], JobReport]
    edit: Callable[[str, str], JobReport]
    place: Callable[[Evidence], Path | None]
    """The file that a piece of evidence stands in; None when it is no file of the workspace."""


class ReviewView(App[None]):
    """A list of questions above the one that is chosen."""

    CSS = """
    OptionList { height: 40%; border: round $primary; }
    VerticalScroll { border: round $secondary; padding: 0 1; }
    #said { height: auto; padding: 0 1; }
    Input { display: none; }
    Input.open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "accept", "accept"),
        Binding("r", "reject", "reject"),
        Binding("e", "edit", "in other words"),
        Binding("o", "open", "open source"),
        Binding("escape", "leave_words", "back", show=False),
        Binding("q", "quit", "quit"),
    ]

    def __init__(self, actions: Actions) -> None:
        """Nothing is shown yet."""
        super().__init__()
        self.title = "memctl review"
        self._actions = actions
        self._questions: tuple[Question, ...] = ()

    def compose(self) -> ComposeResult:
        """The parts of the screen from top to bottom."""
        yield OptionList(id="questions")
        with VerticalScroll():
            yield Static(id="question", markup=False)
        # Selected as a whole, the words would be gone at the first key.
        yield Input(id="words", select_on_focus=False)
        yield Static(id="said", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show what is open."""
        self._refresh_list()
        self.query_one(OptionList).focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the question that the cursor is on."""
        question = self._questions[event.option_index]
        self.query_one("#question", Static).update(harmless("\n".join(_lines(question))))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept the question in the words that were typed."""
        self.action_leave_words()
        self._answer(lambda q: self._actions.edit(q.id, event.value))

    def action_accept(self) -> None:
        """Accept the question."""
        self._answer(lambda q: self._actions.accept(q.id))

    def action_reject(self) -> None:
        """Reject the question; it does not come back."""
        self._answer(lambda q: self._actions.reject(q.id))

    def action_edit(self) -> None:
        """Take up the words of the statement."""
        question = self._chosen()
        stated = (
            [c for c in question.accept if isinstance(c, AddFact | AddTacit)] if question else []
        )
        if len(stated) != 1:
            self._say("It states nothing that could be said in other words.")
            return
        words = self.query_one(Input)
        words.value = stated[0].fact.text if isinstance(stated[0], AddFact) else stated[0].text
        words.cursor_position = len(words.value)
        words.add_class("open")
        words.focus()

    def action_leave_words(self) -> None:
        """Leave the words as they are."""
        self.query_one(Input).remove_class("open")
        self.query_one(OptionList).focus()

    def action_open(self) -> None:
        """Open the newest source in the person's editor."""
        question = self._chosen()
        evidence = question.evidence[-1] if question and question.evidence else None
        path = self._actions.place(evidence) if evidence else None
        if evidence is None or path is None or not path.is_file():
            self._say("It has no source that could be opened.")
            return
        call = editor_call(path, evidence.line)
        try:
            with self.suspend():
                # The person's own editor, by the person's own setting.
                subprocess.run(call, check=False)  # noqa: S603 - as said above
        except OSError as error:
            self._say(f"{call[0]}: {error.strerror}")

    def _answer(self, act: Callable[[Question], JobReport]) -> None:
        question = self._chosen()
        if question is None:
            return
        try:
            report = act(question)
        except MemctlError as error:
            self._say(f"{error.message} {error.hint or ''}")
            return
        self._say("; ".join(_told(report)) or "Noted.")
        self._refresh_list()

    def _chosen(self) -> Question | None:
        at = self.query_one(OptionList).highlighted
        return self._questions[at] if at is not None and at < len(self._questions) else None

    def _refresh_list(self) -> None:
        choices = self.query_one(OptionList)
        at = choices.highlighted or 0
        self._questions = self._actions.questions()
        choices.clear_options()
        choices.add_options([Option(_title(q)) for q in self._questions])
        if self._questions:
            choices.highlighted = min(at, len(self._questions) - 1)
        else:
            self.query_one("#question", Static).update("No open questions.")

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(harmless(text))


def editor_call(path: Path, line: int | None) -> list[str]:
    """How the person's editor opens a file at a line."""
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    if line is None:
        return [*editor, str(path)]
    if Path(editor[0]).stem in _BY_PLACE:
        return [*editor, "--goto", f"{path}:{line}"]
    return [*editor, f"+{line}", str(path)]


def _title(question: Question) -> str:
    words = f"{question.kind:<12} {question.entity}: {one_line(question.proposal)}"
    return harmless(words).replace("[", "\\[")


def _lines(question: Question) -> Iterator[str]:
    yield f"{question.entity}: {question.proposal}"
    yield ""
    if question.reason:
        yield question.reason
    yield from (evidence_line(e) for e in question.evidence)


def _told(report: JobReport) -> Iterator[str]:
    for change in report.changes:
        words = one_line(change.after or change.before or "")
        yield f"{change.kind} {change.entity or ''} {words}".strip()
