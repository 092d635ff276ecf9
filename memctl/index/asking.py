"""What the cache knows of a question's words: whom they name, how rare they are, slips of hand.

On the hot path.
"""

from memctl.index.question import Question, is_weak
from memctl.index.store import Connection, marks
from memctl.language.questions import EDGES, asks, words_of
from memctl.language.tokens import analyse, is_cjk

_LONGEST_NAME = 5
_LONG_NAME = 6
"""A name of fewer letters is near to too many words."""
_MOST_KEYS = 900
"""SQLite takes 999 values in one statement."""
BY_A_PART = 0.7
"""What an entity gains that is named by a part of its name, against the whole one."""

ONESELF = 1.0
"""What the user's own entity gains from "I" or 我, where nobody else is named."""


def prepare(connection: Connection, question: Question) -> None:
    """Look the question's words up: entities, frequencies, and names that were misspelled."""
    question.documents, question.average = _size(connection)
    _find_entities(connection, question)
    if not question.entities:
        _find_close(connection, question)
    if not question.entities and _asks_of_oneself(question):
        question.entities[question.me] = ONESELF
    if question.asks_name:
        _add_own_names(connection, question)
    question.frequencies = _frequencies(connection, question)
    _forgive_slips(connection, question)
    if not (question.entities or question.is_mine) and (nobody := _unknown_name(question)):
        _take_as_oneself(question, *nobody)
    between = _between_words(question)
    question.proper = _names_without_a_page(question)
    own = (t for t in question.terms if t not in question.naming and t not in between)
    question.asked = [*own] or question.terms


def _add_own_names(connection: Connection, question: Question) -> None:
    """Who asks what they are called is answered by what names them: "Me: Noor Abadi, 43"."""
    of_me = asks("mine", words_of(question.text), question.text, question.words)
    if not of_me or any(e != question.me for e in question.entities):
        return
    question.entities[question.me] = ONESELF
    rows = connection.execute("SELECT key FROM name WHERE whole AND entity = ?", (question.me,))
    own = {t for (key,) in rows for t in key.split()} - {question.me.rpartition("/")[2]}
    asked = tuple(question.terms)
    question.means.update((term, question.means.get(term, set()) | own) for term in asked)
    question.hinted += sorted(own.difference(question.terms, question.hinted))


def _find_close(connection: Connection, question: Question) -> None:
    """The one whom the user calls by what they are to them: "my daughter" is Mia."""
    from memctl.index.ties import close_to_user, kin_asked  # noqa: PLC0415 - it needs this module

    kin = kin_asked(question.text, question.words)
    refs = close_to_user(connection, question.me, question.words, kin) if kin else []
    if not refs:
        return
    some, values = marks(refs)
    rows = connection.execute(
        f"SELECT key FROM name WHERE whole AND entity IN ({some})",  # noqa: S608 - marks only
        values,
    )
    question.entities.update(dict.fromkeys(refs, BY_A_PART))
    for terms in (*map(analyse, kin), *(key.split() for (key,) in rows)):
        question.named.append(set(terms))
        question.naming.update(terms)
        question.hinted += [t for t in terms if t not in question.terms]


def _between_words(question: Question) -> set[str]:
    """Pairs of characters of which one is a word's and one a name's: 责苍 of 谁负责苍鹭.

    What belongs to no other pair may belong to the name: 小陈 of 小陈伟.
    """
    pairs = [t for t in question.terms if len(t) == 2 and not t.isascii()]  # noqa: PLR2004
    names = [n for n in question.naming if len(n) > 1 and not n.isascii()]
    before = {t: t[0] for t in pairs if t not in names and any(t[1] == n[0] for n in names)}
    behind = {t: t[1] for t in pairs if t not in names and any(t[0] == n[-1] for n in names)}
    words = {c for t in pairs if t not in names and t not in before and t not in behind for c in t}
    return {t for t, char in (*before.items(), *behind.items()) if char in words}


def _asks_of_oneself(question: Question) -> bool:
    """Is the user the one of whom is asked ("do I", 我在, and not "my sister", 我姐姐)?"""
    text = question.text.replace("’", "'")
    return asks("oneself", words_of(text), text, question.words)


