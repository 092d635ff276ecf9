"""Who is called by what they are to the user: "my daughter" of somebody named in the facts.

Which facts tell it are those that hold a word of the user and a word for a person beside it
("my daughter Mia", 我女儿小宇). On the hot path.
"""

from memctl.index.asking import possible_names
from memctl.index.store import Connection, marks
from memctl.language.questions import EDGES
from memctl.language.tokens import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Collection

    from memctl.language.questions import Words

_MOST_TIES = 200
_MOST_KEYS = 900
_MARKS = "，："
_NEAR = 8
"""Characters behind a word for a person within which the name stands."""


def close_to_user(
    connection: Connection, me: str, words: "Words", kin: "Collection[str] | None" = None
) -> list[str]:
    """The entities that facts call by what they are to the user.

    Args:
        connection: The cache.
        me: The user's own entity.
        words: The words of questions.
        kin: Only by one of these words; None: by any.
    """
    wanted = (*sorted(words["others"]), *words["others within"]) if kin is None else tuple(kin)
    own = (*sorted(words["mine"] - {"i"}), *words["mine within"])
    rows = connection.execute(
        "SELECT entity, text FROM words JOIN doc ON doc.id = words.rowid"
        " WHERE words MATCH ? AND kind = 'fact' AND active ORDER BY doc.id LIMIT ?",
        (f"body : (({_any(own)}) AND ({_any(wanted)}))", _MOST_TIES),
    ).fetchall()
    keys: dict[str, set[str]] = {}
    for ref, text in rows:
        for near in _beside(text, wanted, words):
            for key in possible_names(near):
                keys.setdefault(key, set()).add(ref)
    some, values = marks(sorted(keys)[:_MOST_KEYS])
    named = connection.execute(
        f"SELECT DISTINCT entity FROM name WHERE key IN ({some})",  # noqa: S608 - marks only
        values,
    )
    return sorted({ref for (ref,) in named if ref.startswith("people/")} - {me})


def kin_asked(text: str, words: "Words") -> list[str]:
    """The words for one's own people by which a question asks: daughter in "my daughter's"."""
    said = [w.strip(EDGES).removesuffix("'s") for w in text.replace("’", "'").casefold().split()]
    own = words["mine"]
    behind_own = (w for at, w in enumerate(said) if at and said[at - 1] in own)
    told = [w for w in behind_own if w in words["others"]]
    if text.isascii():
        return told
    behind = (text.partition(own)[2] for own in words["mine within"] if own in text)
    begins = words["others within"]
    return told + [
        next(k for k in begins if b.startswith(k)) for b in behind if b.startswith(begins)
    ]


def _beside(text: str, kin: "Collection[str]", words: "Words") -> list[str]:
    """What stands where a name would: behind "my daughter" or 我女儿, before "is my daughter"."""
    raw = text.replace("’", "'").split()
    said = [w.strip(EDGES).casefold() for w in raw]
    own = words["mine"]
    found = []
    for at in range(1, len(said)):
        if said[at] in kin and said[at - 1].removesuffix("'s") in own:
            found += [" ".join(w for w in (*raw[:2], *raw[at + 1 : at + 3]) if w[:1].isupper())]
    if not text.isascii():
        for word in (k for k in kin if not k.isascii() and k in text):
            before, _, behind = text.partition(word)
            if before.endswith((*words["mine within"], *words["owner_signs"])):
                told = behind.lstrip("".join(words["name_links"]) + _MARKS)
                found += [told[:_NEAR], before[:_NEAR]]
    return found


def _any(told: "Collection[str]") -> str:
    """These words as a part of a question to the cache."""
    # Of Chinese the last pair is a term as it stands: to analyse it would load what folds it.
    terms = (analyse(w)[-1:] if w.isascii() else [w[-2:]] for w in told)
    return " OR ".join(f'"{term}"' for found in terms for term in found) or '""'
