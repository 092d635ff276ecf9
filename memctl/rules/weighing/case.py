"""A candidate, and all that it is weighed with."""

from dataclasses import dataclass
from datetime import date

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity
from memctl.graph.fact import Fact
from memctl.language.lexicon import Lexicon
from memctl.rules.places import is_about_user


@dataclass(frozen=True, slots=True)
class Case:
    """A candidate that is weighed against rows of an entity."""

    candidate: Candidate
    entity: Entity
    lexicon: Lexicon
    is_mine: bool
    """Is it about the user?"""
    today: date | None
    beside: tuple[str, ...]
    """Names of whom it is about, where that is not the entity."""

    @property
    def said(self) -> date | None:
        """The day on which it was said."""
        return self.candidate.evidence.day or self.candidate.day

    @property
    def now(self) -> date | None:
        """The day on which it is weighed."""
        return self.today or self.said

    def names_beside(self, fact: Fact) -> tuple[str, ...]:
        """Names that are no content when the two are compared.

        Of a relation to the user the entity is the content, so its names count.
        """
        is_of_user = self.is_mine and is_about_user(fact.text, self.lexicon)
        return () if is_of_user else (*self.entity.names, *self.beside)
