"""English words without their endings, so that "moved", "moves" and "moving" meet.

Porter's algorithm (M. F. Porter, 1980, steps 1 to 5) behind a table of irregular forms.
Stands on the hot path: no imports.
"""

_IRREGULAR = (
    "be:am,is,are,was,were,been,being have:has,had,having do:does,did,done go:goes,went,gone "
    "begin:began,begun break:broke,broken bring:brought build:built buy:bought catch:caught "
    "choose:chose,chosen come:came draw:drew,drawn drink:drank,drunk drive:drove,driven "
    "eat:ate,eaten fall:fell,fallen feel:felt fight:fought find:found fly:flew,flown "
    "forget:forgot,forgotten get:got,gotten give:gave,given grow:grew,grown hear:heard "
    "hold:held keep:kept know:knew,known lead:led leave:left lend:lent lose:lost make:made "
    "mean:meant meet:met pay:paid ride:rode,ridden rise:rose,risen run:ran say:said "
    "see:saw,seen seek:sought sell:sold send:sent sing:sang,sung sit:sat sleep:slept "
    "speak:spoke,spoken spend:spent stand:stood steal:stole,stolen swim:swam,swum "
    "take:took,taken teach:taught tell:told think:thought throw:threw,thrown wake:woke,woken "
    "wear:wore,worn win:won write:wrote,written child:children person:people man:men "
    "woman:women foot:feet tooth:teeth mouse:mice wife:wives life:lives knife:knives die:dying "
    "lie:lying tie:tying"
)
_KNOWN = {
    form: base
    for base, _, forms in (pair.partition(":") for pair in _IRREGULAR.split())
    for form in forms.split(",")
}
# "lives" is a verb far more often than a plural; both meet at "live" and "life" apart.
_KNOWN.pop("lives")

# Words that Porter takes for another one: an accountant is no account, a university no universe.
_APART = (
    "accountant:accountants news:news university:universities universal:universally "
    "organization:organizations,organisation,organisations "
    "engineer:engineers,engineering,engineered customer:customers author:authors,authored "
    "authority:authorities animal:animals several:several general:generally "
    "generation:generations generous:generously community:communities "
    "experiment:experiments,experimental doctorate:doctorates physics:physics "
    "marinate:marinated,marinating paste:pasted,pasting consultant:consultants "
    "assistant:assistants attendant:attendants applicant:applicants occupant:occupants "
    "tenant:tenants servant:servants informant:informants inhabitant:inhabitants"
)
_WHOLE = {
    form: base
    for base, _, forms in (pair.partition(":") for pair in _APART.split())
    for form in (base, *forms.split(","))
}

_STEP_2 = (
    "ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e "
    "ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous "
    "aliti:al iviti:ive biliti:ble"
)
_STEP_3 = "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:"
_STEP_4 = "al ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize"


def _rules(text: str) -> tuple[tuple[str, str], ...]:
    pairs = (pair.partition(":") for pair in text.split())
    return tuple(sorted(((a, b) for a, _, b in pairs), key=lambda rule: -len(rule[0])))


_RULES_2, _RULES_3 = _rules(_STEP_2), _rules(_STEP_3)
_RULES_4 = tuple(sorted(_STEP_4.split(), key=len, reverse=True))


def stem(word: str) -> str:
    """The stem of one lower-case word of ASCII letters; other words come back unchanged."""
    if (whole := _WHOLE.get(word)) is not None:
        return whole
    known = _KNOWN.get(word)
    if known is not None:
        word = known
    if len(word) < 3:  # noqa: PLR2004 - Porter leaves words of one or two letters alone
        return word
    word = _step_1(word)
    word = _replace(word, _RULES_2)
    word = _replace(word, _RULES_3)
    return _step_5(_step_4(word))


def _shape(word: str) -> str:
    """One letter a run: "v" for vowels, "c" for consonants; y after a consonant is a vowel."""
    out = ""
    for i, letter in enumerate(word):
        vowel = letter in "aeiou" or (letter == "y" and i > 0 and word[i - 1] not in "aeiou")
        mark = "v" if vowel else "c"
        if not out.endswith(mark):
            out += mark
    return out


def _measure(word: str) -> int:
    return _shape(word).count("vc")


def _has_vowel(word: str) -> bool:
    return "v" in _shape(word)


def _ends_short(word: str) -> bool:
    """Consonant, vowel, consonant (not w, x, y): "hop", "fil"."""
    first, middle, last = word[-3:-2], word[-2:-1], word[-1:]
    is_open = middle != "" and middle in "aeiouy"
    return first != "" and first not in "aeiou" and is_open and last not in "aeiouwxy"


def _step_1(word: str) -> str:
    if word.endswith("s") and not word.endswith(("ss", "us")):
        if word.endswith("sses"):
            word = word[:-2]
        elif word.endswith("ies"):
            word = word[:-2] if len(word) > 4 else word[:-1]  # noqa: PLR2004 - "ties" is "tie"
        else:
            word = word[:-1]
    if word.endswith("eed"):
        word = word[:-1] if _measure(word[:-3]) > 0 else word
    elif word.endswith("ed") and _has_vowel(word[:-2]):
        word = _mended(word[:-2])
    elif word.endswith("ing") and _has_vowel(word[:-3]):
        word = _mended(word[:-3])
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    return word


def _mended(word: str) -> str:
    """What is left of a verb without -ed or -ing: "hopp" is "hop", "fil" is "file"."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if word[-1:] == word[-2:-1] and word[-1:] not in "aeioulsz":
        return word[:-1]
    if _measure(word) == 1 and _ends_short(word):
        return word + "e"
    return word


def _replace(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    for ending, instead in rules:
        if word.endswith(ending):
            head = word[: -len(ending)]
            return head + instead if _measure(head) > 0 else word
    return word


def _step_4(word: str) -> str:
    for ending in _RULES_4:
        if word.endswith(ending):
            head = word[: -len(ending)]
            if ending in ("sion", "tion"):
                head += ending[0]
            return head if _measure(head) > 1 else word
    return word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        head = word[:-1]
        if _measure(head) > 1 or (_measure(head) == 1 and not _ends_short(head)):
            word = head
    if word.endswith("ll") and _measure(word[:-1]) > 1:
        word = word[:-1]
    return word
