"""Who may be told a fact: the audience of an answer against what a person has marked.

Three audiences, each wider than the one before: `private` (the user alone), `shared` (agents
and people whom the user has let in) and `group` (whoever sits in a group). A mark says the
widest audience that may be told. What bears no mark may be told; what is marked with a word that
nobody knows, or with one that cannot be read, is for the user alone: in doubt nothing is told.

A text may say itself that it is not for others ("not for the team yet", 先别告诉别人): that is
`private`. Those words stand here and not in the data of a language, because nothing may switch
them off.
"""

import re
from functools import lru_cache

from memctl.graph.entity import Entity
from memctl.graph.fact import Fact

PRIVATE = "private"
SHARED = "shared"
GROUP = "group"
UNREADABLE_MARK = "unreadable"
"""What a reader puts in the place of a mark that it cannot read; a word that nobody knows."""
AUDIENCES = (PRIVATE, SHARED, GROUP)
"""From the narrowest to the widest."""
EVERYBODY = len(AUDIENCES) - 1
"""The place of the widest."""

_WORDS = {
    "somebody": r"""
        (?!(?:me|us|lies|jokes|stories|tales|the (?:time|truth|difference
        |story))\b)(?:[\w’'.-]+ ){0,3}?[\w’'.-]+
    """,
    "others": r"""
        (?:any(?:one|body)(?: else)?|every(?:one|body)(?: else)?|others|other people
        |a soul|outsiders|(?:the|my|our|his|her|their) (?:whole |other[ ]
        |wider )?(?:\w+ )?(?:team|others|rest|kids|children|family|office|group|boss
        |board|staff|class|parents|company|press|public|neighbours|neighbors|colleagues
        |clients?|customers?|partners?|folks|crew|channel|chat|committee|landlord
        |relatives|siblings|mother|father|mum|mom|dad|brothers?|sisters?|in-laws
        |friends))
    """,
    "it": r"""
        (?:it|this|that|these|any of (?:it|this|that)|the news)
    """,
    "not": r"""
        (?:do not|don['’]?t|never|must not|mustn['’]?t|not to|shouldn['’]?t
        |better not|please not)
    """,
    "still": r"""
        (?:yet|until|till|before|for now|at this (?:point|stage)|so far|just now
        |as of now)
    """,
    "bu": r"""
        (?:先别|先不|暂时别|暂时不|暂不|暂且不|千万别|可别|绝不|切勿|请勿|不要|不能|不许
        |不可以?|不准|不得|不便|不宜|别再?|勿|莫)(?:再|要|能|急着|让|往)?
    """,
}
"""What the expressions below call by name, `<somebody>`."""
_EN = r"""
    \bnot (?:yet |really |meant |intended |something )?for (?:<others>|(?:the |wider[ ]
    |general |public |external )*(?:publication|release|circulation|distribution|sharing
    |consumption|publicity|public|record|ears|eyes)|\w+(?:['’]s)? (?:ears|eyes)|(?:the[ ]
    |our )?\w+(?: \w+)? yet)\b
    |\bnot (?:yet )?to be (?:shared|told|repeated|passed on|discussed|mentioned|circulated
    |forwarded|made public|disclosed|announced|talked about|quoted|published|spread)\b
    |\b<not> (?:yet )?(?:tell|inform|let on to|alert|warn|text
    |message) <somebody>(?= (?:about )?(?:<it>\b|<still>)|\s*(?:[.,;!?)\]—–-]|\Z))
    |\b<not> (?:yet )?(?:tell|inform|alert) <others>\b
    |\b<not> (?:yet )?(?:mention|share|repeat|forward|announce|discuss|spread|pass on|publish
    |bring up|leak|post|circulate|disclose|reveal) <it>\b(?! (?:again|often|much)\b)
    |\b<not> (?:yet )?(?:pass|bring|spread|talk|let|give) <it> (?:on|up|around|about|slip
    |away|out)\b
    |\b<not> (?:yet )?(?:say|breathe|talk|speak|gossip|let on) (?:anything|a word|a thing|so
    |about|of|to)(?: \w+){0,2} ?(?:<it>|<others>)\b
    |\b(?:must|should|may|shall|can|to|needs?) ?(?:not|n['’]?t|never) (?:yet )?(?:know
    |find out|hear|learn|get wind)\b
    |\bmust(?:n['’]?t| not| never) (?:get out|leak|leave (?:this|the) room|come out)\b
    |\b<others> (?:do(?:es)?(?:n['’]?t| not)|must(?:n['’]?t| not)) know (?:yet|about (?:it
    |this))\b
    |\b(?:is|are) not to (?:know|find out|be told|hear (?:of|about))\b
    |\b(?:nobody|no one|no-one) (?:at|in|from|on) (?:\w+ ){1,3}?(?:knows|has been told)\b
    |\b(?:nobody|no one|no-one)(?: else)? (?:else )?(?:is to|may|must|should|can) (?:know
    |hear|find out|learn)\b
    |\b(?:nobody|no one|no-one) else (?:knows|has been told)\b|\b(?:nobody
    |no one) knows <still>
    |\b(?:has|have|had)(?:n['’]?t| not)(?: yet)? told <others>\b
    |\b(?:just|only|strictly|keep(?:ing)?|stays?|remains?|it['’]s|this is|that is
    |all) (?:<it> )?(?:all )?(?:just |strictly )?between (?:us|ourselves|you and me
    |the (?:two|three) of us)\b
    |(?:\A|[.(\[—–-] ?)between (?:us|ourselves|you and me)(?: only)?\s*(?:[.,:;)\]!—–-]
    |\Z)
    |\bkeep(?:ing)? <it> (?:to (?:yourself|yourselves|myself|ourselves|himself|herself
    |themselves)|quiet|(?:a )?secret|under wraps|private|confidential|in confidence|hush
    |under (?:your|my|our) hat|in (?:the|this) (?:room|family|house))\b
    |\b(?:stays?|remains?|kept) (?:secret|private|confidential|quiet|under wraps|in this room
    |in the family|hush)\b
    |\bin (?:strict |strictest |full |complete )?confidence\b(?! (?:in|that|level
    |interval)\b)
    |\b(?:strictly|highly|very|still|is|are|it['’]s|treat (?:it |this )?as
    |all) confidential\b(?! (?:waste|bin|shredd|hotline|line))
    |(?:\A|[#(\[—–] ?|[.!?] )(?:strictly |still )?(?:confidential|private|secret
    |hush-hush)\s*(?:[:)\]!.]|\Z)
    |\boff the record\b|\bhush-hush\b|\bmum['’]?s the word\b|\b(?:under|till the) (?:an?[ ]
    |the )?embargo\b|\bembargoed\b|\bunder (?:an? )?nda\b|\b(?:my|your|our) eyes only\b
    |\beyes only\b
    |\b(?:(?:it|this|that)(?:['’]s| is)|still|is) (?:still )?(?:all )?(?:a|our|my) (?:big[ ]
    |total )?secret\b
    |\bsecret (?:for now|until|till|so far|still)\b
    |\bnot (?:yet )?(?:(?:public|official|announced|common knowledge) <still>)
    |\bnot yet (?:public|official|announced)\b
    |\b(?:is|are|was|has|have)(?:n['’]?t| not) (?:been )?(?:public|announced
    |official) <still>
    |\bnot in front of (?:the )?\w+
"""
_ZH = r"""
    <bu>(?:外传|外泄|声张|说出去|讲出去|传出去|往外(?:说|传|讲)|外(?:说|讲)|公开|透露|泄露
    |泄漏|张扬|对外|走漏|说漏嘴?|漏嘴|到处(?:说|讲)|发群|在群里(?:说|提|发)|转发|宣布|宣扬
    |散播|散布|告诉(?!我|自己)|告知|跟(?!我(?:说|提|讲))[^，。！？
]{1,8}?(?:说|提|讲)
    |和(?!我(?:说|提|讲))[^，。！？
]{1,8}?(?:说|提|讲)|(?:对|向|同)(?!我(?:说|提|讲|透露))[^，。！？
]{1,8}?(?:说|提|讲
    |透露))
    |(?:不能|不要|别|先别|不许|不想|不可|千万别|暂时不)(?:让|给|被)[^，。！？
]{1,10}?(?:知道
    |晓得|听见|听到|发现|看到|看见)
    |(?:瞒着|对[^，。
]{1,8}保密|替[^，。
]{1,6}保密)
    |(?<!不用)(?<!不需)(?<!不必)(?<!不再)(?<!无需)保密(?!协议|措施|工作|制度|条款|柜|局|法
    |部门|级别|意识|培训|费|室|期已?过)
    |(?:绝密|机密(?=[：:。！!，,]|$)|不对外|不外传|非公开|未公开|尚未(?:公开|公布|宣布)
    |还(?:没有?|未)(?:公开|公布|宣布|官宣|对外))
    |还没(?:有)?(?:告诉|跟|和|对)(?:别人|其他人|大家|任何人|团队|同事|家里|家人|孩子|爸妈
    |父母|老板)
    |(?:仅限|只限|限于)(?:我|咱|你我|我们|咱们|内部|自己|本人)
    |你知我知|天知地知|(?:这|那)(?:件事|事儿?)?(?:还|仍|暂时)?(?:是|算)(?:个|一个)?秘密
    |(?:谁(?:都|也)|跟谁都)(?:别|不许|不能|不要|没)(?:说|告诉|讲|提)
    |只有(?:我|你我|咱|我们|咱们)(?:俩|两个|两|几个|自己|一个人)?(?:人)?知道|(?:还|暂时
    |目前)没(?:有)?人知道
    |(?:^|[（(\[【#])\s*(?:私密|私人|私|秘密|保密|悄悄话|内部消息)\s*(?:[：:）)\]】！!。]|$)
    |(?:私下|私底下|悄悄|偷偷)(?:里)?(?:地)?(?:告诉我?|跟我(?:说|讲)|对我说|和我说|透露)
    |(?:自己|咱们|我们)(?:俩)?(?:知道|心里有数)就(?:好|行)
"""
_SAYS = f"{_EN}|{_ZH}"
_OPEN = r"""
    \b(?:no longer|not|isn['’]?t|never|no need to keep (?:it|this)|stopped being
    |used to be) (?:an? |the )?(?:big )?(?:secret|confidential|private|under embargo)\b
    |\bsecret is out\b|\bembargo (?:is |was )?(?:lifted|over)\b|\b(?:can
    |may) (?:now )?(?:be told|tell (?:everyone|everybody|people|them))\b|(?:不用|不必|无需
    |不需要?|不再)保密|不是(?:什么)?秘密|可以(?:公开|告诉大家|说出去|对外)|已经?(?:公开|公布
    |官宣|宣布)
"""
_CUES = (
    "not", "n't", "n’t", "dont", "never", "nobody", "no one", "no-one", "secret", "confid",
    "between", "private", "keep", "kept", "stays", "record", "hush", "mum", "embargo", "nda",
    "eyes only", "remain", "别", "不", "勿", "莫", "瞒", "密", "公开", "还没", "还未", "尚未", "限",
    "知道", "天知", "私", "悄悄", "偷偷", "谁", "你知", "内部",
)  # fmt: skip
"""One of these stands in whatever the expressions match: few lines are looked at closely."""
_ALONE = r"""
    [\W\d_]*(?:(?:but|so|and|please|pls|ps|nb|fyi|note|again|still|all|the|of|this|that|it|is|for
    |now|yet|ok|okay|just|only|strictly|with|about|us|me|to|anyone|anybody|else|at|the moment
    |until \w+|till \w+|team|others|这|那|件|事|条|个|是|请|先|都|也|哦|啊|吧|呢|了|的|我们?
    |大家|别人|任何人|其他人|团队|同事)[\W\d_]*)*
"""


