"""`weekly`: what no longer holds is retired, and the summaries say what does. On Sundays."""

from dataclasses import replace

from memctl.graph.applying import apply_to_graph
from memctl.graph.plan import Plan
from memctl.graph.report import JobReport
from memctl.jobs.idle import unless_idle
from memctl.jobs.review import decisions_after, joined, plan_answers, with_review
from memctl.jobs.steps import Desk, carry_out, shipped_lexicon, stepping_over
from memctl.jobs.touched import Stamps, keep_stamps, stamps_of, touched_since
from memctl.rules.consolidation import Weekly, plan_weekly
from memctl.workspace.reading import Snapshot
from memctl.workspace.runs import last_run


def weekly(desk: Desk, *, dry_run: bool = False) -> JobReport:
    """Retire what expired, repeats or was replaced, and rewrite the summaries.

    Answers that a person ticked in REVIEW.md are carried out first. Only entities with
    something new since the last run, expired or doubted are looked at; a hand edit is new.
    """
    before = last_run(desk.layout, "weekly")
    how = Weekly(
        since=before.at.date() if before else None,
        max_share=desk.settings.weekly_max_share,
        budget=desk.settings.summary_budget,
        me=desk.me,
    )
    seen: list[Stamps] = []

    def decide(snapshot: Snapshot) -> Plan:
        seen.append(stamps_of(snapshot))
        answers = plan_answers(snapshot, desk.today)
        graph = apply_to_graph(snapshot.graph, answers)
        plan = plan_weekly(
            graph,
            shipped_lexicon(),
            today=desk.today,
            how=replace(how, touched=touched_since(snapshot, "weekly") if before else ()),
            decisions=decisions_after(snapshot, answers),
        )
        return stepping_over(with_review(joined(answers, plan), snapshot, desk.today), snapshot)

    decide_once = unless_idle(desk, "weekly", decide, dry_run=dry_run)
    report = carry_out(desk, "weekly", decide_once, dry_run=dry_run)
    if seen and not dry_run:
        keep_stamps(desk.layout, "weekly", seen[-1])
    return report
