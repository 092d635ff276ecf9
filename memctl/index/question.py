"""What a question asks: its telling terms, what else they may be called, and its days.

Weak words ("what", "does", 什么, 现在) are asked with in every question and tell nothing.
A hint is a word for an attribute under another name: who asks for an address is answered
by where somebody lives. On the hot path: the tables are split when they are first needed,
and only the words that the question uses are analysed.
"""

from memctl.language.tokens import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Sequence

_WEAK_EN = (
    "a an the this that these those of in on at to for from with by about into over as and or "
    "but if than then so not no nor too very also just only even ever still yet again already "
    "now today currently current present nowadays days i me my mine we us our ours you your "
    "yours he him his she her hers it its they them their theirs who whom whose which what "
    "when where why how is am are was were be been being do does did doing done have has had "
    "having can could will would shall should may might must there here any some many much "
    "more most other another such each every all both either neither one ones s t d ll m re "
    "ve don doesn didn isn aren wasn weren won wouldn couldn shouldn kind sort type thing "
    "things always usually get got go going tell know please use used called name like"
)
_WEAK = frozenset(_WEAK_EN.split())
_WEAK_ZH = (
    "什么时候 是什么 有什么 为什么 做什么 怎么样 怎么办 哪一天 哪一年 哪个月 星期几 多长时间 "
    "那时候 有没有 是不是 能不能 可不可以 什么 怎么 怎样 如何 哪里 哪儿 哪些 哪个 哪天 哪年 "
    "哪位 哪种 哪家 哪所 哪栋 哪步 多少 多久 几点 几号 几岁 几个 现在 目前 如今 当前 当时 "
    "那时 今天 最近 请问 告诉 知道 之前 以前 之后 以后 以及 还是 或者 因为 所以 但是 可以 "
    "应该 已经 正在 我们 你们 他们 她们 一下 的时候 谁 哪 吗 呢 吧 啊 呀 的 了 是 在 我 你 他 "
    "她 它 有 和 与 跟 叫 几 这 那 就 都 也 还 很"
)
_WEAK_ZH_BY_LENGTH = tuple(sorted(_WEAK_ZH.split(), key=len, reverse=True))

# A word after a plus is an answer, and does not lead there.
# One meaning up to each semicolon, in both languages: any word of it may stand for another. A word
# in brackets leads to the line but is no word to look for.
_HINTS = """
live lives lived living home address house flat moved move based rent rents renting [where] 住 搬 家
    地址 住址 住在 搬到 搬家 [哪里] [哪儿];
work works employer employed employs company joined job hired 公司 工作 上班 入职 就职 单位
    任职;
manager boss reports supervisor line 上司 领导 主管 汇报 经理 老板;
role title post position job promoted +manager +head +director +engineer 职位 职称 岗位
    头衔 担任 升任 升为 职务;
lead leads leader owner runs ran head responsible charge takes 负责 负责人 带领 牵头 接手
    主导 组长;
deadline due delivery deliver launch release ship 截止 期限 交付 上线 发布 到期 验收;
phone mobile number telephone 电话 手机 手机号 号码;
email mail 邮箱 邮件;
birthday born age 生日 出生 岁;
married wife husband partner spouse girlfriend boyfriend seeing dating relationship 结婚
    妻子 丈夫 老婆 老公 爱人 女友 男友 对象;
child children kids son daughter baby 孩子 儿子 女儿 宝宝;
mother mum mom mama 母亲 妈妈 妈;
father dad papa 父亲 爸爸 爸;
stack built build written technology language framework 技术栈 技术 语言 框架 用的;
database db postgres mysql sqlite 数据库;
stage state status phase progress 阶段 状态 进度 进展 进行;
wfh remote remotely office +home 远程 居家 在家 办公室;
cost costs price pay pays paid salary earn earns rent fee month +offer 价格 费用 工资 租金 房租
    金额 元 月租 薪水;
eat food diet allergy allergic vegetarian vegan 过敏 忌口 吃 素食 饮食;
drink drinks coffee tea 喝 咖啡 茶;
prefer prefers preference likes favourite favorite 喜欢 偏好 喜好 习惯 希望;
meeting meetings meet standup sync call 会议 开会 组会 例会 周会;
school class grade university college 学校 小学 中学 大学 班级 年级 上学;
doctor hospital clinic health 医生 医院 体检 健康;
contact reach liaison 联系人 联系 对接 对接人 找;
lease contract rental 租约 租期 合同 租;
until end ends ending expires expiry through 到 为止 到期 截止;
start starts began begin since from 开始 起 从;
left leaves quit resigned departure 离开 离职 辞职 走;
pet dog cat 宠物 狗 猫;
hobby hobbies activities sport sports 爱好 运动 兴趣;
travel trip visit visited holiday vacation 旅行 旅游 出差 度假;
weekday monday tuesday wednesday thursday friday saturday sunday 周一 周二 周三 周四 周五
    周六 周日 星期
"""


