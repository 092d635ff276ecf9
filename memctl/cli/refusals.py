"""Why extraction keeps nothing of a text, in a plain sentence."""

_SAID = {
    "not-durable": "nothing in it lasts",
    "question": "it asks",
    "hedge": "it is not certain",
    "hearsay": "it is hearsay",
    "intent": "it is only intended",
    "conditional": "it depends on something else",
    "errand": "it is an errand",
    "told": "it only says who told whom",
    "fiction": "it is a story, a game or a dream",
    "small-talk": "it is small talk",
    "household": "it is about the day's household",
    "food": "it is about a meal",
    "soon": "it is over soon",
    "passing": "it is over soon",
    "passing-handling": "it is over soon",
    "passing-moment": "it is over soon",
    "passing-judgement": "it is a passing judgement",
    "nothing": "it says that nothing happened",
    "machine": "a machine wrote it",
    "topic": "it only names a topic",
    "nobody-named": "it names nobody that it could be about",
    "ambiguous": "the name fits several entities",
    "secret": "it holds a secret",
    "grave-order": "it orders what could not be taken back, so it is asked in REVIEW.md",
    "foreign-instruction": "it gives orders to the assistant",
    "quote-not-found": "the note does not say it in these words",
    "not-in-quote": "a name or number of it stands nowhere in the note",
    "unlike-quote": "it says something else than its quote",
    "against-quote": "it says the opposite of its quote",
    "other-language": "it speaks another language than the note",
    "unknown-entity": "the note names nobody of that name",
    "left-out": "the answer left the block out",
    "not-a-statement": "this kind of line states nothing",
}


def refusal(reason: str | None) -> str:
    """The sentence, with the reason's own word behind it: `nothing in it lasts (not-durable)`.

    Cues are named by language and kind (`en.hedge`); further data of a workspace's own is
    told by its name alone.
    """
    if reason is None:
        return "no reason is given"
    kind = reason.partition(":")[0]
    said = _SAID.get(kind) or _SAID.get(kind.partition(".")[2])
    return f"{said} ({reason})" if said else f"a cue speaks against it ({reason})"