def may_tell(audience: str, *marks: str | None) -> bool:
    """May this audience be told what bears these marks?

    Args:
        audience: One of AUDIENCES; a word that is none is told nothing at all.
        marks: `visibility` of all that the text belongs to (the entity and the fact, several
            facts), None where nothing is said. The narrowest of those said counts; where
            none says anything, everybody is told.
    """
    return audience in AUDIENCES and AUDIENCES.index(audience) <= widest(*marks)


def widest(*marks: str | None) -> int:
    """The widest audience that may be told what bears these marks, as its place in AUDIENCES."""
    return min((_width(mark) for mark in marks if mark is not None), default=EVERYBODY)


def narrower(*marks: str | None) -> str | None:
    """The narrowest of these marks as one that is known; None where none says anything."""
    said = [mark for mark in marks if mark is not None]
    return AUDIENCES[widest(*said)] if said else None


def is_visible(entity: Entity, fact: Fact | None = None, *, audience: str) -> bool:
    """May this audience be told the fact; without one, that there is the entity?

    An entity's mark (front matter of its summary.md) holds for each of its facts. A fact's own
    mark can only narrow it; where the entity bears none, the fact's own mark decides.
    """
    return may_tell(audience, visibility_of(entity), fact.visibility if fact else None)


def mark_when_moved(fact: Fact, source: Entity, target: Entity) -> str | None:
    """The mark that a row needs in another entity, so that nobody new is told."""
    was, is_now = (widest(visibility_of(e), fact.visibility) for e in (source, target))
    return fact.visibility if is_now <= was else AUDIENCES[was]


