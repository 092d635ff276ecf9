"""Every way memctl can fail, as one tree.

MemctlError
├── UsageError                   exit 2    the call's words do not fit together
├── WorkspaceError               the folder or a file in it is not usable
│   ├── WorkspaceNotFound        exit 2
│   ├── HereIsGone               exit 2    the current folder was deleted
│   ├── NoRepository             exit 2    the workspace is under no git
│   ├── FileInvalid              exit 65   the file it was told to read or change
│   ├── CannotWrite              exit 73
│   ├── Busy                     exit 75   another memctl is at work
│   ├── ExternallyChanged        exit 75   a file changed while we worked, twice
│   └── InTheMiddle              exit 75   of a merge, rebase or the like
├── GraphError                   the request does not fit what is remembered
│   ├── UnknownEntity            exit 2
│   ├── UnknownFact              exit 2
│   ├── UnknownQuestion          exit 2
│   ├── Ambiguous                exit 2    lists the candidates
│   ├── AlreadyRetired           exit 2
│   └── HoldsSecret              exit 2    the text must not be written
├── NothingToUndo                exit 2
├── OutputFailed                 exit 73   done, but nobody could be told
├── SettingsInvalid              exit 78
└── ProviderError                something outside the files did not answer
    ├── GitFailed                exit 69
    ├── NoScheduler              exit 69   nothing on this machine runs jobs at their time
    ├── SchedulerFailed          exit 69
    ├── NotInstalled             exit 69   an extra that this command needs
    ├── ModelUnavailable         exit 69
    ├── AnswerUnusable           exit 69   a model answered, and nothing could be made of it
    └── LimitReached             exit 69   a cap on what may be spent

A message says what happened, to which file or id; `hint` says what to do next.
A bug is never a MemctlError: it keeps its traceback and exits 70.

may use: nothing
pure: yes
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

EXIT_OK = 0
EXIT_NO = 1
EXIT_USAGE = 2
EXIT_UNUSABLE = 65
EXIT_NO_ANSWER = 69
EXIT_BUG = 70
EXIT_CANNOT_WRITE = 73
EXIT_TRY_AGAIN = 75
EXIT_SETTINGS = 78
EXIT_INTERRUPTED = 130


class MemctlError(Exception):
    """This command cannot do what was asked."""

    slug: ClassVar[str] = "error"
    exit_code: ClassVar[int] = EXIT_USAGE

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(MemctlError):
    """The call's words do not fit together."""

    slug = "usage"


def no_such(what: str, said: str, there_are: Iterable[str]) -> UsageError:
    """A word that is none of those that may stand there; the message lists them."""
    return UsageError(f"No {what} {said!r}; there are {', '.join(there_are)}.")


class WorkspaceError(MemctlError):
    """The folder or a file in it is not usable."""

    slug = "workspace"


class WorkspaceNotFound(WorkspaceError):
    """No workspace where one was looked for."""

    slug = "no-workspace"

    def __init__(self, looked: Sequence[str]) -> None:
        super().__init__(
            "No memctl workspace found. Looked at: " + ", ".join(looked),
            hint="Name one with -w DIR or MEMCTL_WORKSPACE, or make one: memctl init DIR",
        )


class HereIsGone(WorkspaceError):
    """The call needs the current folder, and that was deleted."""

    slug = "folder-gone"

    def __init__(self) -> None:
        super().__init__(
            "The current folder is no longer there.",
            hint="Go to one that is (cd), or name the workspace by its whole path: -w /DIR",
        )


class NoRepository(WorkspaceError):
    """A command about git, and no git here."""

    slug = "no-repository"

    def __init__(self, root: str) -> None:
        super().__init__(
            f"{root} is in no git repository.", hint=f"Make it one with: git -C {root} init"
        )


