"""The settings that hold in a workspace, out of its file, the person's own and the environment."""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from memctl.config.readers import OWN_ONLY, SETTINGS
from memctl.config.settings import FILE_NAME, Paths, Settings
from memctl.errors import SettingsInvalid


def load_settings(root: Path | None, environ: Mapping[str, str]) -> Settings:
    """The settings that hold in the workspace `root`, or outside any when it is None.

    Raises:
        SettingsInvalid: A file or variable says something that cannot be meant.
    """
    settings = _overlay(Settings(), user_file(environ))
    settings = replace(settings, own_sources=settings.sources, own_paths=_named(settings.paths))
    if root is not None:
        settings = _overlay(settings, root / FILE_NAME, own=user_file(environ))
    return _with_variables(settings, environ)


def _with_variables(settings: Settings, environ: Mapping[str, str]) -> Settings:
    """The settings with those that the environment names."""
    for key, (target, read) in SETTINGS.items():
        variable = "MEMCTL_" + key.replace(".", "_").upper()
        if not (said := environ.get(variable)):
            continue
        try:
            value = read(said)
        except ValueError as error:
            raise SettingsInvalid(variable, None, f"{error}") from None
        settings = _with(settings, target, value)
        if key.startswith("paths."):
            own = _named(_with(Settings(), target, value).paths)
            settings = replace(settings, own_paths=settings.own_paths + own)
    return settings


def path_not_allowed(root: Path, key: str, real: Path) -> SettingsInvalid:
    """What is said of a [paths] that leads out of a workspace without the person's consent."""
    import shlex  # noqa: PLC0415 - refusals alone need it

    file = root / FILE_NAME
    what = (
        f"{key} leads out of the workspace, to {real}; your own settings do not allow that. "
        f"If you want it read and written: memctl sources allow --write {shlex.quote(str(real))}"
    )
    return SettingsInvalid(str(file), _line_of(_read(file) or "", key), what)


def _named(paths: Paths) -> tuple[str, ...]:
    return tuple(filter(None, (*paths.graph, paths.notes, paths.tacit)))


def user_file(environ: Mapping[str, str]) -> Path:
    """The person's own settings, whether or not they exist."""
    if os.name == "nt" and environ.get("APPDATA"):
        return Path(environ["APPDATA"]) / "memctl" / "config.toml"
    base = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not base.is_absolute():
        base = Path(environ.get("HOME") or Path.home()) / ".config"
    return base / "memctl" / "config.toml"


def _overlay(settings: Settings, file: Path, *, own: Path | None = None) -> Settings:
    """The settings with those of the file; `own` names the person's file where it is another."""
    text = _read(file)
    if text is None:
        return settings
    for key, value in _lines(file, text).items():
        if what := _misplaced(key, own):
            raise SettingsInvalid(str(file), _line_of(text, key), what)
        target, read = SETTINGS[key]
        try:
            settings = _with(settings, target, read(value))
        except ValueError as error:
            shown = "…" if key.endswith("key") else repr(value)
            what = f"{key} = {shown}: {error}"
            raise SettingsInvalid(str(file), _line_of(text, key), what) from None
    return settings


def _misplaced(key: str, own: Path | None) -> str | None:
    """Why a key must not stand in a file; None where it may."""
    if key not in SETTINGS:
        import difflib  # noqa: PLC0415 - only who misspells needs it

        near = difflib.get_close_matches(key, SETTINGS, n=1)
        return f"no setting {key}" + (f"; did you mean {near[0]}?" if near else "")
    if own is not None and key.startswith(OWN_ONLY):
        return f"{key} counts in your own settings only ({own}): a workspace may come from others"
    return None


def _read(file: Path) -> str | None:
    try:
        # A FIFO would make us wait for a writer for ever.
        if not stat.S_ISREG(file.stat().st_mode):
            raise SettingsInvalid(str(file), None, "not a regular file")
        return file.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsInvalid(str(file), line, "not UTF-8") from None
    except OSError as error:
        raise SettingsInvalid(str(file), None, error.strerror or "cannot be read") from None


def _lines(file: Path, text: str) -> dict[str, Any]:
    """Every setting of the file by its full key."""
    import tomllib  # noqa: PLC0415 - most calls read no settings file at all

    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise SettingsInvalid(str(file), line, f"not TOML: {error}") from None
    except RecursionError:
        raise SettingsInvalid(str(file), None, "not TOML: nested too deeply") from None
    return dict(_flat(tables))


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{above}{key}.")
        elif not isinstance(value, dict):
            yield above + key, value


def _line_of(text: str, key: str) -> int | None:
    """The line on which `key` is set, else the one of its table."""
    current, found = "", None
    for number, line in enumerate(text.splitlines(), start=1):
        head = re.match(r"\s*\[+\s*([^\]\s]+)\s*\]", line)
        current = f"{head[1]}." if head else current
        if head and found is None and (key.startswith(current) or key == head[1]):
            found = number
        word = re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)
        if word and (current + word[1] == key or key.startswith(f"{current}{word[1]}.")):
            return number
    return found


def _with(settings: Settings, target: str, value: Any) -> Settings:
    group, _, name = target.rpartition(".")
    if not group:
        return replace(settings, **{name: value})
    return replace(settings, **{group: replace(getattr(settings, group), **{name: value})})
