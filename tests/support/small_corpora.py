"""Corpora of a few rows, in the layout of the data folder, for the pipelines of `training`."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from rows import write_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Row = dict[str, Any]
_BEGIN = ("Bor", "Kor", "Lum", "Mal", "Nov", "Ost", "Pol", "Rad")
_END = ("ica", "ovo", "ina", "grad")
PLACES = [begin + end for begin, end in product(_BEGIN, _END)]
_FIRST = ("Ada", "Boris", "Clara", "David", "Edith", "Felix")
_LAST = ("Novak", "Horvat", "Kovac", "Maric", "Babic", "Juric", "Peric", "Tomic")
PEOPLE = [f"{first} {last}" for first, last in product(_FIRST, _LAST)]
RIGHT = ("", " It leaves at 7:30.", " It leaves from the old harbour.")
WRONG = (
    "It has a casino and a heated pool.",
    "Tickets are sold by a bank in Paris.",
    "Nobody may smoke aboard.",
)


def write_corpora(folder: Path) -> Path:
    """Write all of them; return the folder."""
    files = {
        "ragtruth/response": answers(),
        "ragtruth/source_info": sources(),
        "nli/mnli": entailment(),
        "nli/begin": attributed(),
        "nli/summedits": summaries(),
        "nli/factcheckgpt_claim_evidence_stance": stances(),
        "2wikimultihopqa/sample_500": questions("2wiki"),
        "hotpotqa/full_context": questions("hotpot"),
        "metaqa/kb": facts(),
        **{f"metaqa/{hops}hop_dev": asked(hops) for hops in (1, 2, 3)},
    }
    for name, rows in files.items():
        write_rows(folder / f"{name}.jsonl", rows)
    return folder


def said(number: int) -> str:
    """Return what the source of a number says."""
    return f"The ferry to {PLACES[number]} carries {40 + number} cars."


def sources() -> Iterator[Row]:
    """Yield RAGTruth's sources: of each task in turn."""
    for number, place in enumerate(PLACES):
        text = f"{said(number)} It leaves at 7:30 from the old harbour of {place}."
        info: dict[str, Any] = {
            "QA": {"question": f"How many cars go to {place}?", "passages": f"passage 1:{text}"},
            "Summary": text,
            "Data2txt": {"name": place, "city": place, "review_info": [{"review_text": text}]},
        }
        task = [*info][number % 3]
        yield {"source_id": f"s{number}", "task_type": task, "source_info": info[task]}


def answers() -> Iterator[Row]:
    """Yield three grounded and three hallucinated answers to each source, by two generators."""
    for number in range(len(PLACES)):
        for place, (right, wrong) in enumerate(zip(RIGHT, WRONG, strict=True)):
            good = said(number) + right
            kind = ("Evident Baseless Info", "Evident Conflict")[number % 2]
            start = len(good) + 1
            mark = {"start": start, "end": start + len(wrong), "text": wrong, "label_type": kind}
            for side, text, labels in (
                ("good", good, []),
                ("bad", f"{good} {wrong}", [mark]),
            ):
                yield {
                    "id": f"{number}-{side}-{place}",
                    "source_id": f"s{number}",
                    "model": ("large", "small")[(number + (side == "bad")) % 2],
                    "temperature": 0.7,
                    "labels": labels,
                    "split": "train",
                    "quality": "good",
                    "response": text,
                }


def entailment() -> Iterator[Row]:
    """Yield pairs as those of MNLI, three to a premise."""
    for number, place in enumerate(PLACES):
        premise = f"{PEOPLE[number]} opened a bakery in {place} in {1950 + number}."
        hypotheses = {
            "entailment": f"There is a bakery in {place}.",
            "neutral": f"{PEOPLE[number]} sold the bakery.",
            "contradiction": f"{PEOPLE[number]} never opened a bakery.",
        }
        for label, text in hypotheses.items():
            yield {"premise": premise, "hypothesis": text, "label": label, "split": "dev"}