_EDGES = "?!.,;:()\"'“”？！，。"


_MOST_TERMS = 300
"""Who pastes a page asks for its beginning; SQLite takes no more than so many words."""


class Question:
    """A question as recall reads it."""

    __slots__ = (
        "asked", "average", "days", "documents", "entities", "frequencies", "hinted", "identity",
        "me", "means", "named", "naming", "terms", "text",
    )  # fmt: skip

    def __init__(self, text: str, *, me: str = "", identity: "Sequence[str]" = ()) -> None:
        self.text = text
        everything = list(dict.fromkeys(analyse(text)))
        self.terms = (list(dict.fromkeys(told(text))) or everything)[:_MOST_TERMS]
        """What must be found; when the question is made of weak words alone, those."""
        self.days = [t for t in self.terms if _is_day(t)]
        self.means, hinted = hints(text)
        """For a term, what may stand in its place."""
        self.hinted = [t for t in hinted if t not in everything]
        self.me = me
        """The ref of the user's own entity."""
        self.identity = identity
        """The identity files, the one that counts most first."""
        # What the cache knows of these words is filled in by `asking.prepare`.
        self.asked = self.terms
        """The terms beyond names of entities; all of them when there are no others."""
        self.entities: dict[str, float] = {}
        """The entities that the question names: 1 by a whole name, less by a part of one."""
        self.naming: set[str] = set()
        """The terms that name them."""
        self.named: list[set[str]] = []
        """The same, name by name."""
        self.frequencies: dict[str, int] = {}
        """How many documents hold a term."""
        self.documents = 0
        self.average = 1.0
        """How many documents there are, and how many terms they have on average."""


def told(text: str) -> list[str]:
    """The terms of a question without its weak words."""
    for word in _WEAK_ZH_BY_LENGTH if not text.isascii() else ():
        text = text.replace(word, " ")
    kept = [w for w in text.split() if w.strip(_EDGES).casefold() not in _WEAK]
    terms: list[str] = []
    for word in kept:
        terms += analyse(word.replace("'s", " ").replace("’s", " "))
    terms += [t for t in analyse(text) if t.startswith("#")]
    return [t for t in terms if t not in _WEAK]


def is_weak(term: str) -> bool:
    """Does a term stand in so many sentences that it tells nothing?"""
    return term in _WEAK or (len(term) == 1 and not term.isascii())


def hints(text: str) -> tuple[dict[str, set[str]], list[str]]:
    """What the question's words may also be called: by term, and all of it in order."""
    low = text.casefold()
    words = {w.strip(_EDGES).removesuffix("'s").removesuffix("’s") for w in low.split()}
    means: dict[str, set[str]] = {}
    found: dict[str, None] = {}
    for line in _HINTS.split(";"):
        group = line.split()
        said = [w for w in group if w[0] != "+" and _is_said(w.strip("[]"), words, low)]
        if not said:
            continue
        answers = [w.lstrip("+") for w in group if w[0] != "["]
        others = [t for w in answers for t in analyse(w) if len(w) == 1 or len(t) > 1]
        found.update(dict.fromkeys(others))
        for term in {t for word in said for t in analyse(word.strip("[]"))}:
            means.setdefault(term, set()).update(others)
    return means, list(found)


def _is_said(word: str, words: set[str], text: str) -> bool:
    return word in words if word.isascii() else word in text


def _is_day(term: str) -> bool:
    return term.startswith("#") or (len(term) in (7, 10) and term[:4].isdigit() and term[4] == "-")
