"""What calls cost, written down as they are made, and the caps that are checked before each.

A call is written down before it is made, with an estimate, and corrected after: a run that is
killed meanwhile has spent what it may have spent.
"""

import contextlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from memctl import cachefiles
from memctl.errors import LimitReached
from memctl.graph.asking import Spent
from memctl.llm.kept import add_line

_NAME = "spending.jsonl"
_KEPT_ROWS = 1000
"""A year of two jobs, and more."""
_MOST = 10**15
"""No row of ours says more; sums of such numbers stay numbers."""
_ROUNDED = 1e-6


class Caps(Protocol):
    """The most that a run and a day may cost; None: no cap."""

    @property
    def calls_per_run(self) -> int: ...  # noqa: D102 - its name says it
    @property
    def calls_per_day(self) -> int: ...  # noqa: D102 - as above
    @property
    def tokens_per_run(self) -> int: ...  # noqa: D102 - as above
    @property
    def tokens_per_day(self) -> int: ...  # noqa: D102 - as above
    @property
    def money_per_run(self) -> float | None: ...  # noqa: D102 - as above
    @property
    def money_per_day(self) -> float | None: ...  # noqa: D102 - as above


@dataclass(frozen=True, slots=True)
class Sum:
    """Calls, tokens and US dollars together."""

    calls: int = 0
    tokens: int = 0
    money: float = 0.0

    def __add__(self, other: "Sum") -> "Sum":
        """Both together."""
        return Sum(self.calls + other.calls, self.tokens + other.tokens, self.money + other.money)


class Spending:
    """The ledger of a workspace; `run` counts from when this was made."""

    def __init__(self, folder: Path, job: str, model: str, day: date) -> None:
        """`folder` is the cache of the workspace."""
        self._path = folder / _NAME
        self._job, self._model, self._day = job, model, day
        self.run = Sum()

    def add(self, spent: Sum, *, has_price: bool = True) -> None:
        """Write down what was, or is about to be, spent; a correction may be negative.

        Raises:
            OSError: It can't be written: then no call may be made.
        """
        self.run += spent
        money = round(spent.money, 8) if has_price else None
        row = Spent(self._day, self._job, self._model, spent.calls, spent.tokens, money)
        add_line(self._path, _line(row), _added_up)

    def refuse_beyond(self, caps: Caps, coming: Sum) -> None:
        """Stop before a call that a cap forbids.

        Raises:
            LimitReached: It would cost more than a run or a day may.
        """
        today = total(row for row in read_spending(self._path.parent) if row.day == self._day)
        for when, spent in (("run", self.run), ("day", today)):
            for what in ("calls", "tokens", "money"):
                most = getattr(caps, f"{what}_per_{when}")
                used = getattr(spent, what)
                if most is not None and used + getattr(coming, what) > most:
                    raise LimitReached(f"{what}_per_{when} = {most:g}", f"{used:.10g} spent")


def read_spending(folder: Path) -> tuple[Spent, ...]:
    """What was spent by day, job and model; the newest day first."""
    return _by_day(_rows(cachefiles.read(str(folder / _NAME)) or b""))


def _by_day(rows: Iterable[Spent]) -> tuple[Spent, ...]:
    found: dict[tuple[date, str, str], Spent] = {}
    for row in rows:
        key = (row.day, row.job, row.model)
        had = found.get(key, Spent(*key, 0, 0, None))
        calls, tokens = had.calls + row.calls, had.tokens + row.tokens
        money = None if had.money is row.money is None else (had.money or 0) + (row.money or 0)
        if calls < 0 or tokens < 0 or (money or 0) < -_ROUNDED:
            continue  # takes back more than was ever spent: no correction of ours
        found[key] = Spent(*key, calls, tokens, money and max(money, 0.0))
    return tuple(sorted(found.values(), key=lambda s: (-s.day.toordinal(), s.job, s.model)))


def total(rows: Iterable[Spent]) -> Sum:
    """All of these together."""
    return sum((Sum(r.calls, r.tokens, r.money or 0) for r in rows), start=Sum())


def _added_up(data: bytes) -> bytes:
    """The lines of a ledger that has grown: one a day, job and model, of the last days."""
    kept = _by_day(_rows(data))[:_KEPT_ROWS]
    return "".join(map(_line, reversed(kept))).encode()


def _line(row: Spent) -> str:
    said = {**asdict(row), "day": row.day.isoformat()}
    return json.dumps(said, ensure_ascii=False) + "\n"


def _rows(data: bytes) -> Iterator[Spent]:
    """The rows that can be meant.

    A row may take tokens and money back, since it corrects an estimate. What is no number, or
    beyond all that is ever spent, would switch a cap off: it counts as damaged.
    """
    for line in data.decode("utf-8", "replace").splitlines():
        with contextlib.suppress(ValueError, RecursionError, KeyError, TypeError, OverflowError):
            row = json.loads(line)
            money = None if row["money"] is None else _sound(float(row["money"]))
            yield Spent(
                date.fromisoformat(row["day"]),
                str(row["job"]),
                str(row["model"]),
                int(_sound(row["calls"])),
                int(_sound(row["tokens"])),
                money,
            )


def _sound(number: float) -> float:
    if not abs(number) <= _MOST:  # NaN is neither more nor less
        raise ValueError("no number that can be meant")
    return number
