"""The one gate that every write to a workspace goes through: nothing is written outside of it.

A link that stays inside is followed. One that leads out is named, wherever on the way it
stands; so is one that leads back to itself, and whatever stands in a folder's place.
Standard library's `os` alone: recall and hooks come through here.

may use: –
pure: no
"""

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as a whole look-up
    from collections.abc import Iterable

OWN = ".memctl"


class Closed(OSError):
    """Nothing is written here."""

    def __init__(self, what: str, place: str, real: str | None = None) -> None:
        """`place` is what stands in the way; `real` where it leads, when it leads out."""
        super().__init__(errno.ELOOP, what, place)
        self.what, self.place, self.real = what, place, real


def passed(path: str, homes: "Iterable[str]") -> str:
    """The place that a write to `path` reaches.

    Args:
        path: Absolute.
        homes: The workspace, and what its settings move elsewhere.

    Raises:
        Closed: That is in none of these homes; or a loop of links, or no folder, is on the way.
    """
    tops = [os.path.realpath(home) for home in homes]
    real = os.path.realpath(path)
    if not is_inside(real, tops):
        raise _leading_out(path, tops)
    at = os.path.dirname(real)  # noqa: PTH120 - pathlib costs as much as a whole look-up
    while not os.path.isdir(at) and is_inside(at, tops):  # noqa: PTH112 - as above
        if os.path.lexists(at):
            is_loop = os.path.islink(at)  # noqa: PTH114 - as above
            raise Closed("a link leads back to itself" if is_loop else "expected a folder here", at)
        at = os.path.dirname(at)  # noqa: PTH120 - as above
    return real


def own(path: str) -> None:
    """Let a path below `.memctl` pass: no link on the way to it leads out of the workspace.

    Raises:
        Closed: One does.
    """
    root, mark, below = f"{path}/".rpartition(f"/{OWN}/")
    if not mark:
        return
    at = f"{root}/{OWN}"
    for step in (*below.split("/"), ""):
        if os.path.islink(at):  # noqa: PTH114 - as above
            passed(path, (root,))
            return
        at = f"{at}/{step}"


def is_inside(real: str, tops: "Iterable[str]") -> bool:
    """Does a resolved path lie in one of these resolved folders?"""
    return any(real == top or real.startswith(top.rstrip(os.sep) + os.sep) for top in tops)


def _leading_out(path: str, tops: "list[str]") -> Closed:
    """What to say of the first link on the way that leads out."""
    way = [path]
    while (above := os.path.dirname(way[-1])) != way[-1]:  # noqa: PTH120 - as above
        way.append(above)
    for above, at in zip(way[:0:-1], way[-2::-1], strict=True):
        real = os.path.realpath(at)
        if is_inside(os.path.realpath(above), tops) and not is_inside(real, tops):
            return Closed(f"a link leads out of the workspace, to {real}", at, real)
    return Closed("this place is not in the workspace", path)
