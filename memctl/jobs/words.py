"""What a person says in a call: on one line, and without a secret."""

import re
from functools import lru_cache

from memctl import resources
from memctl.errors import HoldsSecret, UsageError
from memctl.graph.controls import without_controls
from memctl.language.lexicon import Lexicon, parse_lexicon
from memctl.safety.secrets import find_secrets

_BLANKS = re.compile(r"\n\s*\n")


def plain_text(text: str) -> str:
    """A person's words on one line, without the bullet that a line of a note begins with.

    Raises:
        UsageError: There are none, or they are no text.
        HoldsSecret: They hold a secret.
    """
    said = " ".join(without_controls(text).split()).removeprefix("- ")
    if not said:
        raise UsageError("There is no text to keep.", hint='Put it in quotes: "…"')
    try:
        said.encode()
    except UnicodeEncodeError as error:
        raise UsageError("The text is not valid UTF-8.") from error
    refuse_secret(said)
    return said


def refuse_secret(text: str) -> None:
    """Let no secret pass.

    Raises:
        HoldsSecret: The text holds one.
    """
    if secrets := find_secrets(text, secret_lexicon()):
        raise HoldsSecret(sorted({secret.kind for secret in secrets}))


def holds_secret(text: str) -> bool:
    """Does a secret stand in a text, be it a large file?"""
    # No secret has blank lines in it, and a file may have millions of them.
    return bool(find_secrets(_BLANKS.sub("\n\n", text), secret_lexicon()))


@lru_cache(maxsize=1)
def secret_lexicon() -> Lexicon:
    """What the pattern data say about secrets alone: all of them take a while to read."""
    texts = resources.lexicon_texts().items()
    return parse_lexicon({key: [t for t in found if "secrets" in t] for key, found in texts})
