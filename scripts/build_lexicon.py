"""Write text/vocabulary/lexicon.txt from Eric Brill's lexicon, as TextBlob carries it.

    pip download --no-deps textblob==0.20.1 && unzip textblob-*.whl textblob/en/en-lexicon.txt
    python scripts/build_lexicon.py textblob/en/en-lexicon.txt

Kept are the lower-case words whose tag `groundgraph.text.english.tagging.guess` would get
wrong, and, as "NV", the nouns and adjectives that have verb forms.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

from groundgraph.text.english.tagging import guess, stems

OUT = Path(__file__).parents[1] / "src" / "groundgraph" / "text" / "vocabulary" / "lexicon.txt"
KEPT = ("VB", "VBD", "VBN", "VBG", "VBZ", "VBP", "JJ", "JJR", "JJS", "RB", "NN", "NNS", "CD")
NAMES = frozenset("harry hugh louis maria peter sally tony".split())
"""Given names that Brill's texts, or tweets, have in lower case; as words they are rare."""
SAME = {"VBP": "VB", "JJR": "JJ", "JJS": "JJ"}
HEADER = """\
# Words and tags from Eric Brill's rule-based tagger 1.14, written by scripts/build_lexicon.py.
# Copyright 1993 by the Massachusetts Institute of Technology and the University of Pennsylvania.
# MIT license; with words from the Twitter part-of-speech data of Carnegie Mellon University, CC-BY.
"""


def main() -> None:
    lexicon = read(Path(sys.argv[1]))
    bases = {word for word, tag in lexicon.items() if tag == "VB"}
    inflected = [word for word, tag in lexicon.items() if tag in {"VBD", "VBN", "VBG"}]
    bases |= {
        stem for word in inflected for stem in stems(word) if stem in lexicon and stem != word
    }
    by_tag: dict[str, list[str]] = defaultdict(list)
    for word, tag in sorted(lexicon.items()):
        if word in bases and not tag.startswith("VB"):
            by_tag["NV" if tag == "NN" else "AV"].append(word)
        elif guess(word) != tag:
            by_tag[tag].append(word)
    lines = [" ".join([tag, *words]) for tag, words in sorted(by_tag.items())]
    OUT.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    print({tag: len(words) for tag, words in by_tag.items()}, OUT.stat().st_size)


def read(path: Path) -> dict[str, str]:
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    pairs = ((row[0], row[1].split("|")[0]) for row in rows if len(row) == len("wt"))
    return {
        word: SAME.get(tag, tag)
        for word, tag in pairs
        if re.fullmatch(r"[a-z]{2,}", word) and tag in KEPT and word not in NAMES
    }


if __name__ == "__main__":
    main()
