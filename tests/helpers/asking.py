"""The words of questions as a cache holds them."""

import marshal

from memctl import resources
from memctl.language.questions import compiled

ABOUT: dict[str, object] = {
    "asking": marshal.dumps(compiled(f.read_text("utf-8") for f in resources.asking_files()))
}
