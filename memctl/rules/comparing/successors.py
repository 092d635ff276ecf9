"""A place that both name, and what has taken it: "the padlock's code is now …", 改吃, 换成.

The change says itself whose place it is: by the verb whose object is another one now, or by the
label that stands before it; what stopped is named beside the word. Whatever else it tells of
that place has to be known from the old statement: the test lead is not the lead, the side
gate's code not the door's.

Keys read from the data of a language (roles.toml):
    renewals   words of change with what comes behind them, as regular expressions; a group
               holds the verb whose object is another one
    turned     verbs whose object may be exchanged
    causes     who has it changed, at the beginning of a clause, as regular expressions
    linked     what stands between a label and its value, as regular expressions; a group tells
               which of them say the same
    once       words for one time only, as regular expressions
    goes_on_with   what may stand behind a thing in a statement that tells of it
    carried_out    what stands between a verb and its object (掉), as regular expressions
    too_broad      characters that by themselves name no one thing (药, 课)
    bearers    who has a rank, behind it (金卡会员)
    particles  characters that say nothing at the end
    comes_about    characters behind what came, which say that it did (了)
    only_ones  labels of which there is one value, as regular expressions
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from memctl.language.lexicon import Lexicon, pattern_of, words_of
from memctl.language.phrases import HAN, Span
from memctl.language.quantities import Quantity
from memctl.language.term_kinds import lasting
from memctl.language.terms import empty_characters
from memctl.rules.comparing.anchors import HAN_CHARACTER, meets
from memctl.rules.comparing.ends import has_replacement
from memctl.rules.comparing.likeness import content, light, shared, sides
from memctl.rules.comparing.namings import is_naming
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.whose.subjects import has_dose
from memctl.rules.reading import Reading, renewals

_WHEN = frozenset({"time", "month", "day"})
_OBJECT = re.compile(r"[^\W\d]")
_NEAR = 2
"""Characters between a word of change and the number that came (改约到三点)."""
_BARE = 3
"""Characters of a denial that embraces no object (不打了)."""
_MOST_OF_NAME = 8
_MOST = 6
"""Characters of a label; what is longer tells more than whose place it is."""


def named_anew(old: Reading, new: Reading) -> Relation | None:
    """Is another one told for a place, or for the object of a verb, that both name?"""
    if old.stances.event or new.stances.aside or is_naming(old):
        return None
    for (at, behind), verb in renewals(new.text, new.lexicon):
        start, end = new.clauses[new.clause_of(at)]
        came = new.text[behind:end]
        if behind > end or not _says_something(came, new) or _is_told(came, old):
            continue
        label = _label(new, start, at)
        is_known = all(c in old.characters for c in label) or _means_known(old, new, (start, at))
        if len(label) > _MOST or not is_known:
            continue
        is_met = (
            _has_object(old, verb, label) if verb else bool(label) or _is_of_one_head(old, came)
        )
        if is_met and _is_of_one_sort(old, new, behind):
            return tell("replaces", "changed", new)
    return None


def _label(new: Reading, start: int, end: int) -> str:
    """The characters that tell whose place it is: without names, who changed it and since when."""
    hidden = {i for a, b in new.named for i in range(a, b)}
    for pattern in (pattern_of("causes", new.lexicon), pattern_of("since_when", new.lexicon)):
        for match in pattern.finditer(new.text, start, end):
            hidden.update(range(*match.span()))
    hidden |= sides(new)
    empty = empty_characters(new.lexicon)
    hidden |= light(new)
    return "".join(
        c
        for i, c in enumerate(new.text[start:end], start)
        if i not in hidden and c not in empty and HAN_CHARACTER.match(c)
    )


def _means_known(old: Reading, new: Reading, span: Span) -> bool:
    """Is every word of it one that the old statement says otherwise?"""
    told = [t for t in new.terms if t.id[:2] == "c:" and meets((t.start, t.end), span)]
    held = {i for t in told if t.id in old.ids for i in range(t.start, t.end)}
    rest = [c for c in _label(new, *span) if c not in old.characters]
    return bool(told) and all(i in held or new.text[i] not in rest for i in range(*span))


def _is_of_one_head(old: Reading, came: str) -> bool:
    """Is what came called by a word that ends like one of the old statement (银卡, 金卡)?"""
    found = _called(old.lexicon).fullmatch(came)
    if found is None or found["head"] in empty_characters(old.lexicon):
        return False
    behind = "|".join(words_of("bearers", old.lexicon)) or "(?!)"
    return re.search(rf"[{HAN}]{found['head']}(?:$|[^{HAN}]|{behind})", old.text) is not None


@lru_cache(maxsize=8)
def _called(lexicon: Lexicon) -> re.Pattern[str]:
    """What is called by a word of few characters, of which the last says what it is."""
    ends = "|".join(words_of("comes_about", lexicon)) or "(?!)"
    return re.compile(rf"[{HAN}]{{1,3}}(?P<head>[{HAN}])(?:{ends})?")


def _has_object(old: Reading, verb: str, label: str) -> bool:
    """Does the old statement tell what is done, and to what? In 读书会 nobody reads."""
    hidden = [range(a, b) for a, b in old.named]
    if label:
        hidden += [range(*m.span()) for m in re.finditer(re.escape(label), old.text)]
    return any(
        not any(m.start() in r for r in hidden) and _OBJECT.match(old.text, m.end())
        for m in re.finditer(re.escape(verb), old.text)
    )


def _says_something(came: str, new: Reading) -> bool:
    said = {c for c in came if HAN_CHARACTER.match(c)} - empty_characters(new.lexicon)
    return bool(said) or bool(re.search(r"\w", re.sub(f"[{HAN}]", "", came)))


def _is_told(came: str, old: Reading) -> bool:
    """Is what came what the old statement tells already?"""
    plain = re.sub(rf"[\W_{''.join(words_of('particles', old.lexicon))}]+", "", came)
    return plain.casefold() in old.plain


def _is_of_one_sort(old: Reading, new: Reading, at: int) -> bool:
    """Is what came a number where the old one tells such a number, and else no other sort?"""
    values = [q for q in new.quantities if 0 <= q.start - at <= _NEAR]
    if values:
        return any(_is_alike(q, values[0]) for q in old.quantities)
    if has_dose(old.text, old.lexicon) and not has_dose(new.text, new.lexicon):
        return False
    was, now = ({t.id for t in r.terms if t.id[:2] == "k:"} for r in (old, new))
    return not (was and now) or bool(was & now)


def _is_alike(was: Quantity, now: Quantity) -> bool:
    return was.unit == now.unit or {was.unit, now.unit} <= _WHEN


def told_anew(old: Reading, new: Reading) -> Relation | None:
    """The same told with another number, or with another value behind the same label.

    What one of them says beside the value has to lie in the other; a word of its own right
    before what both say makes another thing of it.
    """
    if _is_no_state(old, new) or _are_two_of_kind(old, new):
        return None
    pair = _another_number(old, new)
    if pair and _rest_agrees(old, new, *pair):
        return tell("replaces", "another_number", new)
    pair = _another_value(old, new)
    if not pair or not _rest_agrees(old, new, *pair):
        return None
    if new.stances.change or new.stances.now or _is_only_one(old, pair[0]):
        return tell("replaces", "changed", new)
    return tell("disagrees", "sources", new)


def _is_no_state(old: Reading, new: Reading) -> bool:
    """Does either tell what happened, what was true for once, or what lasts?

    Of words apart one letter says nothing: this is for characters.
    """
    if old.stances.event or new.stances.event or new.stances.aside:
        return True
    if old.kin != new.kin or old.scopes != new.scopes:
        return True
    if not all(HAN_CHARACTER.search(r.text) for r in (old, new)):
        return True
    is_told = bool(new.stances.change or new.stances.now)
    is_once = not is_told and pattern_of("once", new.lexicon).search(new.text) is not None
    return is_once or any(w in old.text for w in lasting(old.lexicon))


def _are_two_of_kind(old: Reading, new: Reading) -> bool:
    """Does each name a thing of one kind, and another one?"""
    was, now = (
        {(t.id, r.text[t.start : t.end].casefold()) for t in r.terms if t.id[:2] == "k:"}
        for r in (old, new)
    )
    return bool({k for k, _ in was} & {k for k, _ in now}) and was.isdisjoint(now)


def _another_number(old: Reading, new: Reading) -> tuple[Span, Span] | None:
    """Where each tells the one number, of one unit, that the other does not."""
    was = [q for q in old.quantities if q.plain not in {n.plain for n in new.quantities}]
    now = [q for q in new.quantities if q.plain not in {n.plain for n in old.quantities}]
    if len(was) != 1 or len(now) != 1 or "month" in {was[0].unit, now[0].unit}:
        return None
    if was[0].unit != now[0].unit and was[0].unit and now[0].unit:
        return None
    return (was[0].start, was[0].end), (now[0].start, now[0].end)


def _another_value(old: Reading, new: Reading) -> tuple[Span, Span] | None:
    """Where each tells what is behind one and the same link, in the clause where it stands."""
    links = pattern_of("linked", new.lexicon)
    for a in links.finditer(old.text):
        for b in links.finditer(new.text):
            if a.lastgroup != b.lastgroup:
                continue
            was, now = (
                (m.end(), r.clauses[r.clause_of(m.start())][1]) for m, r in ((a, old), (b, new))
            )
            came = new.text[slice(*now)]
            heads = {_head(old, a.start()), _head(new, b.start())}
            if len(heads) == 1 and _says_something(came, new) and not _is_told(came, old):
                return was, now
    return None


def _behind(reading: Reading, at: int) -> Span:
    return at, reading.clauses[reading.clause_of(at - 1)][1]


def _head(reading: Reading, end: int) -> str:
    """The last character before a link that says something: of what the value is one."""
    start, _ = reading.clauses[reading.clause_of(end)]
    said = content(reading, (end, len(reading.text)))
    return next((reading.text[i] for i in range(end - 1, start - 1, -1) if i in said), "")


def _rest_agrees(old: Reading, new: Reading, was: Span, now: Span) -> bool:
    """Does one of them say nothing beside the value that the other lacks?"""
    said = content(old, was), content(new, now)
    both = shared(old, new, *said)
    rest = tuple({i for i in said[n] if i not in both[n]} for n in (0, 1))
    if not both[1] or all(rest):
        return False
    verbs = words_of("turned", new.lexicon)
    return not any(
        not both[n].isdisjoint((i - 1, i + 1)) and r.text[i] not in verbs
        for n, r in enumerate((old, new))
        for i in rest[n]
    )


def _is_only_one(old: Reading, value: Span) -> bool:
    """Does the label say that there is only one ("favourite", 首选)?"""
    return pattern_of("only_ones", old.lexicon).search(old.text, 0, value[0]) is not None


def stopped_by_name(old: Reading, new: Reading) -> Relation | None:
    """Does what stopped bear the name of what the old statement tells of?"""
    s = new.stances
    if old.stances.event or old.stances.end or old.stances.leave or s.aside:
        return None
    for cue in (*s.end, *s.leave):
        if any(_is_of_old(old, new, span) for span in _named(new, cue)):
            is_replaced = has_replacement(new, cue)
            key = "in_its_place" if is_replaced else "stopped"
            return tell("replaces" if is_replaced else "ends", key, new)
    return None


def _named(new: Reading, cue: Span) -> Iterator[Span]:
    """Where what stopped may be named: before the word, behind it, or in the clause before."""
    at = new.clause_of(cue[0])
    start, end = new.clauses[at]
    if new.text.startswith(words_of("denials", new.lexicon), cue[0]) and cue[1] - cue[0] > _BARE:
        return  # 不吃干粮了: what stopped stands within
    if content(new) & set(range(cue[1], end)):
        done = pattern_of("carried_out", new.lexicon).match(new.text, cue[1])
        yield done.end() if done else cue[1], end
    elif _label(new, start, cue[0]):
        yield start, cue[0]
    elif at:
        yield new.clauses[at - 1]


def _is_of_old(old: Reading, new: Reading, span: Span) -> bool:
    """Is all of a name known, and told there as the thing itself?"""
    name = _label(new, *span)
    if not name or len(name) > _MOST_OF_NAME or name in _no_thing(new.lexicon):
        return False
    if not all(c in old.characters for c in name):
        return False
    behind = pattern_of("goes_on_with", old.lexicon)
    said = content(old)
    return (
        any(old.text[i] == name[-1] and behind.match(old.text, i + 1) is not None for i in said)
        and HAN_CHARACTER.match(name) is not None
    )


@lru_cache(maxsize=8)
def _no_thing(lexicon: Lexicon) -> frozenset[str]:
    """Words that name no one thing, and kin."""
    return frozenset((*words_of("too_broad", lexicon), *words_of("kin", lexicon)))
