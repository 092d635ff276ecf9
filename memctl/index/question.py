"""What a question asks: its telling terms, what else they may be called, and its days.

Weak words ("what", "does", 什么, 现在) are asked with in every question and tell nothing.
A hint is a word for an attribute under another name: who asks for an address is answered
by where somebody lives. Which words these are is data of each language (asking.toml), kept in
the cache. On the hot path.
"""

from memctl.language.questions import EDGES, words_of
from memctl.language.tokens import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Sequence

    from memctl.language.questions import Words

_MOST_TERMS = 300
"""Who pastes a page asks for its beginning; SQLite takes no more than so many words."""


class Question:
    """A question as recall reads it."""

    __slots__ = (
        "asked", "asks_name", "average", "days", "documents", "entities", "frequencies", "hinted",
        "identity", "is_mine", "me", "means", "meant", "named", "naming", "nobody", "proper",
        "terms", "text", "words",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        words: "Words",
        *,
        me: str = "",
        identity: "Sequence[str]" = (),
        as_of: str | None = None,
    ) -> None:
        # The day that is looked back to says when, not what: no line is nearer for naming it.
        text = without_day(text, as_of, words) if as_of else text
        text = said_plainly(text, words)
        self.text = text
        self.words = words
        """The words of questions, of all languages."""
        everything = list(dict.fromkeys(analyse(text)))
        said = list(dict.fromkeys(told(text, words)))
        names = [] if said else _asked_last(everything, words)
        self.asks_name = bool(names)
        """Is nothing asked for but what somebody is called?"""
        self.terms = (said or names or everything)[:_MOST_TERMS]
        """What must be found; when the question is made of weak words alone, those."""
        self.days = [t for t in self.terms if _is_day(t)]
        self.means, hinted = hints(text, words)
        """For a term, what may stand in its place."""
        self.hinted = [t for t in hinted if t not in everything]
        self.me = me
        """The ref of the user's own entity."""
        self.identity = identity
        """The identity files, the one that counts most first."""
        # What the cache knows of these words is filled in by `asking.prepare`.
        self.asked = self.terms
        """The terms beyond names of entities; all of them when there are no others."""
        self.entities: dict[str, float] = {}
        """The entities that the question names: 1 by a whole name, less by a part of one."""
        self.naming: set[str] = set()
        """The terms that name them."""
        self.named: list[set[str]] = []
        """The same, name by name."""
        self.proper: set[str] = set()
        """The terms of a name that the files hold, though no entity bears it."""
        self.nobody: str | None = None
        """A name that stands nowhere in memory: who asks so most likely means the user."""
        self.is_mine = False
        """Does it ask what is the user's, by name ("Mara's doctor")?"""
        self.frequencies: dict[str, int] = {}
        """How many documents hold a term."""
        self.meant: dict[int, float] = {}
        """The documents nearest in meaning, and how near, in standard deviations."""
        self.documents = 0
        self.average = 1.0
        """How many documents there are, and how many terms they have on average."""


def without_day(text: str, day: str, words: "Words") -> str:
    """The question without the words for a day, where it names that one; else as it is."""
    year, month, of_month = (int(n) for n in day.split("-"))
    signs = {f"#{day[5:7]}-{day[8:10]}", f"#{day[5:7]}", day}
    if signs.isdisjoint(analyse(text)):
        return text
    rest = text
    for spelled in words["days_spelled"]:
        rest = rest.replace(spelled.format(year=year, month=month, day=of_month), " ")
    dated = signs | {str(year), str(of_month), f"{of_month:02}"}
    return " ".join(w for w in rest.split() if dated.isdisjoint(analyse(w))) or text


def said_plainly(text: str, words: "Words") -> str:
    """The question with the phrases that ask in several words said in one: "what time" is when."""
    low = f" {text.casefold()} "
    for phrase, plain in words["said"]:
        whole = f" {phrase} " if phrase.isascii() else phrase
        at = low.find(whole)
        if at >= 0 and len(low) == len(text) + 2:
            text = f" {text} "[:at] + whole.replace(phrase, plain) + f" {text} "[at + len(whole) :]
            text = text.strip()
            low = f" {text.casefold()} "
    return text


def told(text: str, words: "Words") -> list[str]:
    """The terms of a question without its weak words."""
    weak = words["weak"]
    for word in words["weak within"] if not text.isascii() else ():
        text = text.replace(word, " ")
    kept = [w for w in text.split() if w.strip(EDGES).casefold() not in weak]
    terms: list[str] = []
    for word in kept:
        terms += analyse(word.replace("'s", " ").replace("’s", " "))
    terms += [t for t in analyse(text) if t.startswith("#")]
    return [t for t in terms if t not in weak]


def _asked_last(terms: list[str], words: "Words") -> list[str]:
    """Of a question that is made of weak words alone, those that ask for a name."""
    naming = {t for word in words["naming"] for t in analyse(word)}
    return [t for t in terms if t in naming or t in words["naming within"]]


def is_weak(term: str, words: "Words") -> bool:
    """Does a term stand in so many sentences that it tells nothing?"""
    return term in words["weak"] or (len(term) == 1 and not term.isascii())


def hints(text: str, words: "Words") -> tuple[dict[str, set[str]], list[str]]:
    """What the question's words may also be called: by term, and all of it in order."""
    known, answers = words["hints"], words["answers"]
    said = {w.removesuffix("'s").removesuffix("’s") for w in words_of(text)}
    met = [pair for word in said if word in known for pair in known[word]]
    if not text.isascii():
        met += [(number, terms) for word, number, terms in words["hints within"] if word in text]
    means: dict[str, set[str]] = {}
    for number, terms in met:
        for term in terms:
            means.setdefault(term, set()).update(answers[number])
    meanings = sorted({number for number, _ in met})
    return means, list(dict.fromkeys(t for number in meanings for t in answers[number]))


def _is_day(term: str) -> bool:
    return term.startswith("#") or (len(term) in (7, 10) and term[:4].isdigit() and term[4] == "-")
