"""`cost`: what models were paid for, and what may still be spent today."""

from memctl.graph.asking import Cost
from memctl.jobs.steps import Desk
from memctl.llm.spending import read_spending, total


def cost(desk: Desk) -> Cost:
    """What was spent by day, job and model; nothing is written."""
    spent = read_spending(desk.layout.cache)
    today = total(row for row in spent if row.day == desk.today)
    caps = desk.settings.limits
    money = None if caps.money_per_day is None else max(0.0, caps.money_per_day - today.money)
    return Cost(
        spent,
        max(0, caps.calls_per_day - today.calls),
        max(0, caps.tokens_per_day - today.tokens),
        money,
    )