def _unknown_name(question: Question) -> tuple[str, bool] | None:
    """Somebody named as one who has or does something, of whom memory holds not a word.

    Whoever asks about their own notes has one reason to name such a person: it is the user,
    called by name. With it: is it asked for what is theirs?
    """
    before = ""
    for word in question.text.replace("’", "'").split():
        plain = word.strip(EDGES)
        name = plain.removesuffix("'s")
        is_owner = name != plain
        terms = analyse(name) if _looks_like_a_name(name) else []
        is_unknown = len(terms) == 1 and not question.frequencies.get(terms[0])
        # "What's" owns nothing.
        is_unknown = is_unknown and not is_weak(terms[0], question.words)
        if is_unknown and (is_owner or before in question.words["whether"]):
            return name, is_owner
        before = plain.casefold()
    return None


def _names_without_a_page(question: Question) -> set[str]:
    """Of whom or what it asks by a name that no entity bears: Marta of "what do we pay Marta?"."""
    words = question.text.replace("’", "'").split()
    names = (w.strip(EDGES).removesuffix("'s") for w in words[1:])
    terms = {t for name in names if _looks_like_a_name(name) for t in analyse(name)}
    days = question.words["day_words"]
    return {
        t
        for t in terms & {*question.terms} - question.naming
        if question.frequencies.get(t) and t not in days and t[0] != "#"
    }


def _looks_like_a_name(word: str) -> bool:
    return len(word) > 2 and word.isalpha() and word[0].isupper() and word[1:].islower()  # noqa: PLR2004 - initials name anybody


def _take_as_oneself(question: Question, name: str, is_owner: bool) -> None:  # noqa: FBT001 - of one reading
    """Take "Mara's doctor" for "my doctor", and "does Mara smoke" for "do I smoke"."""
    terms = [t for t in question.terms if t not in analyse(name)]
    if terms:
        question.nobody, question.terms = name, terms
        question.is_mine = is_owner
        question.entities |= {} if is_owner else {question.me: ONESELF}


def _size(connection: Connection) -> tuple[int, float]:
    """How many documents there are, and how many terms their texts have on average.

    Read from the record that FTS5 keeps of both (fts5 file format: rowid 1 holds varints:
    rows, then the terms of each column).
    """
    row = connection.execute("SELECT block FROM words_data WHERE id = 1").fetchone()
    numbers = []
    value = 0
    for byte in bytes(row[0]) if row else b"":
        value = value << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the last byte of a varint
            numbers.append(value)
            value = 0
    if len(numbers) < 2 or not numbers[0]:  # noqa: PLR2004 - rows and one column
        return 0, 1.0
    return numbers[0], numbers[1] / numbers[0]


def _frequencies(connection: Connection, question: Question) -> dict[str, int]:
    terms = [*question.terms, *question.hinted]
    some, values = marks(terms)
    return dict(
        connection.execute(f"SELECT term, doc FROM vocabulary WHERE term IN ({some})", values)  # noqa: S608 - marks only
    )


def _find_entities(connection: Connection, question: Question) -> None:
    kin = [k for k in question.words["others within"] if len(k) == 1 and k in question.text]
    keys = [*possible_names(question.text), *kin][:_MOST_KEYS]
    _name_kin(question, kin)
    _find_called(connection, question)
    some, values = marks(keys)
    rows = connection.execute(
        f"SELECT key, entity, whole FROM name WHERE key IN ({some})",  # noqa: S608 - marks only
        values,
    ).fetchall()
    told = _longest({key for key, _, _ in rows})
    told -= _owners({key for key, entity, _ in rows if entity == question.me} & told, question)
    for key, entity, whole in rows:
        if key in told:
            known = question.entities.get(entity, 0.0)
            question.entities[entity] = max(known, 1.0 if whole else BY_A_PART)
    for key in told:
        question.named.append(set(key.split()))
        for term in key.split():
            question.naming.update([term] if term.isascii() else [term, *term])


def _name_kin(question: Question, kin: list[str]) -> None:
    """One's own people are named by what they are: 爸妈 asks of them as a name would."""
    pairs = {t for t in question.terms if len(t) > 1 and {*t} <= {*kin}}
    if pairs:
        question.naming.update(pairs, *pairs)
        question.named += [{pair} for pair in pairs]
        return
    mine = question.words["mine within"]
    own = {k for k in kin if any(m + k in question.text for m in mine)}
    # 爸吃 of 我爸吃什么 reaches from whom it asks of into what it asks.
    across = {t for t in question.terms if len(t) > 1 and t[0] in own and t not in question.means}
    question.terms = [t for t in question.terms if t not in across]
    question.naming.update(own)
    question.named += [{k} for k in own]


