"""In which language memctl speaks to this person: that of their own texts, else the locale's."""

from collections.abc import Mapping

from memctl.workspace.reading import Snapshot

LANGUAGES = ("en", "zh")
_CJK_SHARE = 0.2
"""From this share of Chinese letters on, a workspace speaks Chinese."""
_NOTES_READ = 20


def language_of(snapshot: Snapshot) -> str | None:
    """The language that the newest notes and the facts are written in; None without any."""
    texts = [fact.text for _, fact in snapshot.graph.facts()]
    for name in snapshot.note_names[-_NOTES_READ:]:
        texts += [block.text for block in snapshot.note(name).blocks]
    letters = [char for text in texts for char in text if char.isalpha()]
    if not letters:
        return None
    chinese = sum("\u4e00" <= char <= "\u9fff" for char in letters)
    return "zh" if chinese / len(letters) >= _CJK_SHARE else "en"


def language_of_locale(environ: Mapping[str, str]) -> str:
    """The language of the person's system, as far as memctl speaks it."""
    named = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return "zh" if named.startswith("zh") else "en"
