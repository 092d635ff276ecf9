"""What replaced a fact answers what that fact answered, whatever its words. On the hot path."""

from memctl.index.found import Found

_BELOW = 0.999
_HANDED_ON = 0.9
"""How much of a replaced fact's score goes to what replaced it."""


def hand_on(replaced: list[Found], found: list[Found]) -> None:
    """What a replaced fact says of the question counts for what stands at the end of its chain.

    Only where nothing that holds says as much by its own words.
    """
    best = max((f.share for f in found if f.kind == "fact" and f.current), default=0.0)
    facts = {(f.entity, f.fact): f for f in found if f.kind == "fact"}
    between = {(f.entity, f.fact): f for f in replaced}
    for old in (o for o in replaced if o.share > best):
        end, seen = old, {old.id}
        while (end.entity, end.follower) in between:
            end = between[end.entity, end.follower]
            if end.id in seen:
                break
            seen.add(end.id)
        new = facts.get((end.entity, end.follower))
        if new is None or _is_told_since(old, new, found):
            continue
        if new.current and new.score < _HANDED_ON * old.score:
            _lift(old, new, by=_HANDED_ON)


def _is_told_since(old: Found, new: Found, found: list[Found]) -> bool:
    """Does a fact say later, in the old one's own words, what that which replaced it leaves out?

    "Choir on Mondays, led by Ivo" became "choir moves to Fridays", and then Petra took the lead.
    """
    lacking = old.met - new.met
    return any(
        f.kind == "fact"
        and f.current
        and str(f.day or "") > str(new.day or "")
        and f.share > new.share
        and not f.met.isdisjoint(lacking)
        for f in found
    )


def put_followers_above(found: list[Found]) -> None:
    """Raise what replaced a fact to the place of that fact, chain by chain, and lower the fact."""
    facts: dict[tuple[str | None, str | None], Found] = {
        (f.entity, f.fact): f for f in found if f.fact
    }
    for _ in facts:
        pairs = ((old, facts.get((old.entity, old.follower))) for old in facts.values())
        low = [(old, new) for old, new in pairs if new and new is not old and _is_low(old, new)]
        if not low:
            return
        for old, new in low:
            _lift(old, new)


def _is_low(old: Found, new: Found) -> bool:
    return old.score >= new.score and old.score > 0


def _lift(old: Found, new: Found, *, by: float = 1.0) -> None:
    if new.score > 0:
        new.parts["takes over"] = by * old.score / new.score
    else:
        new.parts = {"relevance": by * old.score}
    new.score, new.share = by * old.score, max(new.share, old.share)
    new.is_elsewhere = new.is_elsewhere and old.is_elsewhere
    old.parts["replaced"] = _BELOW
    old.score *= _BELOW
