"""A process that goes on for days holds no more than it needs."""

from functools import cache, lru_cache

from memctl.jobs.letting_go import let_go
from memctl.language import tokens


def test_what_was_read_in_plenty_is_let_go_of_and_what_is_small_stays():
    plenty = lru_cache(maxsize=10_000)(str)
    little = lru_cache(maxsize=16)(str)
    patterns = cache(str)
    for number in range(1000):
        plenty(number)
        little(number)
        patterns(number)
    tokens.analyse(" ".join(f"word{n}" for n in range(1000)))

    let_go()

    assert plenty.cache_info().currsize == 0
    assert little.cache_info().currsize == 16
    assert patterns.cache_info().currsize == 1000
    assert "word7" not in tokens._kept  # noqa: SLF001 - what it holds is the point


def test_terms_are_the_same_after_letting_go():
    text = " ".join(f"harps{n} flutes" for n in range(1000))
    before = tokens.analyse(text)

    let_go()

    assert tokens.analyse(text) == before
