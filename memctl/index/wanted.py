"""What kind of answer a question wants: one thing or several, a day, a number, a place.

On the hot path.
"""

from memctl.index.question import Question
from memctl.language.questions import asks, words_of


def kinds_wanted(question: Question) -> list[str]:
    """What kind of value is asked for, when that can be told from the question's words."""
    low, said = question.text.casefold(), words_of(question.text)
    return [kind for kind in ("when", "number") if asks(kind, said, low, question.words)]


def unit_wanted(question: Question) -> str | None:
    """Of what the number is asked for: hens of "how many hens", 只 of 多少只."""
    words, text = question.words, question.text
    said = words_of(text)
    for begin in words["how_many"]:
        if begin.isascii():
            behind = f" {' '.join(said)} ".partition(f" {begin} ")[2].split()
            if behind:
                return behind[0]
        elif begin in text:
            return text.partition(begin)[2][:1] or None
    return None


def wants_place(question: Question) -> bool:
    """Is it asked where something is?"""
    return asks("where", words_of(question.text), question.text, question.words)


def wants_whether(question: Question) -> bool:
    """Is yes or no the answer?"""
    said = words_of(question.text)[:1]
    return asks("whether", said, question.text, question.words)


def wants_one(question: Question) -> bool:
    """Is something asked about what is named, and only one thing?"""
    is_narrow = question.asked is not question.terms
    return is_narrow and not wants_several(question)


def wants_several(question: Question) -> bool:
    """Is a list asked for? "Which inhalers", 哪些."""
    words, said = question.words, words_of(question.text)
    if asks("several", said, question.text, words):
        return True
    if any(tuple(said[: len(begin)]) == begin for begin in words["several_begins"]):
        return True
    pairs = list(zip(["", *said], said, strict=False))
    return any(
        before in after and word.endswith(ending) and word not in singular
        and not (never and word.endswith(never))
        for after, ending, never, singular in words["plurals"]
        for before, word in pairs
    )  # fmt: skip


def asks_of_mine(question: Question) -> bool:
    """Is the user asked about, and nobody else?"""
    if question.is_mine:
        return True
    low = question.text.replace("’", "'").casefold()
    said = [w.removesuffix("'s") for w in words_of(low)]
    words = question.words
    if not asks("mine", said, low, words) or asks("ours", said, low, words):
        return False
    return not asks("others", said, low, words) and not question.naming


def people_named(question: Question) -> set[str]:
    """Whom of others it names, or calls by what they are to the user."""
    if not question.naming:
        return set()
    return {e for e in question.entities if e != question.me and e.startswith("people/")}
