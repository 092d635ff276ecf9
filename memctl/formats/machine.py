"""Text that a program wrote: reports, recalled context, logs, prompts. Never a source.

Recognised by shape and by the fixed words of such text, not by whose program it was. Doubt
falls on the side of a person: a line counts as a program's only when it plainly is one.
"""

import re
from collections.abc import Iterable

_HTML = frozenset(
    "a abbr address article aside audio b blockquote body br button caption center cite code col"
    " colgroup dd del details dfn div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5"
    " h6 head header hr html i iframe img input ins kbd label li link main mark meta nav ol"
    " option p picture pre q s samp script section select small source span strike strong style"
    " sub summary sup svg table tbody td textarea tfoot th thead time title tr tt u ul var video".split()
)
_COMMENT = re.compile(r"\s*<!--(?P<words>.*?)(?P<end>-->)?\s*\Z", re.DOTALL)
_TAG = re.compile(r"\s*<(?P<name>[A-Za-z][\w:.-]*)(?:\s[^<>]*)?>")
_CLOSING_TAG = re.compile(r"</(?P<name>[A-Za-z][\w:.-]*)\s*>")
_BEGINS = frozenset({"begin", "start", "open", "开始"})
_ENDS = frozenset({"end", "stop", "close", "结束"})

_HEADINGS = re.compile(
    r"(?:\b(?:nightly|daily|weekly|hourly|automatic|auto|scheduled)\s+)?"
    r"\bmemory\s+(?:extraction|health|maintenance|consolidation|sync|check|recall|index\w*|stats?)\b"
    r"|\b(?:fact|knowledge)\s+extraction\b"
    r"|\b(?:recalled|retrieved|injected)\s+(?:context|memor(?:y|ies)|facts?)\b"
    r"|\brelevant\s+memories\b|\b(?:tool|command|terminal)\s+(?:output|results?|calls?)\b"
    r"|\bsystem\s+(?:prompt|status|health)\b|\bheartbeat\s+(?:report|log|status|results?|run)\b"
    r"|\bextraction\s+(?:report|run|log|results?)\b|\bpromoted\s+from\b"
    r"|(?:记忆|事实|知识)(?:提取|抽取|健康|维护|整理|同步|体检|检查)|(?:召回|检索到?)的?(?:记忆|上下文|内容)"
    r"|心跳(?:报告|日志|检查|记录)|工具(?:输出|调用)|系统(?:提示|状态|日志)|自动(?:提取|整理)报告",
    re.IGNORECASE,
)

