"""A heartbeat files everything but what would lie behind something that it does not enter."""

import pytest

from tests.helpers.crashing import quietly
from tests.helpers.trees import write_tree

NOTE = "- I live in Leeds\n- Eve's birthday is 3 May. Eve is my sister\n- Acme moved to Turin\n"


def link_out(place, outside):
    place.symlink_to(outside)


def a_file(place, _outside):
    place.write_text("mine\n")


def link_to_itself(place, _outside):
    place.symlink_to(place.name)


@pytest.fixture
def life(tmp_path):
    (tmp_path / "outside").mkdir()
    write_tree(
        tmp_path / "life",
        {
            "memctl.toml": "",
            "memory/2026-01-02.md": NOTE,
            "areas/people/me/summary.md": "# Me\n",
        },
    )
    return tmp_path / "life"


@pytest.mark.parametrize("stands", [link_out, a_file, link_to_itself])
def test_the_rest_is_filed_and_the_line_waits(life, stands):
    outside, place = life.parent / "outside", life / "areas/people/eve"
    stands(place, outside)

    code, said = quietly(life.parent, ("-w", str(life), "heartbeat"))

    assert code == 0, said
    assert "I live in Leeds" in said
    assert "areas/people/eve" in said
    assert not list(outside.iterdir())
    assert "1 block unread" in quietly(life.parent, ("-w", str(life), "status"))[1]

    quietly(life.parent, ("-w", str(life), "heartbeat"))
    place.unlink()
    said = quietly(life.parent, ("-w", str(life), "heartbeat"))[1]
    assert "birthday is 3 May" in said
    assert "all read" in quietly(life.parent, ("-w", str(life), "status"))[1]


def test_a_folder_of_a_type_that_leads_out_is_stepped_over_too(life):
    outside = life.parent / "outside"
    (life / "areas/companies").symlink_to(outside)
    write_tree(life, {"memory/2026-01-03.md": "- Acme GmbH is a company that makes pumps\n"})

    code, said = quietly(life.parent, ("-w", str(life), "heartbeat"))

    assert code == 0, said
    assert "I live in Leeds" in said
    assert not list(outside.iterdir())


@pytest.mark.parametrize("name", ["items.json", "summary.md"])
def test_a_file_that_leads_to_nothing_outside_is_stepped_over_too(life, name):
    outside, place = life.parent / "outside", life / "areas/people/eve" / name
    write_tree(life, {"areas/people/eve/summary.md": "# Eve\n"})
    place.unlink(missing_ok=True)
    place.symlink_to(outside / "none")

    code, said = quietly(life.parent, ("-w", str(life), "heartbeat"))

    assert code == 0, said
    assert "I live in Leeds" in said
    assert f"areas/people/eve/{name}" in said
    assert not list(outside.iterdir())