class FileInvalid(WorkspaceError):
    """A file that this command was told to read or change cannot be used."""

    slug = "file-invalid"
    exit_code = EXIT_UNUSABLE

    def __init__(self, path: str, line: int | None, what: str, *, hint: str | None = None) -> None:
        where = path if line is None else f"{path}:{line}"
        super().__init__(f"{where}: {what}", hint=hint or "Mend the file, then: memctl check")
        self.path, self.line, self.what = path, line, what


class CannotWrite(WorkspaceError):
    """The disk did not take what was to be written; the old text stands."""

    slug = "cannot-write"
    exit_code = EXIT_CANNOT_WRITE

    def __init__(self, path: str, why: str, *, hint: str | None = None) -> None:
        usual = "Check the folder's permissions and the free space, then run the command again."
        super().__init__(f"Cannot write {path}: {why}. Nothing was changed.", hint=hint or usual)


class Busy(WorkspaceError):
    """Another memctl holds the lock."""

    slug = "busy"
    exit_code = EXIT_TRY_AGAIN

    def __init__(self, holder: str) -> None:
        super().__init__(
            f"The workspace is busy: waited for {holder}.", hint="Try again when it has finished."
        )


class ExternallyChanged(WorkspaceError):
    """A file changed between reading and writing, more than once."""

    slug = "changed-meanwhile"
    exit_code = EXIT_TRY_AGAIN

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path} changed while memctl was working; nothing was written.",
            hint="Run the command again when the file is at rest.",
        )


class InTheMiddle(WorkspaceError):
    """Git is in the middle of something that a commit would disturb."""

    slug = "in-the-middle"
    exit_code = EXIT_TRY_AGAIN

    def __init__(self, what: str) -> None:
        super().__init__(
            f"The repository is in the middle of a {what}; nothing was written.",
            hint=f"Finish or abort the {what} first (git status tells how).",
        )


class GraphError(MemctlError):
    """The request does not fit what is remembered."""

    slug = "graph"


class UnknownEntity(GraphError):
    """No entity has this name."""

    slug = "unknown-entity"

    def __init__(self, name: str, near: Sequence[str] = ()) -> None:
        hint = "List them with: memctl entity list"
        if near:
            hint = "Did you mean " + " or ".join(near) + "?"
        super().__init__(f"No entity {name}.", hint=hint)


class UnknownFact(GraphError):
    """No fact has this id."""

    slug = "unknown-fact"

    def __init__(self, fact_id: str, near: Sequence[str] = ()) -> None:
        hint = "List the ids with: memctl fact list ENTITY"
        if near:
            hint = "Did you mean " + " or ".join(near) + "?"
        super().__init__(f"No fact has the id {fact_id!r}.", hint=hint)


class UnknownQuestion(GraphError):
    """No open question has this id."""

    slug = "unknown-question"

    def __init__(self, question_id: str) -> None:
        super().__init__(
            f"No open question has the id {question_id!r}.",
            hint="List them with: memctl review list",
        )


class Ambiguous(GraphError):
    """A name or id fits several."""

    slug = "ambiguous"

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        super().__init__(
            f"{name} fits several: " + ", ".join(candidates) + ".",
            hint=f"Name one of them in full, for example: {candidates[0]}",
        )


class AlreadyRetired(GraphError):
    """The fact no longer holds, so it cannot be retired again."""

    slug = "already-retired"

    def __init__(
        self, fact_id: str, status: str, successor: str | None, *, moved_to: str | None = None
    ) -> None:
        if moved_to:
            super().__init__(
                f"The fact {fact_id!r} was moved to {moved_to}.",
                hint=f"See it there: memctl fact show {moved_to}",
            )
            return
        after = f" by {successor}" if successor else ""
        super().__init__(
            f"The fact {fact_id!r} is already {status}{after}.",
            hint=f"See its story with: memctl history {successor or fact_id}"
            if status == "purged"
            else f"Was that wrong? memctl fact restore {fact_id}",
        )


