"""Clauses of one statement as statements of their own: each with whom the first begins with.

"My brother works at Tesco, lives in Crewe" tells twice of the brother, and never of the user.
"""

from memctl.language.clauses import Piece
from memctl.language.kin import joints, read_kin
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.scripts import has_han
from memctl.language.statements import Statements, statements
from memctl.language.terms import fold

_EDGES = " ,，;；:：.。!！?？—–-"


def lead_of(text: str, lexicon: Lexicon) -> str:
    """Somebody of the writer's with whom a statement begins ("My brother", 我妈); else ""."""
    reader = statements(lexicon)
    grammar, folded = reader.grammar, fold(text, lexicon)
    opener = grammar.openers.match(folded)
    start = opener.end() if opener else 0
    start += len(folded[start:]) - len(folded[start:].lstrip(" ,，"))
    marks = tuple(map(str.rstrip, words_of("joined_by", lexicon)))
    for kin in read_kin(folded, lexicon):
        owner = joints(lexicon)[1].sub("", folded[start : kin.span[0]])
        is_own = grammar.first_person.fullmatch(owner) or grammar.we.fullmatch(owner)
        if is_own and not folded.startswith(marks, kin.span[1]):
            return text[start : kin.span[1]]
    return ""


def with_lead(lead: str, clause: str, reader: Statements) -> str:
    """A clause of a statement that begins so; as it stands where it has a subject of its own."""
    grammar = reader.grammar
    body = clause.strip(_EDGES)
    opener = grammar.openers.match(reader.fold(body))
    # One character may be the beginning of a name or a word: 老邵, 老师.
    is_word = opener is not None and len(opener.group().strip()) > 1
    body = body[opener.end() :].strip(_EDGES) if opener and is_word else body
    folded = reader.fold(body)
    own = (grammar.first_person, grammar.we, grammar.third_person)
    if not lead or any(pattern.match(folded) for pattern in own):
        return body
    return f"{lead}{'' if has_han(lead) else ' '}{body}"


def statements_in(text: str, lexicon: Lexicon) -> tuple[tuple[Piece, str], ...]:
    """The clauses of a statement, each with its words as a statement of its own."""
    reader, lead = statements(lexicon), lead_of(text, lexicon)
    pieces = [c for s in reader.cutter.sentences(text) for c in reader.cutter.clauses(s)]
    return tuple(
        (piece, with_lead(lead if number else "", piece.text, reader))
        for number, piece in enumerate(pieces)
    )
