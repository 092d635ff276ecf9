"""Is a new name a firm's? Told by its own words: Hargreave Motors, Fern & Ash, 瑞云物业.

What ends or joins the names of firms is data (`[names]` of each language's names.toml:
`company_ends`, which are proof enough to remember one, and `firm_ends`, which only tell what
somebody is that the text introduces otherwise).
"""

import re
from functools import lru_cache

from memctl.expressions import compiled
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import fold


def is_firm(name: str, lexicon: Lexicon) -> bool:
    """Does the name say of itself that it is a firm's, in a language of the lexicon?"""
    return bool(_firm(lexicon).search(fold(name)))


@lru_cache(maxsize=4)
def _firm(lexicon: Lexicon) -> re.Pattern[str]:
    shapes = [shape for language in lexicon.languages for shape in _shapes(lexicon, language)]
    return compiled("|".join(shapes) or "(?!)", re.IGNORECASE)


def _shapes(lexicon: Lexicon, language: str) -> list[str]:
    table = lexicon.table(language, "names")
    ends = "|".join(map(re.escape, (*table.get("company_ends", ()), *table.get("firm_ends", ()))))
    between = r"\S\s+" if table.get("spaced", True) else r"\w\w"  # 李建设 is somebody
    return [rf"{between}(?:{ends})\.?\Z"] if ends else []
