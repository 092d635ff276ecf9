"""What a model costs on lives in notes: requests counted as `--show-prompt` shows them.

usage: model_cost.py [--stories DIR] [--json]

Every note of a story lies unread in an empty workspace; `memctl heartbeat --show-prompt` tells
the requests that would be made, with the tokens of each. Nothing is sent. An answer is taken to
be 45 tokens a block, as it names every block and gives a fact of one in two. Prices are those
that litellm knows. Stories that are kept away are left out.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from scoring import HELD_OUT_STORIES, table

HERE = Path(__file__).resolve().parent
MODELS = ("gpt-4o-mini", "gpt-4.1-mini", "claude-haiku-4-5", "claude-sonnet-4-5")
ANSWER_TOKENS = 45
YEAR = 365


def asked(story):
    """What one story comes to: days, blocks, requests, tokens."""
    environ = {**os.environ, "MEMCTL_EXTRACT_BY": "model", "MEMCTL_LLM_MODEL": "openai/x"}
    with tempfile.TemporaryDirectory() as scratch:
        life = Path(scratch) / "life"
        shutil.copytree(story / "memory", life / "memory")
        (life / "areas").mkdir()
        days = sorted(date.fromisoformat(p.name[:10]) for p in life.glob("memory/[12]*.md"))
        environ["MEMCTL_TODAY"] = days[-1].isoformat()
        words = [sys.executable, "-m", "memctl", "-w", str(life), "heartbeat"]
        done = subprocess.run(
            [*words, "--show-prompt", "--json"], capture_output=True, check=True, env=environ
        )
    prompts = json.loads(done.stdout)["prompts"]
    return {
        "days": (days[-1] - days[0]).days + 1,
        "blocks": sum(prompt["user"].count('"id":') for prompt in prompts),
        "requests": len(prompts),
        "tokens": sum(prompt["tokens"] for prompt in prompts),
    }


def price(model, tokens, answers):
    """US dollars, or None where litellm knows no price."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    from litellm import model_cost  # noqa: PLC0415 - seconds to import

    known = model_cost.get(model)
    if known is None:
        return None
    return tokens * known["input_cost_per_token"] + answers * known["output_cost_per_token"]


def measure(stories):
    found = [asked(s) for s in sorted(stories.iterdir()) if s.name not in HELD_OUT_STORIES]
    whole = {key: sum(row[key] for row in found) for key in found[0]}
    share = YEAR / whole["days"]
    year = {key: round(value * share) for key, value in whole.items()}
    answers = year["blocks"] * ANSWER_TOKENS
    prices = {model: price(model, year["tokens"], answers) for model in MODELS}
    return {
        "stories": len(found),
        "all": whole,
        "year": {**year, "answers": answers},
        "usd": prices,
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--stories", type=Path, default=HERE / "gold" / "stories")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = measure(options.stories)
    if options.json:
        print(json.dumps(report, indent=2))
        return
    print(f"{report['stories']} stories: {report['all']}")
    print(f"a year: {report['year']}")
    rows = [[m, "unknown" if usd is None else f"{usd:.3f}"] for m, usd in report["usd"].items()]
    print(table(["model", "US dollars a year"], rows))


if __name__ == "__main__":
    main()
