"""Write the word lists of `groundgraph.text.foreign`.

    pip download --no-deps textblob==0.20.1 stopwordsiso==0.7.1
    unzip textblob-*.whl textblob/en/en-lexicon.txt && unzip stopwordsiso-*.whl
    python scripts/build_vocabulary.py textblob/en/en-lexicon.txt stopwordsiso/stopwords-iso.json

English: the lower-case words of Eric Brill's lexicon that it does not call foreign, the words of
MiniLM's vocabulary whose stem the evidence of RAGTruth has, and `LOANS`. Of each other language:
its stop words, but for those that are frequent in English. A word on both lists says nothing.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.parts.onnx import shipped
from groundgraph.text.words import STOP_WORDS, stem

OUT = Path(__file__).parents[1] / "src" / "groundgraph" / "text" / "vocabulary"
LANGUAGES = (
    "af ca cs da de es et eu fi fr ga gl hr hu id it lt lv ms nl no pl pt ro sk sl sv tl tr vi"
).split()
FREQUENT = 4.5
"""The rarity below which a word is English even where it is a stop word elsewhere: one in ninety of
RAGTruth's texts has it."""
SHARED = 3
"""A stop word of so many languages is not English by being frequent in names: "la", "de"."""
ENGLISH = frozenset("ale etc god hem hi man men mine pod sin son ten".split())
"""Such words that are English all the same."""
NEITHER = frozenset("ben die din era fin ha mal min tan tot van".split())
"""Such words that may be either."""
LOANS = """
aioli alfresco aperitif aubergine baguette bánh bao baklava biryani biscotti bisque bolognese
bouillon bratwurst brioche brûlée bruschetta burrito burritos café cafés calzone canapé cannoli
cappuccino carbonara ceviche chai chapati charcuterie chorizo churros ciabatta cilantro clafoutis
compote confit consommé coq couscous crème crêpe crêpes croissant croissants croutons curry daikon
dal dhal dim enchilada enchiladas entrée entrées escargot espresso fajita fajitas falafel feta
fettuccine filet focaccia fondue frappé frites gazpacho gelato ghee gnocchi goulash gouda granola
gratin guacamole gyros halloumi hoisin hummus jalapeño jalapeños kebab kebabs kimchi kombucha lait
lasagna lasagne latte lattes linguine macchiato macaron macarons manchego marinara marsala masala
mascarpone matcha mezze mì minestrone miso mousse mozzarella nachos naan nigiri nougat orzo paella
pancetta panini panna pappardelle parmesan pastrami pâté penne pesto pho phở pierogi pilaf pita
polenta pommes prosciutto provolone purée quesadilla quesadillas quiche quinoa ramen ratatouille
ravioli ricotta rigatoni risotto roux salami salsa samosa samosas sashimi sauerkraut sauté sautéed
schnitzel semolina sorbet soufflé souvlaki spaghetti sriracha sushi tabbouleh tacos tagine
tagliatelle tahini tamales tandoori tapas tempura teriyaki tikka tiramisu tiramisù tofu tortellini
tortilla tortillas tostada udon vinaigrette vindaloo wasabi wonton ziti zucchini adagio allegro
alto avant-garde bête blasé bourgeois bric-à-brac café chalet cliché clichés coup debut decor déjà
début décor doppelgänger élan éclair façade fiancé fiancée genre hacienda kitsch matinée mêlée
naïve née noir noire papier patio piñata plaza protégé rapport raison d'être rendezvous résumé
résumés roulette saboteur schadenfreude señor señora siesta smörgåsbord soirée tête touché über
vis-à-vis vu wunderkind zeitgeist ad addendum alma alumni anno ante aorta bona caput carpe corpora
corpus curriculum data de diem erratum et etc facie facto familiaris femur fide flora genus habeas
hoc homo hominem ipso lupus magna mater mea memorandum modus mortem nauseam nisi operandi ovum per
pro prima quid quo quorum rigor sapiens sapien sine situ status sui tempore tibia vera versa
veritas vertebrae vice vita vitae vitro vivo acetaminophen acyclovir albuterol amlodipine
amoxicillin ampicillin atorvastatin azithromycin baclofen benzodiazepine ceftriaxone cephalexin
cetirizine ciprofloxacin citalopram clavulanic clindamycin clopidogrel codeine diazepam diclofenac
digoxin doxycycline enalapril erythromycin fentanyl fluconazole fluoxetine furosemide gabapentin
heparin hydrochlorothiazide hydrocodone ibuprofen ketamine lamotrigine levothyroxine lisinopril
loratadine lorazepam losartan metformin methotrexate metoprolol naloxone naproxen omeprazole
ondansetron oxycodone paracetamol penicillin prednisone pregabalin propranolol ramipril ranitidine
sertraline simvastatin sildenafil tamoxifen tramadol trazodone valproate vancomycin venlafaxine
verapamil warfarin zolpidem admin api app apps async backend blog blogs bool boolean bluetooth
boot broadband browser cache cli config cpu css csv dev dropdown ebook email emails emoji firewall
firmware flashlight frontend git gif gpu gui hashtag hotspot html http https init inbox ios iphone
ipad jpeg jpg json kernel kilobyte laptop laptops lib linux localhost login logout macbook malware
megabyte metadata middleware multiplayer nginx npm numpy offline online params password passwords
pdf pip pixel playlist plugin png podcast podcasts popup preset proxy ram readme regex reboot repo
router runtime screenshot scroll sdk smartphone smartphones smartwatch spam sql ssd startup stdin
stdout sudo svg sync taskbar thumbnail timestamp toolbar touchscreen txt unix unlock upgrade url
usb username utf validator webcam webpage website websites wifi wiki wireless workflow xml yaml
youtube zip bpm btu cc cl cm dl eur fps ft gb gbp ghz kb kg khz km kmh kpa kr kw kwh lb lbs mb mg
mhz ml mm mph mw oz ppm psi qty rpm sq tbsp tsp tb usd vs
"""
"""Words that English has taken over, or made, since the lexicon, and those with accents."""
ENGLISH_HEADER = """\
# English words, written by scripts/build_vocabulary.py. From Eric Brill's rule-based tagger 1.14,
# Copyright 1993 by the Massachusetts Institute of Technology and the University of Pennsylvania
# (MIT license), with words of the Twitter part-of-speech data of Carnegie Mellon University (CC-BY)
# and of the vocabulary of all-MiniLM-L6-v2 (Apache License 2.0).
"""
OTHERS_HEADER = """\
# Stop words of other languages that are not English words, written by
# scripts/build_vocabulary.py. From stopwords-iso (MIT license).
"""


