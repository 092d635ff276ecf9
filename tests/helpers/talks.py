"""Conversations as programs write them, for tests that need some on the disk."""

import json
import os
from pathlib import Path


def claw_line(number: int, text: str, at: str = "2026-01-05T09:00:00.000Z") -> str:
    """One message of an OpenClaw session; its number is in its id and its minute."""
    minute = f"{number // 60:02}:{number % 60:02}"
    stamp = f"{at[:11]}{int(at[11:13]) + number // 3600:02}:{minute}.000Z"
    message = {"role": "user", "content": [{"type": "text", "text": text}]}
    row = {"type": "message", "id": f"m{number}", "timestamp": stamp, "message": message}
    return json.dumps(row, ensure_ascii=False) + "\n"


def allow(root: Path, path: Path) -> None:
    """Say in the person's own settings that the workspace may read this place."""
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "memctl" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as settings:
        settings.write(f'[[allowed_sources]]\nworkspace = "{root}"\npath = "{path}"\n')


CLAW_HEAD = (
    '{"type":"session","version":3,"id":"s1","timestamp":"2026-01-05T08:00:00.000Z","cwd":"~"}\n'
)


def set_source(root: Path, path: str, kind: str = "openclaw", **more: str) -> None:
    """Name one more source in the workspace's settings, and allow it in the person's own."""
    allow(root, root / Path(path).expanduser())
    rows = {"path": path, "kind": kind, **more}
    table = "\n[[sources]]\n" + "".join(f'{key} = "{value}"\n' for key, value in rows.items())
    file = root / "memctl.toml"
    before = file.read_text(encoding="utf-8") if file.exists() else '[time]\nzone = "UTC"\n'
    file.write_text(before + table, encoding="utf-8")
