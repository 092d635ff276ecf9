"""A small workspace and a plan that touches every kind of file."""

from datetime import UTC, date, datetime
from pathlib import Path

from memctl.graph.entity import EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.plan import (
    AddFact,
    AddTacit,
    AppendNote,
    Consume,
    CreateEntity,
    Decide,
    Plan,
    RetireFact,
    WriteReview,
    WriteSummary,
)
from memctl.workspace import lock
from memctl.workspace.layout import Layout, read_layout
from memctl.workspace.reading.snapshot import Snapshot, observe
from tests.helpers.trees import write_tree

NOW = datetime(2026, 1, 28, 10, 30, tzinfo=UTC)
TODAY = date(2026, 1, 28)
MARTA, JONAS = EntityRef("people/marta"), EntityRef("people/jonas")
ITEMS = "areas/people/marta/items.json"
SUMMARY = "areas/people/marta/summary.md"
NOTE = "memory/2026-01-28.md"

FILES = {
    ITEMS: """[
  {
    "id": "marta-001",
    "fact": "Marta leads the harbour team",
    "category": "relationship",
    "timestamp": "2025-06-15",
    "source": "manual",
    "status": "active"
  }
]
""",
    SUMMARY: "# Marta\n\nPlays the viola.\n",
    NOTE: "# 2026-01-28\n\n- 09:10 Rain.\n",
    "REVIEW.md": "- [ ] people/marta: something <!-- q:0a1b2c3d -->\n",
    ".memctl/consumed.jsonl": '{"path": "memory/2026-01-27.md", "digests": ["00"]}\n',
    ".memctl/.gitignore": "cache/\n",
}


def lay_out(root: Path, files: dict[str, str] | None = None) -> Layout:
    """A workspace at `root` with these files, memctl's own folder included."""
    write_tree(root, FILES if files is None else files)
    return read_layout(root, {"HOME": str(root)})


def new_fact(number: int, ref: EntityRef = MARTA, text: str = "Marta left the harbour") -> Fact:
    """A fact that nobody knew."""
    slug = ref.rpartition("/")[2]
    return Fact(
        id=FactId(f"{slug}-{number:03d}"),
        text=text,
        category="status",
        timestamp="2026-01-28",
        day=TODAY,
        source="manual",
    )


_BROTHER = AddFact(JONAS, new_fact(1, JONAS, "Jonas is Marta's brother"))


def plan_of_each_kind() -> Plan:
    """A plan that replaces, creates, removes and appends, one file each."""
    fact = new_fact(2)
    return Plan(
        (
            Consume(NOTE, ("11", "22")),
            WriteReview(""),
            AddFact(MARTA, fact),
            RetireFact(MARTA, FactId("marta-001"), "superseded", fact.id),
            _BROTHER,
            AppendNote(TODAY, "10:30", "Marta said goodbye."),
        )
    )


def small_plan() -> Plan:
    """A plan that replaces, appends and removes."""
    changes = plan_of_each_kind().changes
    return Plan(tuple(c for c in changes if not isinstance(c, Consume) and c != _BROTHER))


def whole_plan() -> Plan:
    """The same, and every other kind of document."""
    return plan_of_each_kind().with_changes(
        (
            CreateEntity(JONAS, "Jonas", ("约纳斯",)),
            WriteSummary(MARTA, "Led the harbour team until 2026-01-28.", (FactId("marta-002"),)),
            AddTacit("Mornings", "No meetings before ten"),
            Decide("0a1b2c3d", TODAY, "rejected", "people/marta"),
        )
    )


def look(root: Path) -> Snapshot:
    """The workspace as it stands."""
    return observe(read_layout(root, {"HOME": str(root)}))


def forget_locks() -> None:
    """A forked child is another process: it holds nothing of what its parent holds."""
    lock._held.clear()  # noqa: SLF001 - a new process holds no lock
    lock._depth.clear()  # noqa: SLF001 - as above
