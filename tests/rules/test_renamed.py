import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.graph import make_graph
from memctl.language.lexicon import parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.resolution.known_names import known_names
from memctl.rules.resolution.subjects import subjects

LEXICON = parse_lexicon(lexicon_texts())
NAMES = {
    "people/odile-varga": "Odile Varga",
    "people/ruth-amsel": "Ruth Amsel",
    "companies/quaymark": "Quaymark",
    "projects/heron": "Heron",
    "projects/wan-qing": "晚晴",
    "companies/lu-gang": "鹭港贸易",
}
KNOWN = known_names(
    make_graph({EntityRef(r): Entity(EntityRef(r), name) for r, name in NAMES.items()}), LEXICON
)


def learned(text: str) -> dict[str, tuple[str, ...]]:
    return {s.entity: s.names for s in subjects(text, KNOWN, LEXICON) if s.entity and s.names}


@pytest.mark.parametrize(
    ("text", "ref", "name"),
    [
        ("marketing renamed Heron to Sunbeam", "projects/heron", "Sunbeam"),
        ("The Heron project has been rebranded as “Sunbeam”.", "projects/heron", "Sunbeam"),
        ("Quaymark is now called Fernhill Partners", "companies/quaymark", "Fernhill Partners"),
        ("Quaymark changed its name to Fernhill", "companies/quaymark", "Fernhill"),
        ("Fernhill (formerly Quaymark) sent the bill", "companies/quaymark", "Fernhill"),
        ("Odile is now Odile Holm", "people/odile-varga", "Odile Holm"),
        ("Odile got married, Odile's Odile Holm now", "people/odile-varga", "Odile Holm"),
        ("晚晴改名叫晨光了", "projects/wan-qing", "晨光"),
        ("晚晴项目正式更名为「晨光」，下月上线", "projects/wan-qing", "晨光"),
        ("把晚晴改名成晨光", "projects/wan-qing", "晨光"),
        ("鹭港贸易以后叫“海鹭供应链”", "companies/lu-gang", "海鹭供应链"),
        ("海鹭供应链（原鹭港贸易）来电", "companies/lu-gang", "海鹭供应链"),
    ],
)
def test_what_is_renamed_is_known_by_its_new_name(text, ref, name):
    assert name in learned(text)[ref]


@pytest.mark.parametrize(
    "text",
    [
        "I renamed the folder to Attic",
        "Heron is now live",
        "Odile is now Ruth Amsel's boss",
        "Quaymark renamed Odile to Ruth Amsel in the list",
        "Odile is now Head of Sales",
        "Heron is called often",
        "文件夹改名叫草稿了",
        "晚晴以后叫他早点来",
        "晚晴改名的事以后再说",
    ],
)
def test_what_only_sounds_like_it_names_nobody_anew(text):
    assert learned(text) == {}
