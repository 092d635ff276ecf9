"""The habits of one items file: its rows as they stand, and how it spells what it says."""

from typing import TYPE_CHECKING, Any

from memctl.formats.rows._shapes import shape_of
from memctl.formats.rows._values import Row, names, words
from memctl.formats.rows.dialect import FIELDS, spelling
from memctl.formats.syntax._spans import ListSpan, Spelling
from memctl.graph.fact import ACTIVE

if TYPE_CHECKING:
    from memctl.formats.rows.items import ItemsDocument

EMPTY: tuple[Any, ...] = (None, "", [], {})
FIELD_OF = {name: field for field, found in FIELDS.items() for name in found}


class Habits:
    """One file: rows, shapes, and the words of its author."""

    def __init__(
        self, spelled: Spelling, document: "ItemsDocument", lists: tuple[ListSpan, ...]
    ) -> None:
        """Nothing is changed here."""
        self.spelled = spelled
        self.document = document
        self.lists = lists
        self.rows = [row for found in lists for row in found.rows if row.members]
        self.values: list[Row] = [row.value for row in self.rows]
        self.shapes = [shape_of(tuple(value)) for value in self.values]
        self.keys = tuple(dict.fromkeys(key for value in self.values for key in value))
        self.at: dict[str, int] = {}
        self.patch_at: dict[str, int] = {}
        for index, (value, shape) in enumerate(zip(self.values, self.shapes, strict=True)):
            where = self.at if shape.text_key else self.patch_at
            where[words(value.get(shape.id))] = index

    def key(self, name: str) -> str:
        """How this file spells a field: as in any row, else in the style of its keys."""
        spelled = (shape.fields[name][0] for shape in reversed(self.shapes) if name in shape.fields)
        snake = self.document.dialect.syntax == "yaml"
        return next(spelled, None) or spelling(name, self.keys, snake=snake)

    def uses(self, name: str) -> bool:
        """Does any row bear this field?"""
        return any(name in shape.fields for shape in self.shapes)

    def example(self, name: str) -> Any:
        """The last value of a field that says something."""
        for value, shape in zip(reversed(self.values), reversed(self.shapes), strict=True):
            found = next((value[key] for key in shape.fields.get(name, ())), None)
            if found not in EMPTY:
                return found
        return None

    @property
    def points_back(self) -> bool:
        """Does the newer row name the older one here, and not the other way round?"""
        return self.example("supersedes") is not None and not self.uses("superseded_by")

    @property
    def retired_word(self) -> str | None:
        """The status of a row that another one names in `supersedes`; None: it stays as it was."""
        found = (names(v.get(s.supersedes)) for v, s in zip(self.values, self.shapes, strict=True))
        olds = {old for group in found for old in group if old in self.at}
        said = (words(self.of(old, "status")) for old in olds)
        return next((word for word in said if word not in {"", ACTIVE}), None)

    def of(self, fact_id: str, name: str) -> Any:
        """What a field of a row says; None where it bears none."""
        index = self.at[fact_id]
        return self.values[index].get(next(iter(self.shapes[index].fields.get(name, ())), ""))
