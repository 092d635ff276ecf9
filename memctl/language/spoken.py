"""Which of several languages of one script a text is written in: by their little words."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from memctl.language.lexicon import Lexicon

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def spoken_in(texts: Iterable[str], languages: Sequence[str], lexicon: Lexicon) -> str:
    """The language whose stop words stand in these texts most often; of equals the first.

    Args:
        texts: What was written.
        languages: Those that come into question; at least one.
        lexicon: Knows the stop words of each.
    """
    if len(languages) == 1:
        return languages[0]
    said = Counter(word for text in texts for word in _WORD.findall(text.casefold()))
    return max(languages, key=lambda one: sum(said[w] for w in lexicon.rows(one, "stop_words")))
