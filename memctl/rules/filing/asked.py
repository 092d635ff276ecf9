"""What is asked instead of done: foreign and grave orders, rules of work, unclear and new names."""

from collections.abc import Sequence
from dataclasses import replace

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Evidence
from memctl.graph.plan import AddFact, AddTacit, Change, CreateEntity, Question
from memctl.language.lexicon import Lexicon
from memctl.rules.draft import row
from memctl.rules.review import make_question
from memctl.rules.wording import say

_FOREIGN = ("foreign", "hostile", "instruction")


def question_of(candidate: Candidate, lexicon: Lexicon) -> Question | None:
    """What a person is asked about the candidate, if anything: orders, rules, unclear names."""
    evidence = (candidate.evidence,)
    if candidate.reason == "grave-order":
        return order_of(candidate.text, lexicon, evidence)
    if not candidate.accepted:
        if candidate.reason is None or not candidate.reason.startswith(_FOREIGN):
            return _ambiguous(candidate, lexicon) if candidate.reason == "ambiguous" else None
        where = candidate.entity or candidate.entity_name
        return make_question(
            "foreign",
            where,
            say("leave_out", candidate.text, lexicon, text=candidate.text),
            reason=candidate.reason,
            evidence=evidence,
            texts=[candidate.text],
        )
    if candidate.kind == "tacit":
        heading = say("preferences", candidate.text, lexicon)
        return make_question(
            "tacit",
            "MEMORY.md",
            say("add_rule", candidate.text, lexicon, text=candidate.text),
            reason=say("how_you_work", candidate.text, lexicon),
            evidence=evidence,
            accept=(AddTacit(heading, candidate.text),),
            texts=[candidate.text],
        )
    return _ambiguous(candidate, lexicon) if candidate.ambiguous else None


def order_of(text: str, lexicon: Lexicon, evidence: Sequence[Evidence] = ()) -> Question:
    """Whether an order to the assistant that could do harm is meant; a yes makes it a rule."""
    return make_question(
        "order",
        "MEMORY.md",
        say("add_order", text, lexicon, text=text),
        reason=say("grave_order", text, lexicon),
        evidence=evidence,
        accept=(AddTacit(say("preferences", text, lexicon), text),),
        texts=[text],
    )


def _ambiguous(candidate: Candidate, lexicon: Lexicon) -> Question:
    """Accepting writes it to the first of the entities that the name fits."""
    refs, text = candidate.ambiguous, candidate.text
    first = refs[0] if refs else candidate.entity_name
    accept: tuple[Change, ...] = ()
    if refs:
        home = Entity(refs[0], candidate.entity_name)
        decided = say("you_decided", text, lexicon)
        accept = (AddFact(refs[0], row(replace(candidate, entity=refs[0]), home), decided),)
    return make_question(
        "ambiguous",
        candidate.entity_name,
        say("add_to", text, lexicon, entity=first, text=text),
        reason=say("fits", text, lexicon, name=candidate.entity_name, entities=", ".join(refs)),
        evidence=(candidate.evidence,),
        accept=accept,
        texts=[first, text],
    )


def new_name(candidate: Candidate, lexicon: Lexicon) -> Question:
    """Whether to remember somebody whose name was not seen before."""
    create, text = creation_of(candidate, lexicon), candidate.text
    new = row(candidate, Entity(create.entity, create.name))
    fact = AddFact(create.entity, new, say("you_decided", text, lexicon))
    return make_question(
        "new-name",
        create.entity,
        say("remember", text, lexicon, name=create.name, text=text),
        reason=say("new_name", text, lexicon),
        evidence=(candidate.evidence,),
        accept=(create, fact),
        texts=[create.name, text],
    )


def creation_of(candidate: Candidate, lexicon: Lexicon) -> CreateEntity:
    """The folder of the new entity that the candidate is about."""
    ref = candidate.entity or EntityRef("")
    others = tuple(n for n in candidate.entity_names if n != candidate.entity_name)
    reason = say("first_read", candidate.text, lexicon)
    return CreateEntity(ref, candidate.entity_name, others, reason)
