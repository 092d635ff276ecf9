"""Text that a program wrote: reports, recalled context, logs, prompts. Never a source.

Recognised by shape and by the fixed words of such text, not by whose program it was. Doubt
falls on the side of a person: a line counts as a program's only when it plainly is one.
"""

import re
from collections.abc import Iterable, Iterator

from memctl.expressions import later


def _any(*patterns: str, flags: re.RegexFlag = re.IGNORECASE | re.MULTILINE) -> re.Pattern[str]:
    """One expression for all; what begins at a word or at a line is tried nowhere else."""
    alternatives = [a for pattern in patterns for a in _alternatives(pattern)]
    groups = []
    for begin in (r"\b", "^", ""):
        own = [a.removeprefix(begin) for a in alternatives if a.startswith(begin)]
        alternatives = [a for a in alternatives if not a.startswith(begin)]
        groups += [f"{begin}(?:{'|'.join(own)})"] if own else []
    return later("|".join(groups), flags)


def _alternatives(pattern: str) -> list[str]:
    """The parts between the bars of a pattern that stand in no group."""
    found, depth = [""], 0
    for part in re.findall(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", pattern, re.DOTALL):
        depth += (part == "(") - (part == ")")
        if part == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += part
    return found


_HTML = later(
    r"(?:a|abbr|address|article|aside|b|blockquote|body|br|button|caption|center|cite|code|col"
    r"|colgroup|dd|del|details|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header"
    r"|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|ol|p|picture|pre|q|s"
    r"|samp|script|section|select|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody"
    r"|td|textarea|tfoot|th|thead|time|title|tr|tt|u|ul|var|video)\Z",
    re.IGNORECASE,
)
_LOOK = 2000
"""So many characters of a block are looked at; a longer line costs no more."""
_TAG = later(r"\s*<(?P<name>[A-Za-z][\w:.-]*)(?:\s[^<>]*)?>")
_CLOSING_TAG = later(r"</(?P<name>[A-Za-z][\w:.-]*)\s*>")
_BEGINS = frozenset({"begin", "start", "open", "开始"})
_ENDS = frozenset({"end", "stop", "close", "结束"})

_HEADINGS = _any(
    r"\bmemory (?:extraction|health|maintenance|consolidation|sync|check|recall|index\w*|stats?)\b",
    r"\b(?:fact|knowledge) extraction\b",
    r"\b(?:recalled|retrieved|injected|relevant) (?:context|memor(?:y|ies)|facts?)\b",
    r"\b(?:tool|command|terminal) (?:output|results?|calls?)\b",
    r"\bsystem (?:prompt|status|health)\b",
    r"\bheartbeat (?:report|log|status|results?|run)\b",
    r"\bextraction (?:report|run|log|results?)\b",
    r"\bpromoted from\b",
    r"(?:记忆|事实|知识)(?:提取|抽取|健康|维护|整理|同步|体检|检查)",
    r"(?:召回|检索到?)的?(?:记忆|上下文|内容)|心跳(?:报告|日志|检查|记录)",
    r"工具(?:输出|调用)|系统(?:提示|状态|日志)|自动(?:提取|整理)报告",
)

_NUMBER = r"(?<!\d)\d{1,9}"
_COUNTED = (
    rf"{_NUMBER} ?(?:%|/\d{{1,9}})? ?(?:new|added|updated|superseded|skipped|duplicates?|retired"
    r"|archived|facts?|entit(?:y|ies)|errors?|warnings?|questions?|candidates?|blocks?|rows?"
    r"|files?|notes?|items?|proposals?|conflicts?|processed|scanned|unchanged|extracted|failed"
    r"|passed)\b"
    rf"|{_NUMBER} ?[条个项处份篇]? ?"
    r"(?:新增|更新|重复|跳过|事实|实体|错误|警告|候选|冲突|替换|归档|失败)"
    r"|(?:新增|更新|重复|跳过|提取|写入|扫描|归档|替换|错误|警告|实体|事实|处理)"
    r"[了到]?[：: ]?\d{1,9}"
)
_COUNTER = later(
    rf"(?=[\d新更重跳提写扫归替错警实事处])(?:{_COUNTED})", re.IGNORECASE | re.MULTILINE
)
_AROUND_COUNTERS = later(r"(?:[\w' ]{1,30}[:：—–-])?(?:\W|\band\b|[和与共])*\Z")
_REPORT = _any(
    r"\bHEARTBEAT_OK\b|\bNO_REPLY\b|\blastExtractedTimestamp\b",
    r"\b(?:facts?|entities|rows|memories) (?:written|extracted|added|stored|updated) ?[:：]",
    r"^\W*(?:the following was|these were|this was) (?:recalled|retrieved|injected)\b",
    r"\bdo not store (?:it|this|them) again\b|\bautomatic run\b|\bnext run\b",
    r"^\W*(?:\w+ )?(?:run|job|sync|scan|extraction|heartbeat) "
    r"(?:finished|complete|completed|done|started|ok)\b",
    r"\bnothing new\W*\Z|\bno new facts\b|\bclean stop\b|\bqueue empty\b|\bwake \(\w+\)",
    r"\[score=|\bscore[ =:] ?[01]\.\d+|\brecalls=\d|\btokens? used\b|\bbudget \d+ ?%",
    r"^\W*(?:memory (?:check|sync)|记忆(?:检查|同步|提取)) ?[:：]",
    r"^\W*(?:skipped|duplicates|extracted|superseded) ?[:：] ?\d",
    r"(?:没有|无)新增?(?:事实|条目)|下次(?:运行|执行)|自动运行",
    r"(?:运行|执行|提取|同步|扫描)(?:完成|完毕|结束)[，,。.!！ ]*(?:\d|耗时|用时|共|\Z)",
    r"以下(?:内容|记忆)?[是为]?(?:从记忆中)?(?:召回|检索)|心跳正常",
)
_OWN_ROW = _any(
    r"^\W*(?:areas/)?[a-z][\w-]*/[\w-]+ ?[:：#] ?[\w-]*-\d{2,}",
    r"^\W*\[[\w-]+-\d{3,}\] ",
    flags=re.NOFLAG,
)
_LOG = _any(
    r"^\W{0,2}(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d\S* +"
    r"\W?(?:DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|TRACE)\b",
    r"^\W?\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE)(?:\]|:| +\d| +\[)",
    r"^Traceback \(most recent call last\)|^ *File \"[^\"]+\", line \d+",
    r"^\s+at \S+ ?\(.+:\d+(?::\d+)?\)|^(?:diff --git|@@ -\d|index [0-9a-f]{7})",
    r"^(?:\$|>>>|❯) \S|\bexit(?:ed)?(?: with)? (?:code|status)\W*\d|^HTTP/\d|^npm (?:ERR!|WARN)",
    r"^ *[{\[] *\"[^\"]+\" *:|^ *[{}\[\]]+,?\Z|^(?:[\w.]+=\S+ +){2,}[\w.]+=\S+",
    flags=re.MULTILINE,
)
_PROMPT = _any(
    r"\bnew session (?:was )?started\b|\bvia /new or /reset\b|\buntrusted (?:metadata|content)\b",
    r"^\W*\[?cron[:\]]|^\W*system ?[:：]|\bread HEARTBEAT\.md\b|\breply HEARTBEAT",
    r"^\W*(?:session key|session id|message[_ ]id|sender[_ ]id|conversation info)\b",
    r"\bagent:[\w-]+:[\w:-]+|\bpre-compaction\b|\bstore durable memories now\b",
)


def is_machine_heading(text: str) -> bool:
    """Does a heading announce a program's report or recalled context?"""
    return bool(_HEADINGS.search(text[:_LOOK]))


def is_machine_text(text: str) -> bool:
    """Is this block plainly a program's report, a log line or a prompt?"""
    head = text[:_LOOK]
    if any(pattern.search(head) for pattern in (_REPORT, _OWN_ROW, _LOG, _PROMPT)):
        return True
    rest, counters = _COUNTER.subn("", head)
    return counters > 1 and bool(_AROUND_COUNTERS.match(rest.strip()))


def is_comment(line: str) -> bool:
    """Does this line hold one comment and nothing else?"""
    return _comment(line) is not None


def region_ends(lines: Iterable[str]) -> dict[str, list[int]]:
    """Where regions may end: key of the region -> indexes of lines, ascending."""
    ends: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        for key in _closers(line):
            ends.setdefault(key, []).append(index)
    return ends


def region_start(line: str) -> tuple[str, bool] | None:
    """(key, is it one even without its end?) of the region that this line opens, or None.

    `<!-- x:begin -->` and memctl's own marks open a region even when the end is missing; a
    plain comment or an unknown tag only when its end follows.
    """
    comment = _comment(line)
    if comment is not None:
        words = _words(comment)
        if not words or comment.startswith("/"):
            return None
        if _BEGINS & {words[0], words[-1]}:
            return _key(words), True
        return _key(_words(comment.split(maxsplit=1)[0])), words[0] == "memctl"
    tag = _TAG.match(line)
    if tag and not _HTML.match(tag["name"]):
        return f"<{tag['name'].lower()}>", False
    return None


def _comment(line: str) -> str | None:
    bare = line.strip()
    if not bare.startswith("<!--") or not bare.endswith("-->") or "-->" in bare[:-3]:
        return None
    return bare[4:-3].strip()


def _closers(line: str) -> Iterator[str]:
    if "<" not in line:
        return
    for found in _CLOSING_TAG.finditer(line):
        yield f"<{found['name'].lower()}>"
    comment = _comment(line)
    words = _words(comment or "")
    if comment and words and comment.startswith("/"):
        yield _key(_words(comment.split(maxsplit=1)[0]))
    elif words and _ENDS & {words[0], words[-1]}:
        yield _key(words)


def _words(comment: str) -> list[str]:
    plain = (w for w in comment.split() if "=" not in w)
    return [w for w in re.split(r"[\W_]+", " ".join(plain).lower()) if w and not w.isdigit()]


def _key(words: Iterable[str]) -> str:
    return " ".join(w for w in words if w not in _BEGINS | _ENDS)
