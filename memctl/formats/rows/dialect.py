"""How items files are spelled in the wild: names of keys, of lists, of parts of a text.

A key is compared folded (`superseded_by`, `superseded-by` and `supersededBy` are one), so the
table needs only words that differ. Earlier names win over later ones in the same row.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType


def _on(*words: str) -> tuple[str, ...]:
    """When something was done, as keys say it."""
    return tuple(name for w in words for name in (w, f"{w}at", f"{w}on", f"{w}date", f"date{w}"))


FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "id": (
            *("id", "factid", "itemid", "uuid", "uid", "guid", "ulid", "identifier"),
            *("factno", "factnumber", "recordid", "entryid", "rowid", "nodeid", "编号", "序号"),
        ),
        "text": (
            *("fact", "content", "text", "statement", "observation", "claim", "memory"),
            *("sentence", "assertion", "note", "facttext", "statementtext", "proposition"),
            *("insight", "belief", "knowledge", "learning", "remark", "message", "utterance"),
            *("事实", "内容", "陈述", "文本", "描述", "信息"),
        ),
        "category": ("category", "type", "facttype", "kind", "factcategory", "类别", "分类"),
        "timestamp": (
            *("timestamp", "createdat", "created", "date", "ts", "recorded", "recordedat"),
            *("createddate", "datecreated", "addedat", "added", "dateadded", "observedat"),
            *("learnedat", "extractedat", "validfrom", "since", "day", "time", "at", "when"),
            *_on("created", "recorded", "observed", "learned", "noted", "logged", "captured"),
            *_on("stated", "said", "written", "entered", "started", "effective", "occurred"),
            *("datetime", "timestamputc", "timestampms", "createdms", "epoch", "epochms", "tsms"),
            *("asof", "firstseen", "firstseenat", "start", "startdate", "validsince"),
            *("sincedate", "effectivefrom", "eventdate", "eventtime", "factdate"),
            *("日期", "时间", "记录时间", "创建时间", "生效日期", "起始日期"),
        ),
        "source": ("source", "sourceref", "origin", "provenance", "src", "来源"),
        "status": ("status", "state", "factstatus", "状态"),
        "superseded_by": (
            *("supersededby", "supersededbyid", "supercededby", "replacedby", "successor"),
            *("successorid", "invalidatedby", "取代者", "被取代"),
        ),
        "superseded_reason": ("supersededreason", "retiredreason", "invalidationreason"),
        "superseded_at": (
            *("supersededat", "supersededon", "supersededdate", "replacedat", "invalidatedat"),
            *("invalidat", "retiredat", "endedat", "deprecatedat"),
        ),
        "moved_to": ("movedto",),
        "valid_until": ("validuntil", "validto", "validthrough", "expires", "expiresat", "until"),
        "related": (
            *("relatedentities", "related", "relatedto", "relatedentity", "relatedrefs"),
            *("entityrefs", "entities", "相关", "关联实体"),
        ),
        "attribute": ("attribute", "slot"),
        "value": ("value",),
        "evidence": ("evidence", "evidences"),
        "by": ("by", "proposedby", "extractedby"),
        "confirmed_at": ("confirmedat", "confirmed", "lastconfirmed", "lastconfirmedat"),
        "reviewed_at": ("reviewedat", "lastreviewed", "lastreviewedat"),
        "visibility": ("visibility",),
        "digest": ("digest",),
        "last_accessed": ("lastaccessed", "lastaccessedat", "lastaccess", "lastused", "lastusedat"),
        "access_count": ("accesscount", "accesses", "usecount", "usagecount", "hits"),
        "former_id": ("formerid", "formerids"),
        "supersedes": ("supersedes", "supercedes", "supersedesid", "replaces", "predecessor"),
        "updated": (
            *("updatedat", "updated", "modifiedat", "modified", "lastmodified", "lastupdated"),
            *("updatedon", "modifiedon", "lastupdatedat", "lastmodifiedat"),
        ),
    }
)
"""By field of `Fact` (and `supersedes`, `updated`, which only files have); names folded."""

CANONICAL: Mapping[str, str] = MappingProxyType(
    {
        "id": "id",
        "text": "fact",
        "category": "category",
        "timestamp": "timestamp",
        "source": "source",
        "status": "status",
        "superseded_by": "supersededBy",
        "superseded_reason": "supersededReason",
        "superseded_at": "supersededAt",
        "moved_to": "movedTo",
        "valid_until": "validUntil",
        "related": "relatedEntities",
        "attribute": "attribute",
        "value": "value",
        "evidence": "evidence",
        "by": "by",
        "confirmed_at": "confirmedAt",
        "reviewed_at": "reviewedAt",
        "visibility": "visibility",
        "digest": "digest",
        "last_accessed": "lastAccessed",
        "access_count": "accessCount",
        "former_id": "formerId",
        "supersedes": "supersedes",
    }
)
"""Our own spelling, in the order of a canonical row."""

_SUBJECT = ("subject", "subj", "s", "head", "from", "who", "主语")
_PREDICATE = ("predicate", "pred", "p", "relation", "relationship", "verb", "does", "谓语", "关系")
TEXT_PARTS: tuple[tuple[str, int, tuple[tuple[str, ...], ...]], ...] = (
    (" ", 1, (_SUBJECT, _PREDICATE, ("object", "obj", "target"))),
    (" ", 2, (_SUBJECT, _PREDICATE, ("o", "tail", "to", "what", "value", "宾语"))),
    (": ", 1, (("key", "attribute", "property", "field"), ("value",))),
    (
        ": ",
        1,
        (
            ("title", "heading", "label", "headline"),
            ("description", "details", "detail", "body", "summary", "info"),
        ),
    ),
)
"""Where no single key holds the text: (joiner, how many of the last parts a row needs, names of
each part). The last part takes a new text."""

FLAGS_TRUE = ("active", "isactive", "current", "iscurrent", "valid", "isvalid")
FLAGS_FALSE = ("superseded", "issuperseded", "deprecated", "archived", "deleted", "obsolete")
"""Booleans in place of a status: false in the first, true in the second means retired."""

ACTIVE_WORDS = ("current", "valid", "有效", "当前", "现行", "当前有效", "生效", "生效中")
"""Words of a status for `active`."""

WRAPPERS = (
    *("facts", "items", "rows", "entries", "memories", "records", "observations", "statements"),
    *("knowledge", "data", "list", "事实", "条目", "记录"),
)
"""Names of lists of facts, folded, best first."""

_WORD = re.compile(r"[\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_FOLDED = {name: field for field, names in FIELDS.items() for name in names}
_RANK = {name: rank for names in FIELDS.values() for rank, name in enumerate(names)}


def fold(key: str) -> str:
    """The key without case, separators and underscores."""
    return _WORD.sub("", key).lower()


def fields_of(keys: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The keys of a row by the field that they spell, best first."""
    found: dict[str, list[tuple[int, str]]] = {}
    for key in keys:
        name = fold(key)
        if name in _FOLDED:
            found.setdefault(_FOLDED[name], []).append((_RANK[name], key))
    return {
        field: tuple(k for _, k in sorted(ranked, key=lambda pair: pair[0]))
        for field, ranked in found.items()
    }


def spelling(field: str, keys: Iterable[str], *, snake: bool) -> str:
    """How a file with these keys would spell a field that its rows do not bear yet.

    Args:
        field: A key of `CANONICAL`.
        keys: Every key of the file's rows.
        snake: What to do where no key has two words.
    """
    words = _HUMP.sub(" ", CANONICAL[field]).lower().split()
    joined = [k for k in keys if len(k) > 1]
    if any("_" in k.strip("_") for k in joined):
        return "_".join(words)
    if any("-" in k.strip("-") for k in joined):
        return "-".join(words)
    camel = any(_HUMP.search(k) for k in joined)
    return "_".join(words) if snake and not camel else CANONICAL[field]
