"""One call to a model through litellm, which is imported when a model is asked and not before.

Its telemetry, its logging and its look-ups on the web are off, and it reads no `.env` file of
the folder it happens to run in.
"""

import logging
import os
import random
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from memctl.errors import ModelUnavailable
from memctl.llm.answers import LONGEST

_BACKOFF_S = 0.5
_LONGEST_WAIT_S = 30.0
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Status codes after which the same call may go well."""
_UNKNOWN_FORM = frozenset({400, 404, 415, 422, 500, 501})
"""Status codes with which servers refuse a form of answer that they do not know."""


class ModelSettings(Protocol):
    """Which model, where and how patiently."""

    @property
    def model(self) -> str | None: ...  # noqa: D102 - its name says it
    @property
    def api_base(self) -> str | None: ...  # noqa: D102 - as above
    @property
    def api_key(self) -> str | None: ...  # noqa: D102 - as above
    @property
    def timeout_s(self) -> float: ...  # noqa: D102 - as above
    @property
    def retries(self) -> int: ...  # noqa: D102 - as above
    @property
    def max_tokens(self) -> int: ...  # noqa: D102 - as above
    @property
    def stream(self) -> bool: ...  # noqa: D102 - as above
    @property
    def price_in(self) -> float | None: ...  # noqa: D102 - as above
    @property
    def price_out(self) -> float | None: ...  # noqa: D102 - as above


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said, and what it counted."""

    text: str
    tokens_in: int | None
    tokens_out: int | None
    is_cut: bool
    """Did it stop for want of room?"""


class Model:
    """A model that is asked for JSON; it remembers which form of answer the server takes."""

    def __init__(
        self, settings: ModelSettings, *, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Nothing is imported and nobody called yet."""
        self._settings = settings
        self.name = settings.model or ""
        self._sleep = sleep
        self._forms: list[str] | None = None

    def complete(self, system: str, user: str, schema: Mapping[str, Any]) -> Reply:
        """One answer.

        Raises:
            ModelUnavailable: No answer came, however often it was tried.
        """
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        litellm = imported_litellm(self.name)
        tries = 0
        while True:
            form = self._form(litellm)
            try:
                with _quiet():
                    return self._called(litellm, messages, _asked_for(form, schema))
            except Exception as error:
                status = getattr(error, "status_code", None)
                if form != "text" and status in _UNKNOWN_FORM:
                    self._forms = (self._forms or [])[1:]
                    continue
                if tries >= self._settings.retries or not _is_passing(error, status):
                    raise ModelUnavailable(self.name, _said(error)) from error
                tries += 1
                self._sleep(_wait(error, tries))

    def price(self, tokens_in: int, tokens_out: int) -> float | None:
        """US dollars for so many tokens; None where no price is known."""
        given = (self._settings.price_in, self._settings.price_out)
        if given[0] is not None and given[1] is not None:
            return (tokens_in * given[0] + tokens_out * given[1]) / 1e6
        litellm = imported_litellm(self.name)
        try:
            with _quiet():
                return float(
                    sum(
                        litellm.cost_per_token(
                            model=self.name,
                            prompt_tokens=tokens_in,
                            completion_tokens=tokens_out,
                        )
                    )
                )
        except Exception:  # noqa: BLE001 - it raises what it likes for a model it does not know
            return None

    def _form(self, litellm: Any) -> str:
        """The strictest form of answer that was not refused yet."""
        if self._forms is None:
            with _quiet():
                knows = litellm.supports_response_schema(model=self.name)
            is_own = self._settings.api_base is not None
            strict = ["schema", *(["object"] if is_own else [])] if knows or is_own else []
            self._forms = [*strict, "json", "text"]
        return self._forms[0]

    def _called(
        self, litellm: Any, messages: list[dict[str, str]], form: dict[str, Any] | None
    ) -> Reply:
        said = self._settings
        response = litellm.completion(
            model=self.name,
            messages=messages,
            # A server of one's own needs no key; the client insists on one.
            api_key=said.api_key or ("none" if said.api_base else None),
            api_base=said.api_base,
            timeout=said.timeout_s,
            max_tokens=said.max_tokens,
            temperature=0,
            response_format=form,
            stream=said.stream,
            num_retries=0,
            max_retries=0,
            drop_params=True,
        )
        if said.stream:
            response = litellm.stream_chunk_builder(list(_no_longer_than(response)))
        return _reply(response)


def _no_longer_than(chunks: Any) -> Iterator[Any]:
    length = 0
    for chunk in chunks:
        yield chunk
        length += len(chunk.choices[0].delta.content or "") if chunk.choices else 0
        if length > LONGEST:
            return


def _reply(response: Any) -> Reply:
    choice = response.choices[0]
    usage = getattr(response, "usage", None)
    return Reply(
        text=choice.message.content or "",
        tokens_in=getattr(usage, "prompt_tokens", None) or None,
        tokens_out=getattr(usage, "completion_tokens", None) or None,
        is_cut=choice.finish_reason == "length",
    )


def _asked_for(form: str, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    if form == "schema":
        named = {"name": "answer", "schema": dict(schema), "strict": True}
        return {"type": "json_schema", "json_schema": named}
    if form == "object":  # how llama.cpp and its kin are told a schema
        return {"type": "json_object", "schema": dict(schema)}
    return {"type": "json_object"} if form == "json" else None


def _is_passing(error: Exception, status: int | None) -> bool:
    name = type(error).__name__
    return status in _AGAIN or "Connection" in name or "Timeout" in name


def _wait(error: Exception, tries: int) -> float:
    """What the server asks for, else longer each time, and never the same for two of us."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        asked = float(headers.get("retry-after", ""))
    except ValueError:
        asked = _BACKOFF_S * 2**tries
    return min(asked * random.uniform(0.7, 1.3), _LONGEST_WAIT_S)  # noqa: S311 - jitter


def _said(error: Exception) -> str:
    """The first line of it, without a key that a provider may repeat."""
    from memctl.safety.secrets import mask  # noqa: PLC0415 - only failures need it

    lines = str(getattr(error, "message", "") or error).strip().splitlines()
    return mask(lines[0][:300]) if lines else type(error).__name__


def imported_litellm(model: str) -> Any:
    """litellm, silent.

    Raises:
        ModelUnavailable: It can't be imported.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    # In any other mode it reads a `.env` file, which could name another address.
    os.environ["LITELLM_MODE"] = "PRODUCTION"
    os.environ.setdefault("LITELLM_LOG", "CRITICAL")
    try:
        with _quiet():
            import litellm  # noqa: PLC0415 - seconds and hundreds of megabytes
    except ImportError as error:
        hint = "Install it with: pip install litellm"
        raise ModelUnavailable(model, f"litellm can't be imported ({error})", hint=hint) from error
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.callbacks = litellm.success_callback = litellm.failure_callback = []
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "httpx", "openai"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return litellm


@contextmanager
def _quiet() -> Iterator[None]:
    """Its warnings are about itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
