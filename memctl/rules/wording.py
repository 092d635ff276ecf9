"""Proposals and reasons in words, in the language of the fact that they are about.

The words are data: the table `phrases` of each language, with the script it is written in.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from memctl.expressions import later
from memctl.language.lexicon import Lexicon
from memctl.language.terms import spoken_in

_HAN = later(r"[\u3400-\u9fff]")
_WORD = later(r"[^\W\d_\u3400-\u9fff]+")


def say(key: str, about: str, lexicon: Lexicon, **parts: object) -> str:
    """The phrase `key` in the language of the text `about`, with its parts filled in.

    `attribute` and `family` are named in that language where it has a name for them. A
    lexicon without phrases gives the key itself.
    """
    words = _phrases(about, lexicon)
    names = words.get("names", {})
    named = {k: names.get(v, v) if k in {"attribute", "family"} else v for k, v in parts.items()}
    return str(words.get(key, key)).format(**named)


def labelled(name: str, said: str) -> str:
    """What is said of somebody, behind their name, with the colon of its script."""
    return f"{name}：{said}" if _HAN.search(said) else f"{name}: {said}"


@lru_cache(maxsize=4096)
def _phrases(about: str, lexicon: Lexicon) -> Mapping[str, Any]:
    """One Chinese character counts as much as one word in letters."""
    script = "han" if len(_HAN.findall(about)) > len(_WORD.findall(about)) else ""
    tables = {lang: t for lang in lexicon.languages if (t := lexicon.table(lang, "phrases"))}
    found = [lang for lang, table in tables.items() if table.get("script") == script]
    languages = found or [*tables]
    return tables[spoken_in([about], languages, lexicon)] if languages else {}
