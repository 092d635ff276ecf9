"""A question to the cache: what answers, best first.

On the hot path: the cache, the analyser and the order, nothing else.
"""

from memctl.index.asking import prepare
from memctl.index.bystanders import without_bystanders
from memctl.index.candidates import candidates, replaced
from memctl.index.found import Found
from memctl.index.latest import (
    mark_coming,
    mark_outspoken,
    mark_overtaken,
    put_doubters_above,
    put_turns_above,
)
from memctl.index.ordering import Weights, score_all, sort
from memctl.index.question import Question
from memctl.index.request import Request
from memctl.index.sequels import add_sequels
from memctl.index.showing import answers, mark_stale, shown, without_tail
from memctl.index.store import Connection, asking_words, marks
from memctl.index.unkept import weigh_unkept
from memctl.index.whose import are_others_alone, mark_others, put_mine_first, put_named_first

_TELLING = 0.3
"""Share of what is asked from which on a line can overtake another."""


class Answer:
    """What recall found."""

    __slots__ = ("is_answered", "nobody", "results", "unweighed")

    def __init__(
        self,
        results: list[Found],
        *,
        is_answered: bool,
        unweighed: tuple[str, ...] = (),
        nobody: str | None = None,
    ) -> None:
        self.results = results
        """Best first."""
        self.is_answered = is_answered
        """Does something current answer?"""
        self.unweighed = unweighed
        """Sources whose facts were not weighed against each other yet."""
        self.nobody = nobody
        """A name of the question that stands nowhere: the results are the user's own."""


def look_up(connection: Connection, request: Request) -> Answer:
    """The documents that answer, best first, each line once.

    Nothing that stopped holding is among them unless all of it or an earlier day was asked
    for; what is current is marked.
    """
    question = Question(
        request.question,
        asking_words(connection),
        me=request.me,
        identity=request.identity,
        as_of=request.as_of,
    )
    if not question.terms:
        return Answer([], is_answered=False)
    prepare(connection, question)
    weights = Weights(question)
    if request.meaning:
        from memctl.index.meaning import nearness  # noqa: PLC0415 - an extra

        question.meant = nearness(connection, request)
    found = candidates(connection, question, request)
    # It may add to what was found: whoever is not the user is told only what is looked at below.
    before = replaced(connection, question, found, request)
    if request.audience:
        from memctl.index.audience import tellable  # noqa: PLC0415 - the user alone may read all

        found = tellable(connection, found, request)
    score_all([*found, *before], question, weights)
    # What is left out or doubted below may have overtaken what is told: it is weighed as well.
    telling = [f for f in found if f.current and f.share >= _TELLING]
    open_sources = unweighed(connection, telling)
    _mark(connection, question, weights, found, request)
    if before:
        from memctl.index.followers import hand_on  # noqa: PLC0415 - few questions meet such

        hand_on(before, found)
    put_named_first(found, question)
    weigh_unkept(found, question)
    looked_at = add_sequels(connection, question, found, request)
    found = _ordered(question, found, request)
    kept = shown(found, question, request)
    more_sources = unweighed(connection, [*found, *looked_at])
    return Answer(
        kept,
        is_answered=not question.nobody and answers(kept, question, weights),
        unweighed=tuple(dict.fromkeys((*open_sources, *more_sources))),
        nobody=question.nobody,
    )


def _mark(
    connection: Connection,
    question: Question,
    weights: Weights,
    found: list[Found],
    request: Request,
) -> None:
    """Say of each line whether it is current, and what is put in doubt by what was found."""
    mark_stale(connection, found)
    if request.include_all:
        from memctl.index.followers import put_followers_above  # noqa: PLC0415 - few ask for it

        put_followers_above(found)
    else:
        mark_others(connection, question, found)
    mark_overtaken(found, question, request)
    mark_coming(found, question, request)
    mark_outspoken(found, question, weights)


def _ordered(question: Question, found: list[Found], request: Request) -> list[Found]:
    """What may be shown, best first."""
    put_turns_above(found, question)
    kept = without_tail(found, question, request)
    if are_others_alone(kept, question):
        # What is the user's is not left out for being told in fewer words than another's.
        put_mine_first(found, question)
        kept = without_tail(found, question, request)
    else:
        put_mine_first(kept, question)
    put_doubters_above(kept)
    sort(kept, request.kinds)
    return without_bystanders(kept, question, request)


def unweighed(connection: Connection, found: list[Found]) -> tuple[str, ...]:
    """Keys of the sources whose facts were not weighed against each other yet."""
    numbers = {f.source for f in found if f.current and f.kind in ("fact", "summary")}
    if not numbers:
        return ()
    some, values = marks(numbers)
    rows = connection.execute(
        f"SELECT key FROM source WHERE NOT weighed AND id IN ({some})",  # noqa: S608 - marks only
        values,
    )
    return tuple(key for (key,) in rows)
