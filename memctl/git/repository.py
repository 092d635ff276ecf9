"""The repository around a workspace: its state, and commits of exactly the paths of a job.

Whatever git says or fails to say, the files are written: a commit that can't be made is told
and loses nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memctl.git.program import GitAnswer, git, listed

MIDDLES = (
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
)
"""Names in git's own folder that tell what it is in the middle of."""


@dataclass(frozen=True, slots=True)
class RepositoryState:
    """What git says about the folder."""

    top: Path
    """The top of the working tree."""
    branch: str | None
    """None when the head is detached."""
    in_the_middle: str | None = None
    """merge, rebase, cherry-pick or revert, when one is under way."""
    trouble: str | None = None
    """Why git does not answer here, though there is a repository."""


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of a commit."""

    id: str | None = None
    """The new commit's hash; None when there is none."""
    reason: str | None = None
    """Why there is none."""
    notices: tuple[str, ...] = ()


def state(root: Path) -> RepositoryState | None:
    """The state of the repository that holds `root`; None when there is none."""
    # Most workspaces without a repository never start a process.
    if not any((folder / ".git").exists() for folder in (root, *root.parents)):
        return None
    said = git(root, "rev-parse", "--show-toplevel", "--absolute-git-dir")
    lines = said.out.decode("utf-8", "surrogateescape").splitlines()
    if said.code != 0 or not lines:
        if "not a git repository" in said.err:
            return None
        return RepositoryState(root, None, trouble=_in_short(said))
    head = git(root, "symbolic-ref", "--quiet", "--short", "HEAD")
    folder = Path(lines[-1])
    return RepositoryState(
        top=Path(lines[0]),
        branch=head.out.decode("utf-8", "replace").strip() or None,
        in_the_middle=next((w for mark, w in MIDDLES if (folder / mark).exists()), None),
    )


def commit(
    root: Path,
    paths: Sequence[str],
    message: str,
    *,
    before: Mapping[str, bytes | None] | None = None,
) -> Committed:
    """Commit exactly these paths as they stand on the disk; never a push.

    A path that differed from HEAD before the job is committed whole and named in the message.
    A path of which the person had staged a part stays uncommitted. What else they have staged
    stays staged.

    Args:
        root: The workspace.
        paths: Relative to it.
        message: Subject, blank line, body.
        before: What the files held before the job; None for a file that was not there.
    """
    known = before or {}
    tracked = listed(root, ("ls-files", "--cached"), paths)
    fresh = [p for p in paths if p not in tracked and (root / p).exists()]
    ignored = listed(root, ("ls-files", "--others", "--ignored", "--exclude-standard"), fresh)
    fresh = [p for p in fresh if p not in ignored]
    partly = sorted(_partly_staged(root, [p for p in paths if p in tracked], known))
    notices = tuple(f"Left uncommitted: {p}, since a part of it is staged." for p in partly)
    ours = [p for p in dict.fromkeys(paths) if p in {*tracked, *fresh} and p not in partly]
    if not ours or not (fresh or _differing(root, ours)):
        return Committed(None, "nothing to commit", notices)
    edited = sorted(_edited_by_hand(root, ours, known))
    return _commit(root, ours, fresh, _with_hand_edits(message, edited), notices)


def _commit(
    root: Path, paths: list[str], fresh: list[str], message: str, notices: tuple[str, ...]
) -> Committed:
    if fresh:
        said = git(root, "add", "--intent-to-add", "--", *fresh)
        if said.code != 0:
            return _failed("add", said, notices)
    # --only builds the commit from HEAD and these paths: the person's staged work stays out.
    options = ("--only", "--quiet", "--no-status", "--cleanup=whitespace", "--file=-")
    given = message.encode("utf-8", "replace")
    written = _read(root, paths)
    said = git(root, "commit", *options, "--", *paths, given=given)
    if said.code != 0:
        if fresh:
            git(root, "rm", "--cached", "--quiet", "--force", "--", *fresh)
        return _failed("commit", said, notices)
    head = git(root, "rev-parse", "HEAD").out.decode().strip()
    return Committed(head or None, None, (*notices, *_after_commit(root, paths, written)))


