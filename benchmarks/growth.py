"""Whether reading grows with the length of a text and no faster, as ratios measured in one run.

usage: growth.py [--most 10]

Each reader is given one piece over and over, in one line and in many, at a length and at four
times that. Fairly read, four times the text takes four times as long; what takes more than
`--most` times as long is named, and the exit code is 1.
"""

import argparse
import sys
import time

from memctl.formats.summary import parse_summary
from memctl.formats.timeline.notes import parse_note
from memctl.safety.secrets import find_secrets

SHORT, LONG = 20_000, 80_000
"""Characters; long enough that a clock's tick does not count."""
ROUNDS = 3
FLOOR_S = 0.005
"""Below this nothing is measured but noise."""
NOTES = ("<!--", "<a-b>", "- x", "#", "``", "1", " ", "|a|b|", "a" * 60, "[", "\t", "9 new ", "\r")
SUMMARIES = ("\r\n", "\n", " ", "- x\n", "# x\n", "<!-- memctl:summary -->\n")
SECRETS = (
    *("a", "1", "1 ", "-", "_", "a_", "key_", " ", "\n", "密码", "密码是", "password ", "secret="),
    *("?token=", "a://", "curl ", "docker login ", "password for ", "passphrase is ", 'pw is "'),
    *("-----BEGIN PRIVATE KEY-----\n", "eyJaaaaaaaa.", "seed phrase abcd ", "machine a "),
)
READERS = {
    "note": (lambda text: parse_note(text, "memory/2026-01-27.md"), NOTES),
    "note, lines": (
        lambda text: parse_note(text, "memory/2026-01-27.md"),
        [f"{piece}\n" for piece in NOTES],
    ),
    "summary": (lambda text: parse_summary(f"# Kettle\n{text}", "summary.md"), SUMMARIES),
    "secrets": (find_secrets, SECRETS),
}


def least(read, text):
    """The least processor time of a few readings."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        read(text)
        times.append(time.process_time() - began)
    return min(times)


def growth(read, piece):
    """How many times as long the long text takes."""
    short, long = (least(read, (piece * length)[:length]) for length in (SHORT, LONG))
    return long / max(short, FLOOR_S)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--most", type=float, default=10.0)
    most = parser.parse_args().most
    wild = 0
    for name, (read, pieces) in READERS.items():
        read("warm")
        ratios = {piece: growth(read, piece) for piece in pieces}
        worst = max(ratios, key=ratios.get)
        print(f"{name:12} worst {ratios[worst]:6.1f}  for {worst!r}")
        wild += sum(ratio > most for ratio in ratios.values())
    return int(wild > 0)


if __name__ == "__main__":
    sys.exit(main())
