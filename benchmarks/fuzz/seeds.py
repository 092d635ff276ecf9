"""Texts to begin with: the forms that each parser knows."""

_ROWS = (
    '[\n  {"id": "x-001", "fact": "Ada sails", "timestamp": "2026-01-28", "status": "active"}\n]\n'
)
_ITEMS = (
    _ROWS,
    '{"facts": [{"fact_id": "1", "content": "船 \\ud83d", "created_at": 1769558400, "tags": [1]}]}',
    '{"a": {"text": "x", "supersedes": ["b"]}, "b": {"text": "y", "active": false}}',
    '[{"id":"a","subject":"Ada","predicate":"is","object":"here","evidence":[{"path":"m","line":1}]},'
    '{"id":"a","status":"superseded","superseded_by":"b"}]',
    "[]",
)
_YAML = (
    "# kept\nfacts:\n  - id: x-001\n    fact: Ada sails # yes\n    timestamp: 2026-01-28\n",
    "- {id: 1, text: 'a: b', status: active}\n- id: 2\n  text: |\n    two\n    lines\n",
    "a: &a\n  text: x\nb: *a\n",
)
_NOTES = (
    "# 2026-01-28\n\n- 09:10 Rain.\n  more\n\n```\ncode\n```\n\n## Memory extraction\n- 3 added\n",
    "---\ndate: 2026-01-28\n---\n1月28日 周三\n\nuser: hello\nassistant: hi\n\n<!-- x:begin -->\ny\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n[10:30] Ada: sails\n",
)
_SUMMARY = (
    "---\nname: Ada\naliases: [Ad, 'A: b']\n---\n# Ada\n\n<!-- memctl:summary -->\nSails.\n"
    "<!-- /memctl:summary sha256:0123456789abcdef facts: x-001 -->\n\nMine.\n",
    "# 陈伟\n\n**Before**\n- x\n",
    "---\naliases:\n  - a\n---\n---\nb: c\n---\n",
)
_TACIT = ("# Memory\n\n## Mornings\n- No calls\n  - but one\n\n[x](y.md)\n", "- 早上不开会\n")
_REVIEW = (
    "- [x] people/ada: add it <!-- q:0a1b2c3d -->\n- [ ] no: reject <!-- q:0a1b2c3e -->\n",
    "- [X] 是 <!-- q:ffffffff -->\n",
)
_LEDGERS = (
    '{"path": "memory/2026-01-27.md", "digests": ["00"]}\n',
    '{"id": "0a1b2c3d", "day": "2026-01-28", "kind": "rejected", "subject": "x"}\n',
    '{"entity": "people/ada", "id": "x-1", "path": "m.md", "line": 1, "quote": "q", "day": "2026"}\n',
)
_SETTINGS = (
    'me = "people/me"\nzone = "Europe/Lisbon"\n[paths]\nnotes = ["memory"]\n',
    "[recall]\nlimit = 10\n[git]\ncommit = false\n",
)

_OPENCLAW = (
    '{"type":"session","version":3,"id":"s","timestamp":"2026-01-28T09:00Z"}\n{"type":"message","id":"a",'
    '"timestamp":"2026-01-28T09:00Z","message":{"role":"user","content":[{"type":"text","text":"[cron:1 x] y"}]}}\n'
    '{"type":"message","id":"b","message":{"role":"assistant","content":"船 <system-reminder>x"}}\n',
)
_CLAUDE_CODE = (
    '{"type":"user","sessionId":"s","uuid":"u","timestamp":"2026-01-28T09:00Z","message":{"role":"user","content":'
    '[{"type":"text","text":"<system-reminder>a</system-reminder>Ada sails"}]}}\n'
    '{"type":"attachment","attachment":{"type":"queued_command","prompt":"x"}}\n',
)
_CODEX = (
    '{"timestamp":"2026-01-28T09:00Z","type":"session_meta","payload":{"id":"x","forked_from_id":null}}\n'
    '{"timestamp":"2026-01-28T09:00Z","type":"response_item","payload":{"type":"message","role":"user","content":'
    '[{"type":"input_text","text":"# Context from my IDE\\n## My request for Codex:\\nAda"}]}}\n',
)
_CHATGPT = (
    '[{"title":"T","current_node":"n","mapping":{"r":{"id":"r","parent":null},"n":{"id":"n",'
    '"parent":"r","message":{"id":"m","author":{"role":"user"},"create_time":1769558400.5,'
    '"content":{"content_type":"text","parts":["Ada sails"]},"recipient":"all"}}}}]',
)
_CLAUDE_AI = (
    '[{"uuid":"c","name":"T","chat_messages":[{"uuid":"m","sender":"human","created_at":"2026-01-28T09:00Z",'
    '"content":[{"type":"text","text":"Ada sails"},{"type":"tool_use"}],"text":"x"}]}]',
)
_JSONL = (
    '{"role":"user","content":"Ada sails","timestamp":"2026-01-28T09:00Z"}\n{"role":"tool","content":"x"}\n',
    '[{"messages":[{"sender":"human","text":"- a\\n- b","ts":1769558400}]}]',
)
_MARKDOWN = (
    "# 2026-01-28\n\n**User** (09:10): Ada sails\n\n```\nassistant: no\n```\n**Assistant:** Yes.\n",
    "---\ndate: 2026-01-28\n---\n## 用户\n\n- a\n\n## 助手 — 10:30 PM\n\n> b\n",
)

SEEDS = {
    "items-json": _ITEMS,
    "items-lines": ("\n".join(i.replace("\n", " ") for i in _ITEMS), '{"id":"a","text":"b"}\n'),
    "items-yaml": _YAML,
    "notes": _NOTES,
    "summary": _SUMMARY,
    "tacit": _TACIT,
    "review": _REVIEW,
    "ledgers": _LEDGERS,
    "settings": _SETTINGS,
    "openclaw": _OPENCLAW,
    "claude-code": _CLAUDE_CODE,
    "codex": _CODEX,
    "chatgpt": _CHATGPT,
    "claude-ai": _CLAUDE_AI,
    "jsonl": _JSONL,
    "markdown": _MARKDOWN,
}