_COUNTED = (
    r"\d+\s*(?:%|/\d+)?\s*(?:new|added|updated|superseded|skipped|duplicates?|retired|archived"
    r"|facts?|entit(?:y|ies)|errors?|warnings?|questions?|candidates?|blocks?|rows?|files?"
    r"|notes?|items?|proposals?|conflicts?|processed|scanned|unchanged|extracted|failed|passed)\b"
    r"|\d+\s*(?:条|个|项|处|份|篇)?\s*(?:新增|更新|重复|跳过|事实|实体|错误|警告|候选|冲突|替换|归档|失败|条目)"
    r"|(?:新增|更新|重复|跳过|提取|写入|扫描|归档|替换|错误|警告|实体|事实|处理)(?:了|到)?[：:]?\s*\d+"
)
_COUNTER = re.compile(_COUNTED, re.IGNORECASE)
_ONLY_COUNTERS = re.compile(
    rf"\W*(?:[\w' ]{{0,30}}[:：—–-]\s*)?(?:(?:{_COUNTED})[\s,，;；、。.|/·+和与and]*)+\W*\Z",
    re.IGNORECASE,
)
_REPORT = re.compile(
    r"\bHEARTBEAT_OK\b|\bNO_REPLY\b"
    r"|\b(?:facts?|entities|items|rows|memories)\s+(?:written|extracted|added|stored|saved|updated)\s*[:：]"
    r"|^\W*(?:the following was|these were|this was)\s+(?:recalled|retrieved|injected)\b"
    r"|\bdo not store (?:it|this|them) again\b"
    r"|\bautomatic run\b|\b(?:run|job|sync|scan|extraction|heartbeat|check) (?:finished|completed?|done|started|ok)\b"
    r"|\bnext run\b|\bnothing new\W*\Z|\bno new facts\b|\bclean stop\b|\bqueue empty\b|\bwake \(\w+\)"
    r"|\bbudget \d+\s*%|\blastExtractedTimestamp\b"
    r"|\[score=|\bscore[ =:]\s*0\.\d+|\brecalls=\d|\btokens? used\b|\bmemory (?:check|sync)\s*[:：]"
    r"|^\W*(?:skipped|duplicates|extracted|superseded)\s*[:：]\s*\d"
    r"|(?:没有|无)新(?:增)?(?:事实|内容|条目)|(?:运行|执行|提取|检查|同步|扫描)(?:完成|完毕|结束)[，,。.!！\s]*(?:\d|耗时|用时|共|下次|\Z)"
    r"|下次(?:运行|执行|检查)|以下(?:内容|记忆)?(?:是|为)?(?:从记忆中)?(?:召回|检索)|心跳(?:正常|检查)|自动运行"
    r"|记忆(?:检查|同步|提取)\s*[:：]",
    re.IGNORECASE | re.MULTILINE,
)
_OWN_ROW = re.compile(
    r"^\W*(?:areas/)?[a-z][\w-]*/[\w-]+\s*[:：#]\s*[\w-]*\d|^\W*\[[\w-]+-\d{3,}\]\s"
)
_LOG = re.compile(
    r"^\W{0,2}\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*\s+\W?(?:DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|TRACE)\b"
    r"|^\W{0,2}\d\d:\d\d:\d\d\S*\s+\W?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE)\b"
    r"|^\W{0,1}\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE)\]?[ :]\s*\S"
    r"|^Traceback \(most recent call last\)|^\s*File \"[^\"]+\", line \d+|^\s+at \S+ ?\(.+:\d+(?::\d+)?\)"
    r"|^\W?(?:\$|>>>|❯)\s+\S|\bexit(?:ed)?(?: with)? (?:code|status)\W*\d|^HTTP/\d|^npm (?:ERR!|WARN)"
    r"|^\s*[{\[]\s*\"[^\"]+\"\s*:|^\s*[{}\[\]]+,?\s*\Z|^(?:\w+=\S+\s+){2,}\w+=\S+"
    r"|^(?:diff --git|@@ -\d|index [0-9a-f]{7})",
    re.MULTILINE,
)
_PROMPT = re.compile(
    r"\ba new session was started\b|\bnew session started\b|\bvia /new or /reset\b|\buntrusted (?:metadata|content)\b"
    r"|^\W*\[?cron[:\] ]|^\W*system\s*[:：]|\bread HEARTBEAT\.md\b|\bReply HEARTBEAT|\bpre-compaction\b"
    r"|^\W*(?:session key|session id|message[_ ]id|sender[_ ]id|session file|conversation info)\W"
    r"|\bagent:[\w-]+:[\w:-]+|^\W*current time\s*[:：]|\bstore durable memories now\b",
    re.IGNORECASE | re.MULTILINE,
)


def is_machine_heading(text: str) -> bool:
    """Does a heading announce a program's report or recalled context?"""
    return bool(_HEADINGS.search(text))


def is_machine_text(text: str) -> bool:
    """Is this block plainly a program's report, a log line or a prompt?"""
    if any(pattern.search(text) for pattern in (_REPORT, _OWN_ROW, _LOG, _PROMPT)):
        return True
    return bool(_ONLY_COUNTERS.match(text)) and len(_COUNTER.findall(text)) > 1


def region_ends(lines: Iterable[str]) -> dict[str, list[int]]:
    """Where regions may end: key of the region -> indexes of lines, ascending."""
    ends: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        for key in _closers(line):
            ends.setdefault(key, []).append(index)
    return ends


def region_start(line: str) -> tuple[str, bool] | None:
    """(key, must end) of the region that this line may open, or None.

    A region of comments `<!-- x:begin -->` is one even when its end is missing; a plain
    comment or an unknown tag opens one only when its end follows.
    """
    comment = _COMMENT.match(line)
    if comment and comment["end"]:
        words = _words(comment["words"])
        if not words or comment["words"].strip().startswith("/"):
            return None
        if _BEGINS & {words[0], words[-1]}:
            return _key(words), True
        return _key(_words(comment["words"].split(maxsplit=1)[0])), words[0] == "memctl"
    tag = _TAG.match(line)
    if tag and tag["name"].lower() not in _HTML and "://" not in tag[0]:
        return f"<{tag['name'].lower()}>", False
    return None


def _closers(line: str) -> Iterable[str]:
    if "<" not in line:
        return
    for found in _CLOSING_TAG.finditer(line):
        yield f"<{found['name'].lower()}>"
    comment = _COMMENT.match(line)
    if comment and comment["end"] and (words := _words(comment["words"])):
        if comment["words"].strip().startswith("/"):
            yield _key(_words(comment["words"].split(maxsplit=1)[0]))
        elif _ENDS & {words[0], words[-1]}:
            yield _key(words)


def _words(comment: str) -> list[str]:
    plain = (w for w in comment.split() if "=" not in w)
    return [w for w in re.split(r"[\W_]+", " ".join(plain).lower()) if w and not w.isdigit()]


def _key(words: Iterable[str]) -> str:
    return " ".join(w for w in words if w not in _BEGINS | _ENDS)
