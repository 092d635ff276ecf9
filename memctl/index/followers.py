"""A correction stands above what it corrected, whatever their words. On the hot path."""

from memctl.index.ordering import Found

_BELOW = 0.999


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


def _lift(old: Found, new: Found) -> None:
    if new.score > 0:
        new.parts["takes over"] = old.score / new.score
    else:
        new.parts = {"relevance": old.score}
    new.score, new.share = old.score, max(new.share, old.share)
    new.is_elsewhere = new.is_elsewhere and old.is_elsewhere
    old.parts["replaced"] = _BELOW
    old.score *= _BELOW
