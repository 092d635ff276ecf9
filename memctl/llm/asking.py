"""Asking a model: kept answers first, caps before every call, a second try after a poor answer."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Generic, TypeVar

from memctl.errors import SettingsInvalid
from memctl.graph.asking import Prompt
from memctl.graph.budget import tokens
from memctl.llm.answers import Unusable, parse_answer, schema_of
from memctl.llm.kept import KeptAnswers, key_of
from memctl.llm.model import Model, ModelSettings, Reply
from memctl.llm.prompts import Mask, read_prompt, render_data
from memctl.llm.spending import Caps, Spending, Sum

Shape = TypeVar("Shape")
_TRIES = 2


@dataclass(frozen=True, slots=True)
class How:
    """What an inquiry needs to know."""

    settings: ModelSettings
    caps: Caps
    folder: Path
    """The cache of the workspace."""
    job: str
    day: date
    mask: Mask


@dataclass(frozen=True, slots=True)
class Answered(Generic[Shape]):
    """What came of a question."""

    value: Shape | None
    """None when nothing could be made of it."""
    reason: str = ""
    raw: str = ""
    request: str = ""
    """The key of what was asked."""


class Inquiry:
    """Questions to one model in one run of a job."""

    def __init__(self, how: How) -> None:
        """Nobody is asked yet.

        Raises:
            SettingsInvalid: No model is named.
        """
        if not how.settings.model:
            what = "no model is named: set llm.model in your own settings, or MEMCTL_LLM_MODEL"
            raise SettingsInvalid("llm.model", None, what)
        self._how = how
        self.model = Model(how.settings)
        self._kept = KeptAnswers(how.folder)
        self._spending = Spending(how.folder, how.job, self.model.name, how.day)

    @property
    def by(self) -> str:
        """What a row says that this model proposed."""
        return f"model:{self.model.name}"

    def prompt(self, name: str, data: Mapping[str, Any]) -> Prompt:
        """Word for word what would be sent."""
        text, user = read_prompt(name), render_data(data, self._how.mask)
        size = tokens(text.text + user)
        return Prompt(self._how.job, self.model.name, text.version, size, text.text, user)

    def is_kept(self, prompt: Prompt) -> bool:
        """Was it answered before?"""
        return self._kept.get(_key(prompt)) is not None

    def ask(
        self, prompt: Prompt, shape: type[Shape], objection: Callable[[Shape], str | None]
    ) -> Answered[Shape]:
        """The answer, kept or new.

        Args:
            prompt: What is sent.
            shape: What the answer should be.
            objection: Why an answer of that shape is of no use all the same, or None.

        Raises:
            ModelUnavailable: No answer came.
            LimitReached: A cap forbids the call.
            SettingsInvalid: Money is capped and no price is known.
        """
        key = _key(prompt)
        kept = self._kept.get(key)
        if kept is not None:
            try:
                return Answered(parse_answer(kept, shape), request=key)
            except Unusable:
                kept = None
        reason, raw, user = "", "", prompt.user
        schema = schema_of(shape, without="agent")
        for _ in range(_TRIES):
            reply = self._call(prompt.system, user, schema)
            raw = reply.text
            try:
                value = _parsed(reply, shape, objection)
            except Unusable as error:
                reason = str(error)
                user = f"{prompt.user}\n\nYour last answer was of no use ({reason}). JSON only."
                continue
            self._kept.put(key, raw)
            return Answered(value, request=key)
        return Answered(None, reason, raw, key)

    def _call(self, system: str, user: str, schema: Mapping[str, Any]) -> Reply:
        tokens_in = tokens(system + user)
        tokens_out = self._how.settings.max_tokens
        price = self._price(tokens_in, tokens_out)
        coming = Sum(1, tokens_in + tokens_out, price or 0)
        self._spending.refuse_beyond(self._how.caps, coming)
        self._spending.add(coming, has_price=price is not None)
        reply = self.model.complete(system, user, schema)
        spent_in = reply.tokens_in or tokens_in
        spent_out = reply.tokens_out or tokens(reply.text)
        paid = self.model.price(spent_in, spent_out)
        over = Sum(0, spent_in + spent_out - coming.tokens, (paid or 0) - coming.money)
        self._spending.add(over, has_price=paid is not None)
        return reply

    def _price(self, tokens_in: int, tokens_out: int) -> float | None:
        price = self.model.price(tokens_in, tokens_out)
        caps = self._how.caps
        if price is None and (caps.money_per_run, caps.money_per_day) != (None, None):
            what = f"money is capped and no price of {self.model.name} is known: set llm.price_in"
            raise SettingsInvalid("llm.limits", None, f"{what} and llm.price_out")
        return price


def _parsed(reply: Reply, shape: type[Shape], objection: Callable[[Shape], str | None]) -> Shape:
    value = parse_answer(reply.text, shape, is_cut=reply.is_cut)
    if against := objection(value):
        raise Unusable(against)
    return value


def _key(prompt: Prompt) -> str:
    return key_of(prompt.model, prompt.version, prompt.system, prompt.user)


def as_plain(value: Any) -> dict[str, Any]:
    """A dataclass as the data of a prompt, days as YYYY-MM-DD, without what is empty."""
    from dataclasses import asdict  # noqa: PLC0415 - used when somebody is asked

    found: dict[str, Any] = json.loads(json.dumps(asdict(value), default=str))
    return {k: v for k, v in found.items() if v not in (None, [], "")}