class HoldsSecret(GraphError):
    """The text holds a secret, and memctl writes none."""

    slug = "secret"

    def __init__(self, kinds: Sequence[str]) -> None:
        super().__init__(
            "The text holds what looks like a secret ("
            + ", ".join(kinds)
            + "); nothing was written.",
            hint="Keep it in a password manager and write down only where it is.",
        )


class NothingToUndo(MemctlError):
    """No job is left that could be undone, or the one that is may not be the one meant."""

    slug = "nothing-to-undo"

    def __init__(
        self, why: str = "no job has changed anything here", *, hint: str | None = None
    ) -> None:
        usual = "See the last jobs with: memctl status"
        super().__init__(f"Nothing to undo: {why}.", hint=hint or usual)


class OutputFailed(MemctlError):
    """The command is done; what it has to say could not be written."""

    slug = "output-failed"
    exit_code = EXIT_CANNOT_WRITE

    def __init__(self, why: str) -> None:
        super().__init__(
            f"Done, but the output could not be written: {why}.",
            hint="Do not run it again for the output's sake; memctl status shows the last jobs.",
        )


class SettingsInvalid(MemctlError):
    """memctl.toml or the user's settings say something that cannot be meant."""

    slug = "settings"
    exit_code = EXIT_SETTINGS

    def __init__(self, path: str, line: int | None, what: str) -> None:
        where = path if line is None else f"{path}:{line}"
        super().__init__(f"{where}: {what}", hint="The settings are listed in docs/settings.md")


class ProviderError(MemctlError):
    """Something outside the files did not answer."""

    slug = "provider"
    exit_code = EXIT_NO_ANSWER


class GitFailed(ProviderError):
    """Git refused or broke off."""

    slug = "git-failed"

    def __init__(self, doing: str, said: str, *, hint: str | None = None) -> None:
        super().__init__(
            f"git could not {doing}: {said}",
            hint=hint or "The files are written; commit them by hand.",
        )


class NoScheduler(ProviderError):
    """No scheduler of that name, or none at all, takes entries on this machine."""

    slug = "no-scheduler"

    def __init__(self, name: str | None) -> None:
        super().__init__(
            f"{name} takes no entries here."
            if name
            else "Neither cron nor another scheduler is here.",
            hint="Run this every half hour yourself: memctl schedule run",
        )


class SchedulerFailed(ProviderError):
    """The scheduler refused or broke off."""

    slug = "scheduler-failed"

    def __init__(self, name: str, said: str, *, hint: str | None = None) -> None:
        super().__init__(
            f"{name} did not do it: {said}",
            hint=hint or "See what stands there with: memctl schedule show",
        )


class NotInstalled(ProviderError):
    """The command needs a package that is not part of a plain installation."""

    slug = "not-installed"

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"This needs the package {package}, which is not installed.",
            hint=f"Install it with: pip install 'memctl-life[{extra}]'",
        )


class ModelUnavailable(ProviderError):
    """The model could not be reached, or refused the call."""

    slug = "model-unavailable"

    def __init__(self, model: str, why: str, *, hint: str | None = None) -> None:
        super().__init__(
            f"{model} did not answer: {why}",
            hint=hint
            or "Is it running, and are llm.api_base and llm.api_key right? docs/models.md",
        )


class AnswerUnusable(ProviderError):
    """A model answered, and nothing could be made of it."""

    slug = "answer-unusable"

    def __init__(self, who: str, why: str) -> None:
        super().__init__(
            f"The answer of {who} was of no use: {why}",
            hint="What it said is kept: memctl review list --parked",
        )


class LimitReached(ProviderError):
    """A cap on what may be spent forbids the next call."""

    slug = "limit-reached"

    def __init__(self, limit: str, spent: str) -> None:
        super().__init__(
            f"llm.limits.{limit} is reached ({spent}); no model was asked any more.",
            hint="See what was spent with: memctl cost",
        )
