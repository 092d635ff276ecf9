"""Folder names: readable, stable, safe, and never shared by two names."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.language.slugs import MAX_CHARS, slugify, unique_slug

NAMES = st.text(max_size=60)


@settings(deadline=None)  # the first Chinese name loads the readings
@given(name=NAMES)
def test_a_slug_is_a_safe_folder_name_everywhere(name):
    slug = slugify(name)

    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", slug)
    assert len(slug) <= MAX_CHARS
    assert slug not in {"con", "prn", "aux", "nul", "com1", "lpt9"}
    assert slugify(name) == slug


@settings(deadline=None)
@given(name=NAMES)
def test_normal_form_case_and_blanks_do_not_change_a_slug(name):
    assert slugify(unicodedata.normalize("NFD", name)) == slugify(
        unicodedata.normalize("NFC", name)
    )
    assert slugify(f"  {name} ") == slugify(name)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Tendai Moyo", "tendai-moyo"),
        ("ＴＥＮＤＡＩ　Moyo", "tendai-moyo"),
        ("Anna-Lisa O'Dowd", "anna-lisa-odowd"),
        ("C++ Club", "c-plus-plus-club"),
        ("C# Club", "c-sharp-club"),
        ("C Club", "c-club"),
    ],
)
def test_a_plain_name_is_its_own_slug(name, slug):
    assert slugify(name) == slug


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("曾毅", "zeng-yi"),
        ("单雄", "shan-xiong"),
        ("解缙", "xie-jin"),
        ("仇英", "qiu-ying"),
        ("區志明", "ou-zhi-ming"),
        ("翟志刚", "zhai-zhi-gang"),
        ("尉迟恭", "yu-chi-gong"),
        ("重庆长安汽车", "chong-qing-chang-an-qi-che"),
        ("解决方案", "jie-jue-fang-an"),
        ("Müller Söhne", "muller-sohne"),
        ("Łódź", "lodz"),
    ],
)
def test_what_is_lost_on_the_way_to_ascii_is_kept_by_a_digest(name, reading):
    assert re.fullmatch(rf"{reading}-[0-9a-f]{{4}}", slugify(name))


@pytest.mark.parametrize(
    "names",
    [
        ("李娜", "李纳", "里纳"),
        ("Zoë", "Zoe"),
        ("../x", "x", "x.", "/x", "x\\"),
        ("قمر", "قمار"),
        ("😀", "😁"),
        ("かえで", "カエデ"),
        ("a" * 300, "a" * 299),
        ("CON", "Com"),
        ("", "!"),
        ("1.2", "12", "1 2"),
    ],
)
def test_different_names_have_different_slugs(names):
    assert len({slugify(n) for n in names}) == len(names)


def test_a_thousand_names_have_a_thousand_slugs():
    surnames, given_names = "王李张刘陈杨黄赵吴周", "伟芳娜敏静丽强磊军洋"
    chinese = [s + a + b for s in surnames for a in given_names for b in given_names]

    assert len({slugify(n) for n in chinese}) == len(chinese) == 1000


def test_script_variants_of_one_name_share_a_slug():
    assert slugify("張偉") == slugify("张伟")


def test_a_taken_slug_gets_the_first_free_number():
    assert unique_slug("Ada", ()) == "ada"
    assert unique_slug("Ada", {"ada", "ada-2"}) == "ada-3"
