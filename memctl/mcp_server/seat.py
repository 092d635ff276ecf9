"""Where a tool is called from: which workspace, by whom, and who will be told."""

from collections.abc import Mapping
from dataclasses import dataclass

from memctl.graph.asking import UNNAMED, by_agent
from memctl.graph.visibility import PRIVATE
from memctl.jobs.steps import Desk, open_desk


@dataclass(frozen=True, slots=True)
class Seat:
    """What is the same for every call of one client."""

    workspace: str | None
    """As `-w` names it."""
    environ: Mapping[str, str]
    audience: str = PRIVATE
    """Who reads what the agent says."""
    agent: str = UNNAMED
    """The name by which the client has introduced itself."""

    @property
    def by(self) -> str:
        """Who proposed what this client writes."""
        return by_agent(self.agent)

    def desk(self) -> Desk:
        """The workspace as it is now; opened for every call, since files change meanwhile."""
        return open_desk(self.workspace, environ=self.environ)
