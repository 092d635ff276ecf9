"""`weekly`: what no longer holds is retired, and the summaries say what does. On Sundays."""

import pickle
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial

from memctl.graph.applying import apply_to_graph
from memctl.graph.asking import Prompts
from memctl.graph.entity import EntityRef
from memctl.graph.plan import Plan, UseFact
from memctl.graph.report import JobReport
from memctl.jobs.foreign.consulting import (
    HeardWeekly,
    Ports,
    entity_requests,
    for_agents,
    hear_entities,
    kept_ports,
)
from memctl.jobs.idle import unless_idle
from memctl.jobs.lookup import entity_named
from memctl.jobs.review import decisions_after, joined, plan_answers, with_review
from memctl.jobs.steps import Decide, Desk, carry_out, failure_noted, stepping_over
from memctl.jobs.together import made_together
from memctl.jobs.touched import Stamps, keep_stamps, stamps_of, touched_since
from memctl.jobs.uses import decay_of, fold_uses, has_noted
from memctl.rules.aging.uses import recorded_uses
from memctl.rules.consolidation import Look, Looked, Weekly, plan_weekly
from memctl.rules.foreign.parking import not_kept
from memctl.workspace.layout import Layout
from memctl.workspace.reading.snapshot import Snapshot, observe
from memctl.workspace.runs import last_run

_A_PIECE = 25
"""Entities that one process looks at before it takes the next ones."""


def weekly(
    desk: Desk,
    *,
    everything: bool = False,
    names: Sequence[str] = (),
    limit: int | None = None,
    dry_run: bool = False,
) -> JobReport:
    """Retire what expired, repeats or was replaced, and rewrite the summaries.

    Answers that a person ticked in REVIEW.md are carried out first. Only entities with
    something new since the last run, expired or doubted are looked at; a hand edit is new.
    Where a model is set to judge or to write, it is asked before anything is decided; the
    rules' own work is done also when it does not answer.

    Args:
        desk: The workspace.
        everything: Look at every entity, whether or not it has something new.
        names: Look at these entities alone; that is no weekly run, and the next one looks at
            them again.
        limit: Most entities that a model is asked about; None: all.
        dry_run: Tell the plan as a diff and stop there. A model is asked all the same.

    Raises:
        SettingsInvalid: A model is to be asked, and none is named.
        UnknownEntity: No entity has this name.
        Ambiguous: Several have it.
    """
    job = "weekly --entity" if names else "weekly"

    def looked_at(snapshot: Snapshot, ports: Ports) -> Plan:
        only = [entity_named(snapshot.graph, name).ref for name in names]
        return considered(desk, snapshot, ports, only, everything=everything)

    with failure_noted(desk, job, dry_run=dry_run):
        heard = hear_entities(desk, lambda ports: looked_at(observe(desk.layout), ports), limit)
        ports = kept_ports(desk)
    seen = list[Stamps]()
    decay, folded = decay_of(desk), list[UseFact]()

    def decide(snapshot: Snapshot) -> Plan:
        snapshot.shelve()
        seen.append(stamps_of(snapshot))
        lines = not_kept(heard.lines, snapshot.decisions)
        folded[:] = (
            []
            if names
            else recorded_uses(snapshot.graph, decay.uses, is_wanted=desk.settings.decay_record)
        )
        plan = looked_at(snapshot, ports).with_changes([*lines, *folded])
        plan = stepping_over(with_review(plan, snapshot, desk.today), snapshot)
        return replace(plan, unanswered=heard.unanswered)

    decide_once: Decide = decide
    if heard == HeardWeekly() and not (everything or names or has_noted(desk.layout)):
        decide_once = unless_idle(desk, "weekly", decide, dry_run=dry_run)
    report = carry_out(desk, job, decide_once, dry_run=dry_run)
    if seen and not names and not dry_run and report.unanswered is None:
        keep_stamps(desk.layout, "weekly", seen[-1])
    if seen and not names and not dry_run:
        fold_uses(desk.layout, folded, decay.uses)
    rest = for_agents(desk, lambda p: considered(desk, observe(desk.layout), p, everything=True))
    return replace(report, notices=(*report.notices, *rest))


def weekly_prompts(desk: Desk) -> Prompts:
    """What weekly would send to the model, word for word; nothing is sent.

    Raises:
        SettingsInvalid: No model is named.
    """
    snapshot = observe(desk.layout)
    return entity_requests(desk, lambda ports: considered(desk, snapshot, ports))


def considered(
    desk: Desk,
    snapshot: Snapshot,
    ports: Ports,
    only: Collection[str] = (),
    *,
    everything: bool = False,
) -> Plan:
    """What a weekly run changes, with these ports to ask; `only` these entities, or all."""
    before = last_run(desk.layout, "weekly")
    answers = plan_answers(snapshot, desk.today)
    how = Weekly(
        since=before.at.date() if before else None,
        touched=touched_since(snapshot, "weekly") if before else (),
        only=only,
        everything=everything,
        max_share=desk.settings.weekly_max_share,
        budget=desk.settings.summary_budget,
        me=desk.me,
        decay=decay_of(desk),
        judge=ports.judge,
        summarizer=ports.summarizer,
    )
    plan = plan_weekly(
        apply_to_graph(snapshot.graph, answers),
        desk.lexicon,
        today=desk.today,
        how=how,
        decisions=decisions_after(snapshot, answers),
        each=partial(_by_several, desk.layout) if ports.only_look_up else map,
    )
    return joined(answers, plan)


def _by_several(layout: Layout, look: Look, refs: Sequence[EntityRef]) -> Iterator[Looked]:
    """Each entity looked at, by several processes where that is safe and pays."""
    pieces = [refs[at : at + _A_PIECE] for at in range(0, len(refs), _A_PIECE)]

    def make(number: int) -> tuple[bytes]:
        return (pickle.dumps([look(ref) for ref in pieces[number]]),)

    # Files without a name: the folder does not show them, and the cache may not be there yet.
    with made_together(make, len(pieces), str(layout.root)) as made:
        for (found,) in made:
            yield from pickle.loads(found)  # noqa: S301 - our own
