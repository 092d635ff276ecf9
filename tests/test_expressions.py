"""What is taken up is what `re.compile` gives, in every respect that a caller can see."""

import re

import pytest

from memctl import expressions
from memctl.expressions import compiled, later

SOURCES = [
    (r"(?P<who>[A-Z]\w+) (?:moved|went) to (?P<place>\w+)", 0),
    (r"(?<![^\W_])(?:straße|ÉCOLE|[a-zà-ÿ]{3,})(?![^\W_])", re.IGNORECASE),
    (r"[\u3400-\u9fff]+(?=搬到)|(搬)到(?(1)北京|上海)", re.IGNORECASE),
    (r"(?-i:A)b|(?s:.+?)\Z", re.IGNORECASE),
    (r"(?x) a  b # spaces", 0),
    (r"(a)(b)?\1", 0),
    ("", 0),
    (b"(?P<who>[A-Z]\\w+) moved|\xe6", re.IGNORECASE),
]
TEXTS = ["Petra moved to York", "in der STRASSE, école", "她搬到北京", "AB\nab", "abaa", ""]


@pytest.fixture(autouse=True)
def _nothing_before(monkeypatch):
    monkeypatch.setattr(expressions, "before", {})


def seen(pattern):
    texts = [t.encode() if isinstance(pattern.pattern, bytes) else t for t in TEXTS]
    found = [[(m.span(), m.groups(), m.groupdict()) for m in pattern.finditer(t)] for t in texts]
    return pattern.pattern, pattern.flags, pattern.groups, dict(pattern.groupindex), found


@pytest.mark.parametrize(("source", "flags"), SOURCES)
def test_it_is_what_the_library_compiles_also_when_taken_up(source, flags, monkeypatch):
    wanted = seen(re.compile(source, flags))
    assert seen(compiled(source, flags)) == wanted

    monkeypatch.setattr(expressions, "_code", pytest.fail)

    assert seen(compiled(source, flags)) == wanted
    assert compiled(source, flags) == re.compile(source, flags)


@pytest.mark.parametrize(("source", "flags"), SOURCES)
def test_what_is_compiled_later_is_the_same(source, flags):
    assert seen(later(source, flags)) == seen(re.compile(source, flags))


def test_what_is_compiled_later_is_not_compiled_before(monkeypatch):
    monkeypatch.setattr(expressions, "_compiled", pytest.fail)

    later("never asked for")


@pytest.mark.parametrize("call", [compiled, lambda source: later(source).search("x")])
def test_what_is_no_expression_is_told_as_the_library_tells_it(call):
    with pytest.raises(re.error, match="unterminated"):
        call("(a")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda code: code._replace(words=b""),
        lambda code: code._replace(words=code.words[:-4]),
        lambda code: code._replace(words=code.words[:7]),
        lambda code: code._replace(words=b"\xff" * len(code.words)),
        lambda code: code._replace(groups=0, names={}),
        lambda code: code._replace(names={"who": "no number"}),
        lambda code: code._replace(names={"who": 9_000}),
        lambda code: code._replace(flags="none"),
    ],
)
def test_a_code_that_is_not_sound_is_compiled_anew(spoil):
    source = SOURCES[0][0]
    wanted = seen(compiled(source))
    (key,) = expressions.before
    expressions.before[key] = spoil(expressions.before[key])

    assert seen(compiled(source)) == wanted


@pytest.mark.parametrize("part", ["_code", "_taken_up"])
def test_another_python_compiles_as_it_does(part, monkeypatch):
    def absent(*_):
        raise AttributeError(part)

    monkeypatch.setattr(expressions, part, absent)

    assert seen(compiled(*SOURCES[1])) == seen(re.compile(*SOURCES[1]))
