"""Does the system tell of changes on a drive? On network drives it tells only of its own."""

from pathlib import Path

_SILENT = (
    "nfs",
    "cifs",
    "smb",
    "9p",
    "afs",
    "ceph",
    "davfs",
    "fuse.sshfs",
    "fuse.rclone",
    "fuse.gvfsd",
    "vboxsf",
    "drvfs",
    "prl_fs",
)
"""Beginnings of the names of file systems on which others may write unseen."""


def sends_events(folder: Path, table: Path = Path("/proc/self/mounts")) -> bool:
    """Are events to be had for this folder? Where nobody says otherwise, yes."""
    kind = _kind_of(folder, table)
    return kind is None or not kind.startswith(_SILENT)


def _kind_of(folder: Path, table: Path) -> str | None:
    """The file system that a folder lies on; None where the system has no such table."""
    try:
        lines = table.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    found: tuple[int, str] | None = None
    for line in lines:
        words = line.split()
        if len(words) < 3:  # noqa: PLR2004 - device, place, kind
            continue
        place = words[1].replace("\\040", " ")
        if folder.is_relative_to(place) and (found is None or len(place) >= found[0]):
            found = (len(place), words[2])
    return found[1] if found else None
