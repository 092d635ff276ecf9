"""Who may be told what was found: nobody beyond the user where a private fact shines through.

A mark stands on a fact or an entity; what it hides is said elsewhere too: in the note where it
was read, in a line of MEMORY.md, beside the entity's name. For any audience but the user, such
lines are left out. On the hot path; costs nothing where the user alone reads.
"""

from memctl.index.asking import possible_names
from memctl.index.found import Found
from memctl.index.question import is_weak
from memctl.index.request import Request
from memctl.index.store import Connection, asking_words

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Callable

    from memctl.language.questions import Words

_SAYS = 0.6
"""A line that holds this share of a hidden fact's terms says it."""
_LEAST = 2


def tellable(connection: Connection, found: list[Found], request: Request) -> list[Found]:
    """Those of the documents that the audience of the request may be told."""
    if not request.audience:
        return found
    hidden = _hidden_facts(connection, request, asking_words(connection))
    names = _hidden_names(connection, request)
    return [
        one
        for one in found
        if one.audience >= request.audience
        and not any(_says(one, fact) for fact in hidden)
        and not (names and _names_any(one, names))
        and not _was_read_in(connection, one, request)
    ]


def names_nobody_hidden(connection: Connection, request: Request) -> "Callable[[str], bool]":
    """Whether a text names none of those of whom the audience may not know."""
    names = _hidden_names(connection, request) if request.audience else frozenset()
    return lambda text: not names or names.isdisjoint(possible_names(text))


def _hidden_facts(connection: Connection, request: Request, words: "Words") -> list[frozenset[str]]:
    rows = connection.execute(
        "SELECT body FROM doc WHERE doc.audience < 2 AND doc.audience < ? AND kind = 'fact'",
        (request.audience,),
    )
    facts = (frozenset(t for t in body.split() if not is_weak(t, words)) for (body,) in rows)
    return [terms for terms in facts if len(terms) >= _LEAST]


def _says(found: Found, fact: frozenset[str]) -> bool:
    return len(fact.intersection(found.body)) >= _SAYS * len(fact)


def _hidden_names(connection: Connection, request: Request) -> frozenset[str]:
    rows = connection.execute(
        "SELECT key FROM name WHERE source IN (SELECT id FROM source WHERE audience < ?)",
        (request.audience,),
    )
    return frozenset(key for (key,) in rows)


def _names_any(found: Found, names: frozenset[str]) -> bool:
    # The whole text, however long: what stands at its end is told as well.
    return not names.isdisjoint(possible_names(f"{found.heading or ''} , {found.text}"))


def _was_read_in(connection: Connection, found: Found, request: Request) -> bool:
    """Is the line of a note the place where a hidden fact was read?"""
    quotes = connection.execute(
        "SELECT quote FROM quote JOIN doc ON doc.entity = quote.entity AND doc.fact = quote.fact"
        " WHERE quote.path = ? AND doc.audience < ?",
        (found.path, request.audience),
    )
    return any(quote in found.text or found.text in quote for (quote,) in quotes)