def attributed() -> Iterator[Row]:
    """Yield rows of BEGIN."""
    for number, place in enumerate(PLACES):
        right = number % 2 == 0
        yield {
            "knowledge": f"{place} lies on a river and has {number + 2} bridges.",
            "response": f"{place} has {number + 2 if right else number + 9} bridges.",
            "label": "Fully attributable" if right else "Not fully attributable",
            "split": "dev",
        }


def summaries() -> Iterator[Row]:
    """Yield rows of SummEdits."""
    for number, place in enumerate(PLACES):
        right = number % 2 == 0
        yield {
            "doc": f"The museum of {place} was closed in March. It opened again in June.",
            "summary": f"{place}'s museum opened in {'June' if right else 'May'}.",
            "label": int(right),
        }


def stances() -> Iterator[Row]:
    """Yield rows of FactCheck-GPT."""
    for number, place in enumerate(PLACES):
        yield {
            "claim": f"{PEOPLE[number]} was the mayor of {place}.",
            "evidence": f"{PEOPLE[number]} was the {('mayor', 'doctor')[number % 2]} of {place}.",
            "stance": ("completely-support", "refute")[number % 2],
        }


def questions(corpus: str) -> Iterator[Row]:
    """Yield questions over two pages, with two more beside them."""
    for number in range(12):
        film, director, place = f"The {PLACES[number]} Mill", PEOPLE[number], PLACES[number + 12]
        other = PEOPLE[number + 12]
        pages = [
            [film, [f"{film} is a 1961 drama film directed by {director}.", "It stars a dog."]],
            [director, [f"{director} (born 3 May 1921) was a director born in {place}."]],
            [other, [f"{other} was a painter born in {PLACES[number + 20]}.", "She was rich."]],
            [place, [f"{place} is a town in the north of the country."]],
        ]
        yield {
            "id": f"{corpus}{number}",
            "_1": f"{corpus}{number}",
            "question": f"Where was the director of {film} born?",
            "answer": place,
            "type": "bridge",
            "level": "medium",
            "context": pages,
            "supporting_facts": [[film, 0], [director, 0]],
            "evidences": [[film, "director", director], [director, "place of birth", place]],
        }


def facts() -> Iterator[Row]:
    """Yield MetaQA's graph: films that share their people."""
    for number in range(96):
        film = f"The {PLACES[number % 32]} {('Mill', 'Bridge', 'Garden')[number // 32]}"
        ends = {
            "directed_by": [PEOPLE[number % 12]],
            "written_by": [PEOPLE[12 + number % 10]],
            "starred_actors": [PEOPLE[22 + number % 14], PEOPLE[36 + number % 11]],
            "release_year": [str(1950 + number % 40)],
            "in_language": [("Croatian", "German", "Czech")[number % 3]],
            "has_genre": [("Drama", "Comedy", "War")[number % 3]],
            "has_tags": [("ferry", "harbour", "bakery", "museum")[number % 4]],
            "has_imdb_rating": [("good", "bad")[number % 2]],
            "has_imdb_votes": [("famous", "unknown")[number % 2]],
        }
        for relation, objects in ends.items():
            for each in objects:
                yield {"h": film, "r": relation, "t": each}


def asked(hops: int) -> Iterator[Row]:
    """Yield MetaQA's development questions of one length."""
    films = list(dict.fromkeys(row["h"] for row in facts()))
    for number, film in enumerate(films):
        director, year = PEOPLE[number % 12], str(1950 + number % 40)
        topic, text, answer, kind = {
            1: (film, f"who directed [{film}]", director, "movie_to_director"),
            2: (
                director,
                f"when did the films of [{director}] come out",
                year,
                "director_to_movie_to_year",
            ),
            3: (
                film,
                f"when did the other films by the director of [{film}] come out",
                str(1950 + (number + 12) % 96 % 40),
                "movie_to_director_to_movie_to_year",
            ),
        }[hops]
        yield {
            "id": f"{hops}hop-{number}",
            "question": text,
            "topic_entity": topic,
            "answers": [answer],
            "qtype": kind,
        }