def _owners(keys: set[str], question: Question) -> set[str]:
    """Of the user's own names those that only say whose something is: "Mara's" is "my"."""
    said = words_of(question.text.replace("’", "'"))
    owners = {t for w in said if w.endswith("'s") for t in analyse(w[:-2])}
    signs = question.words["owner_signs"]
    owned = {
        k
        for k in keys
        if k.split()[-1] in owners or any(f"{_written(k)}{s}" in question.text for s in signs)
    }
    if owned:
        named = {t for key in owned for pair in key.split() for t in (pair, *pair)}
        question.is_mine = True
        question.terms = [t for t in question.terms if t not in named] or question.terms
    return owned


def _written(key: str) -> str:
    """A Chinese name as it is written, from its pairs of characters."""
    first, *others = key.split()
    return first + "".join(pair[-1] for pair in others)


def _longest(keys: set[str]) -> set[str]:
    """Those that are no part of another: who asks for Little Tom does not ask for Tom."""
    return {
        key
        for key in keys
        if not any(f" {key} " in f" {other} " and len(key) < len(other) for other in keys)
    }


def _find_called(connection: Connection, question: Question) -> None:
    """Entities that bear another word for what is asked as their name: a mother called Mum."""
    if not question.hinted:
        return
    some, values = marks(question.hinted)
    for (entity,) in connection.execute(
        f"SELECT entity FROM name WHERE whole AND key IN ({some})",  # noqa: S608 - marks only
        values,
    ):
        question.entities[entity] = BY_A_PART


def possible_names(text: str) -> list[str]:
    """Every run of words, and of CJK characters, that could be a name."""
    cleaned = text.replace("'s", " ").replace("’s", " ")
    plain = "".join(" " if is_cjk(c) or c in "?？!！,，" else c for c in cleaned)
    words = [t for t in analyse(plain) if not t.startswith("#")]
    found = [
        " ".join(words[i:j])
        for i in range(len(words))
        for j in range(i + 1, min(i + _LONGEST_NAME, len(words)) + 1)
    ]
    if not text.isascii():
        run = "".join(c if is_cjk(c) else " " for c in text)
        for piece in run.split():
            pairs = [t for t in analyse(piece) if len(t) > 1]
            found += [
                " ".join(pairs[i:j])
                for i in range(len(pairs))
                for j in range(i + 1, min(i + _LONGEST_NAME + 2, len(pairs)) + 1)
            ]
    return found


def _forgive_slips(connection: Connection, question: Question) -> None:
    """Where a Latin word is found nowhere, the one name that is a slip of the hand away."""
    for at, term in enumerate(question.terms):
        is_word = term.isascii() and term.isalpha() and len(term) > 3  # noqa: PLR2004 - short words are near to anything
        if term in question.frequencies or not is_word:
            continue
        # As a range, so that the index serves: among ten thousand names that is what counts.
        rows = connection.execute(
            "SELECT DISTINCT key, entity FROM name"
            " WHERE key >= ? AND key < ? AND length(key) BETWEEN ? AND ?",
            (term[0], chr(ord(term[0]) + 1), len(term) - 1, len(term) + 1),
        )
        near = sorted({(key, entity) for key, entity in rows if _is_slip(term, key)})
        name = near[0][0] if len({key for key, _ in near}) == 1 else None
        if name:
            question.naming.add(name)
            question.named.append({name})
            question.entities.update((entity, BY_A_PART) for _, entity in near)
        elif not near:
            name = _near_word(connection, term, question)
        if name:
            question.terms[at] = name
            question.frequencies.update(_frequencies(connection, question))


def _near_word(connection: Connection, term: str, question: Question) -> str | None:
    """The one word of the files that is a slip away from a name which no entity bears."""
    if f"{term[0].upper()}{term[1:3]}" not in question.text or len(term) < _LONG_NAME:
        return None
    rows = connection.execute(
        "SELECT term FROM vocabulary WHERE term >= ? AND term < ?",
        (term[0], chr(ord(term[0]) + 1)),
    )
    near = [word for (word,) in rows if word.isalpha() and _is_slip(term, word)]
    return near[0] if len(near) == 1 else None


def _is_slip(typed: str, name: str) -> bool:
    """One letter too many, too few or wrong, or two swapped."""
    if abs(len(typed) - len(name)) > 1 or typed == name or " " in name:
        return False
    at = next((i for i, (a, b) in enumerate(zip(typed, name, strict=False)) if a != b), None)
    if at is None:
        return True
    rest, of = typed[at:], name[at:]
    return (
        rest[1:] == of[1:]
        or rest[1:] == of
        or rest == of[1:]
        or (rest[:2] == of[1::-1] and rest[2:] == of[2:])
    )
