"""The view in a terminal, driven by its keys."""

import asyncio
import json
from pathlib import Path

import pytest

from memctl.cli.review_view import Actions, ReviewView, editor_call
from memctl.errors import UnknownQuestion
from memctl.graph.entity import EntityRef
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.plan import AddFact, AddTacit, Question
from memctl.graph.report import Changed, JobReport


def question(number, *accept):
    evidence = (Evidence("memory/2026-01-20.md", number, f"words {number}"),)
    return Question(
        f"{number:08x}", "tacit", "MEMORY.md", f"proposal {number}", "why", evidence, accept
    )


RULE = question(1, AddTacit("Preferences", "short emails"))
FACT = question(2, AddFact(EntityRef("people/a"), Fact(FactId("a-001"), "A [b] lives in Porto")))
MANY = question(3)


class Recorder:
    """Actions that note what they were asked to do."""

    def __init__(self, *questions):
        self.open = list(questions)
        self.done = []

    def actions(self):
        return Actions(
            lambda: tuple(self.open),
            lambda i: self._end("accept", i),
            lambda i: self._end("reject", i),
            lambda i, text: self._end("edit", i, text),
            lambda _evidence: None,
        )

    def _end(self, *what):
        if what[1] not in [q.id for q in self.open]:
            raise UnknownQuestion(what[1])
        self.done.append(what)
        self.open = [q for q in self.open if q.id != what[1]]
        return JobReport("review", (Changed("tacit-added", "MEMORY.md", None, None, "x"),))


def played(recorder, *keys):
    """What stands on the screen after these keys."""

    async def play():
        view = ReviewView(recorder.actions())
        async with view.run_test(size=(90, 30)) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            return {name: str(view.query_one(name).render()) for name in ("#question", "#said")}

    return asyncio.run(play())


def test_the_first_question_is_shown_with_its_reason_and_source():
    shown = played(Recorder(RULE, FACT))["#question"]

    assert "proposal 1" in shown
    assert "why" in shown
    assert "memory/2026-01-20.md:1: words 1" in shown


def test_arrows_choose_and_a_key_answers():
    recorder = Recorder(RULE, FACT, MANY)

    played(recorder, "down", "a", "r")

    assert recorder.done == [("accept", FACT.id), ("reject", MANY.id)]


def test_a_statement_is_accepted_in_other_words():
    recorder = Recorder(RULE)

    played(recorder, "e", "end", *" please", "enter")

    assert recorder.done == [("edit", RULE.id, "short emails please")]


def test_escape_leaves_the_words_as_they_are():
    recorder = Recorder(FACT)

    played(recorder, "e", "x", "escape", "a")

    assert recorder.done == [("accept", FACT.id)]


def test_what_states_nothing_has_no_other_words():
    assert "other words" in played(Recorder(MANY), "e")["#said"]


def test_a_source_that_is_no_file_is_not_opened():
    assert "no source" in played(Recorder(RULE), "o")["#said"]


def test_the_last_answer_leaves_an_empty_list():
    assert "No open questions." in played(Recorder(RULE), "a")["#question"]


def test_a_mistake_is_said_and_ends_nothing():
    recorder = Recorder(RULE)
    actions = recorder.actions()
    recorder.actions = lambda: Actions(
        lambda: (RULE,),
        lambda _i: actions.accept("gone"),
        actions.reject,
        actions.edit,
        actions.place,
    )

    assert "No open question has the id 'gone'" in played(recorder, "a")["#said"]


@pytest.mark.parametrize(
    ("editor", "call"),
    [
        ("vi", ["vi", "+7", "n.md"]),
        ("nano -w", ["nano", "-w", "+7", "n.md"]),
        ("/usr/bin/code --wait", ["/usr/bin/code", "--wait", "--goto", "n.md:7"]),
    ],
)
def test_an_editor_is_called_as_it_likes_it(monkeypatch, editor, call):
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor)

    assert editor_call(Path("n.md"), 7) == call


def test_without_a_terminal_there_is_no_view(memctl, workspace):
    result = memctl("-w", workspace, "review", "view", "--json")

    assert result.code == 2
    assert json.loads(result.err)["error"]["hint"] == "memctl review list"