def main() -> None:
    lexicon, stop_words = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text("utf-8"))
    others = {code: letters(stop_words[code]) for code in LANGUAGES}
    loans = {part for word in LOANS.split() for part in re.findall(r"[^\W\d_]{2,}", word)}
    english = lexicon_words(lexicon) | vocabulary_words() | stop_words_of_english()
    languages = Counter(word for words in others.values() for word in words)
    english = {word for word in english if word.isalpha() and not is_shared(word, languages)}
    frequent = loans | ENGLISH | {word for word in english if is_frequent(word)} - NEITHER
    english |= loans
    OUT.mkdir(exist_ok=True)
    text = ENGLISH_HEADER + "\n".join(lines(sorted(english))) + "\n"
    (OUT / "english.txt").write_text(text, encoding="utf-8")
    found = [" ".join([code, *sorted(words - frequent)]) for code, words in others.items()]
    text = OTHERS_HEADER + "\n".join(found) + "\n"
    (OUT / "others.txt").write_text(text, encoding="utf-8")
    print(len(english), {code: len(words - frequent) for code, words in others.items()})


def letters(words: list[str]) -> set[str]:
    """Return the words that are letters alone, two or more."""
    return {word for word in words if re.fullmatch(r"[^\W\d_]{2,}", word) and word.islower()}


def lexicon_words(path: Path) -> set[str]:
    """Return the lower-case words of the lexicon that it does not call foreign."""
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = [(row[0], row[1]) for row in rows if len(row) == len(("word", "tag"))]
    foreign = {word.lower() for word, tag in pairs if "FW" in tag}
    return letters([word for word, _ in pairs]) - foreign


def vocabulary_words() -> set[str]:
    """Return the words of MiniLM's vocabulary whose stem the evidence of RAGTruth has."""
    content = json.loads((shipped("minilm") / "tokenizer.json").read_text(encoding="utf-8"))
    known = english_rarity().frequencies
    return {word for word in letters([*content["model"]["vocab"]]) if stem(word) in known}


def stop_words_of_english() -> set[str]:
    """Return them, and what stands before the apostrophe of "isn't"."""
    return {part for word in STOP_WORDS for part in word.split("'") if len(part) > 1}


def is_shared(word: str, languages: Counter[str]) -> bool:
    """Say whether it is a stop word of several languages, and not English beside."""
    if word in STOP_WORDS or word in ENGLISH or word in NEITHER:
        return False
    return languages[word] >= SHARED


def is_frequent(word: str) -> bool:
    return word in STOP_WORDS or english_rarity().of(stem(word)) <= FREQUENT


def lines(words: list[str]) -> list[str]:
    """Return words a hundred a line."""
    return [" ".join(words[at : at + 100]) for at in range(0, len(words), 100)]


if __name__ == "__main__":
    main()
