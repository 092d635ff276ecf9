"""The words of questions as a cache holds them, and those by which pages are read."""

import marshal
from pathlib import Path

from memctl import resources
from memctl.index.filling.documents import page_words
from memctl.language.questions import compiled
from memctl.workspace.confiding import confiding_in
from tests.helpers.pairs import shipped

ABOUT: dict[str, object] = {
    "asking": marshal.dumps(compiled(f.read_text("utf-8") for f in resources.asking_files()))
}
PAGE_WORDS = page_words(shipped(), confiding_in(Path("nowhere")))