def mark_from(mark: str | None) -> str | None:
    """The mark of what was read under another one; none where that says nothing."""
    return None if mark is None else AUDIENCES[widest(mark)]


def visibility_of(entity: Entity) -> str | None:
    """The mark of an entity as written; None when it bears none."""
    return entity.summary.visibility if entity.summary else None


def _width(mark: str) -> int:
    plain = mark.strip().casefold()
    return AUDIENCES.index(plain) if plain in AUDIENCES else 0


@lru_cache(maxsize=3)
def _one(text: str) -> re.Pattern[str]:
    """One expression of lines that were broken for the eye; made when it is first needed."""
    whole = "".join(line.strip() for line in text.splitlines())
    for name, words in _WORDS.items():
        whole = whole.replace(f"<{name}>", "".join(line.strip() for line in words.splitlines()))
    return re.compile(whole, re.IGNORECASE)


def mark_in(text: str) -> str | None:
    """`private` where the text says that it is not for others; None where it does not."""
    low = text.lower()
    if not any(cue in low for cue in _CUES):
        return None
    # One thing may be open and the next one not.
    return PRIVATE if _one(_SAYS).search(_one(_OPEN).sub(" ", text)) else None


def is_said_of_another(text: str) -> bool:
    """Does the text say that, and nothing else? Then what stands before it is meant."""
    return (
        mark_in(text) is not None and _one(_ALONE).fullmatch(_one(_SAYS).sub(" ", text)) is not None
    )