def _read(root: Path, paths: Sequence[str]) -> dict[str, bytes | None]:
    return {p: (root / p).read_bytes() if (root / p).is_file() else None for p in paths}


def _after_commit(
    root: Path, paths: Sequence[str], written: Mapping[str, bytes | None]
) -> Iterator[str]:
    """What a person should know: what a hook made of the files, and where the commit is."""
    now = _read(root, paths)
    for path in paths:
        if now[path] != written[path]:
            yield f"A git hook changed {path} while it was committed."
    for path in sorted(listed(root, ("diff", "--name-only", "--relative"), paths)):
        if now[path] == written[path]:
            yield f"A git hook committed {path} otherwise than it stands on the disk."
    if git(root, "symbolic-ref", "--quiet", "HEAD").code != 0:
        yield "The head is detached: no branch holds this commit yet (git switch -c NAME)."


def _failed(doing: str, said: GitAnswer, notices: tuple[str, ...]) -> Committed:
    reason = f"git {doing} failed: {_in_short(said)}"
    return Committed(None, reason, (*notices, f"Not committed: {reason}"))


def _in_short(said: GitAnswer) -> str:
    """What git said; where it tells at length what to do, the one line that does it."""
    if "tell me who you are" in said.err:
        return 'it does not know who you are (git config user.name "…"; git config user.email …)'
    if "dubious ownership" in said.err:
        return "the repository belongs to somebody else (git status tells how to trust it)"
    return said.words


def _differing(root: Path, paths: Sequence[str]) -> frozenset[str]:
    """Those that differ from HEAD, in the index or on the disk."""
    words = ("diff", "--name-only", "--relative")
    return listed(root, words, paths) | listed(root, (*words, "--cached"), paths)


def _partly_staged(
    root: Path, paths: Sequence[str], before: Mapping[str, bytes | None]
) -> Iterator[str]:
    """Those staged in a form that the disk did not have before the job."""
    staged = listed(root, ("diff", "--name-only", "--relative", "--cached"), paths)
    candidates = [p for p in paths if p in staged]
    for path, blob in zip(candidates, blobs(root, [f":./{p}" for p in candidates]), strict=True):
        if path not in before or not _same(blob, before[path]):
            yield path


def _edited_by_hand(
    root: Path, paths: Sequence[str], before: Mapping[str, bytes | None]
) -> Iterator[str]:
    """Those that differed from HEAD before the job."""
    candidates = [p for p in paths if before.get(p) is not None]
    for path, blob in zip(
        candidates, blobs(root, [f"HEAD:./{p}" for p in candidates]), strict=True
    ):
        if not _same(blob, before[path]):
            yield path


def _same(blob: bytes | None, data: bytes | None) -> bool:
    """Equal but for line ends, which git may store its own way."""
    if blob is None or data is None:
        return blob is data
    return blob.replace(b"\r\n", b"\n") == data.replace(b"\r\n", b"\n")


def blobs(root: Path, names: Sequence[str]) -> Iterator[bytes | None]:
    """The contents that git holds under these names, None where it holds none."""
    given = "".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape")
    out = git(root, "cat-file", "--batch", given=given).out if names else b""
    at = 0
    for _ in names:
        end = out.find(b"\n", at)
        head = out[at:end].split() if end >= 0 else []
        if len(head) < 3 or head[-1] == b"missing" or not head[-1].isdigit():  # noqa: PLR2004 - name, kind, size
            yield None
            at = end + 1 if end >= 0 else len(out)
            continue
        size = int(head[-1])
        yield out[end + 1 : end + 1 + size]
        at = end + 1 + size + 1


def _with_hand_edits(message: str, paths: Sequence[str]) -> str:
    rows = "".join(f"- {path}\n" for path in paths)
    return f"{message.rstrip()}\n\nIncludes hand edits:\n{rows}" if paths else message
