"""What of an answer was not let in: kept in the ledger with its words and the reason.

Nothing of it is written into memory. What only seems not to last a person may still accept;
what is invented nobody is asked about.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from memctl.graph.answers import Parked
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity
from memctl.graph.note import Block
from memctl.graph.plan import AddFact, Change, CreateEntity, Decide, Plan, Question
from memctl.language.lexicon import Lexicon
from memctl.rules.draft import row
from memctl.rules.review import make_question, open_questions
from memctl.rules.wording import say
from memctl.safety.secrets import mask

_TRIES = 3
"""How often a block is asked about whose every answer is invented; then the rules read it."""
_MOST_ASKED = 10
"""Open questions about parked statements; what comes beyond stands in the ledger alone."""
_RAW = 4000
"""Characters of an answer that are kept."""
_HARD = (
    "quote-not-found",
    "not-in-quote",
    "unlike-quote",
    "against-quote",
    "other-language",
    "unknown-",
    "duplicate-",
    "secret",
)
"""How the reasons begin that say that an answer is wrong, and not only that it does not last."""


def is_hard(reason: str | None) -> bool:
    """Does the reason say that the answer is wrong?"""
    return reason is not None and reason.startswith(_HARD)


def is_unusable(candidates: Iterable[Candidate]) -> bool:
    """Did a foreign reader say something of a block, and nothing that stands in it?"""
    foreign = [c for c in candidates if c.by != "rules"]
    return bool(foreign) and all(is_hard(c.reason) for c in foreign)


def tries_of(decisions: Iterable[Decide]) -> Mapping[str, int]:
    """How often blocks were answered wrongly, by their digest."""
    found: dict[str, int] = {}
    for d in decisions:
        if d.kind == "parked" and d.digest:
            tried = _subject(d.subject).get("try", 1)
            found[d.digest] = max(found.get(d.digest, 0), tried if isinstance(tried, int) else 1)
    return found


def are_used_up(tries: int) -> bool:
    """Was a block answered wrongly so often that only the rules are left to read it?"""
    return tries >= _TRIES


def plan_parked(
    block: Block,
    candidates: Iterable[Candidate],
    lexicon: Lexicon,
    *,
    today: date,
    decisions: Sequence[Decide],
) -> Plan:
    """The ledger lines and questions about what was not let in of one block.

    Each wrong answer to the same block bears a number of its own, so that they can be counted.
    """
    refused = [c for c in candidates if c.reason and c.by != "rules" and not _is_asked_anyway(c)]
    if not refused:
        return Plan()
    tries = tries_of(decisions).get(block.digest, 0) + 1
    changes: list[Decide] = []
    questions: list[Question] = []
    waiting = sum(q.kind == "parked" for q in open_questions((), decisions))
    for candidate in refused:
        question = None if is_hard(candidate.reason) else _question(candidate, lexicon)
        if question is not None and waiting + len(questions) < _MOST_ASKED:
            questions.append(question)
            continue
        changes.append(_line(block, candidate, tries, lexicon, today))
    settled = {d.id for d in decisions if d.kind in {"rejected", "accepted", "parked"}}
    return Plan(
        tuple({c.id: c for c in changes}.values()),
        tuple(q for q in questions if q.id not in settled),
    )


def parked_block(block: Block, reason: str, by: str, tries: int, today: date) -> Decide:
    """The ledger line of a block that an answer left out, or answered twice."""
    subject = json.dumps({"text": "", "reason": reason, "try": tries + 1}, ensure_ascii=False)
    key = _id(block.path, block.digest, str(tries + 1), by, reason)
    return Decide(key, today, "parked", subject, digest=block.digest, by=by)


def parked_answer(request: str, raw: str, reason: str, by: str, today: date) -> Decide:
    """The ledger line of an answer that nothing could be made of; one a request."""
    kept = mask(raw if len(raw) <= _RAW else f"{raw[:_RAW]} … ({len(raw)} characters)")
    subject = json.dumps({"answer": kept, "reason": reason}, ensure_ascii=False)
    return Decide(_id(request, "answer"), today, "parked", subject, by=by)


def not_kept(lines: Iterable[Decide], decisions: Iterable[Decide]) -> list[Decide]:
    """The lines that the ledger does not hold yet."""
    known = {d.id for d in decisions if d.kind == "parked"}
    return list({line.id: line for line in lines if line.id not in known}.values())


def parked(decisions: Iterable[Decide]) -> tuple[Parked, ...]:
    """Everything that was not let in, oldest first; lines of older versions are left out."""
    found = ((d, _subject(d.subject)) for d in decisions if d.kind == "parked")
    return tuple(
        Parked(
            d.day,
            d.by or "",
            str(row.get("reason", "")),
            str(row.get("text", row.get("answer", ""))),
            str(row.get("quote", "")),
        )
        for d, row in found
        if row
    )


def _subject(text: str) -> dict[str, object]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


def _is_asked_anyway(candidate: Candidate) -> bool:
    """Does `plan_ingest` make a question of it?"""
    reason = candidate.reason or ""
    return reason == "ambiguous" or reason.startswith(("foreign", "grave-order"))


def _question(candidate: Candidate, lexicon: Lexicon) -> Question | None:
    if candidate.entity is None:
        return None
    text = candidate.text
    home = Entity(candidate.entity, candidate.entity_name)
    fact = AddFact(candidate.entity, row(candidate, home), say("you_decided", text, lexicon))
    made = CreateEntity(candidate.entity, candidate.entity_name, candidate.entity_names)
    accept: tuple[Change, ...] = (made, fact) if candidate.is_new else (fact,)
    return make_question(
        "parked",
        candidate.entity,
        say("add_to", text, lexicon, entity=candidate.entity, text=text),
        reason=say("kept_out", text, lexicon, by=candidate.by, why=candidate.reason),
        evidence=(candidate.evidence,),
        accept=accept,
        texts=[text],
    )


def _line(block: Block, candidate: Candidate, tries: int, lexicon: Lexicon, today: date) -> Decide:
    said = {
        "text": mask(candidate.text[:_RAW], lexicon),
        "quote": mask(candidate.evidence.quote[:_RAW], lexicon),
        "entity": candidate.entity or candidate.entity_name[:200],
        "reason": candidate.reason,
        "try": tries,
    }
    subject = json.dumps(said, ensure_ascii=False)
    key = _id(block.path, block.digest, str(tries), candidate.by or "", subject)
    return Decide(key, today, "parked", subject, digest=block.digest, by=candidate.by)


def _id(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]
