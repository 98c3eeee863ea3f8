"""Lines that nobody should have to read, from a seed: broken, odd, hostile and very long.

Each is one line of bytes without a line feed, and not blank, so that a run must say something of
each: a verdict or an error row.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Row = dict[str, Any]

WORDS = """the a shop opens at nine closes on 5 Sunday May 3, 2021 Ann Lee paid $40.50 for 3 kg of
apples not never 12% more than in Oslo Dr. Smith (born 1950) said that it is 7:30 p.m. no one
increased reduced by half million first last two 1,000 km/h U.S. e.g. Acme Inc.""".split()
MARKUP = (
    *("<script>alert(1)</script>", "</script><script>alert(1)</script>", "<img src=x onerror=a()>"),
    *("<svg/onload=alert(1)>", "javascript:alert(1)", "<!--", "]]>", "</title>", "&lt;&#60;"),
    *("<iframe srcdoc='<script>1</script>'>", "{{7*7}}", "${7*7}", "{% raw %}", "'\"><b>", "`"),
    *("<a href=javascript:a()>x</a>", "<style>*{x:expression(1)}</style>", "%3Cscript%3E"),
    *("\x1b[2J\x1b]0;owned\x07", "\u2028</script>", "<meta http-equiv=refresh content=0>"),
)
CHARACTERS = (
    *("", " ", "\t", "\0", "\r", "\r\n", "\u0085", "\u2028", "\ufeff", "\ufffd", "\uffff"),
    *("\ud800", "\udfff", "\ud83d", "\u202e", "\u200b", "\u200d", "e\u0301\u0301", "\U0010ffff"),
    *("👨‍👩‍👧", "ﷺ", "İ", "ß", "Å", "½", "²", "٣", "中文。", "שלום", "\u3000", "﹪", "①", "Ⅷ"),
)
REPEATED = (
    *("not ", "a: b\n", "|", "| --- ", "(", ")", "[", "{", '{"a":', "1+", "-", "9", "1,", "1."),
    *("1e", "\\", '\\"', '"', "'", " ", "\n", "\t", "a.", "A. ", "I go. ", "- a\n", "ab", "x"),
    *(
        "$1 ",
        "5 May ",
        "12:",
        "Mr. ",
        "http://a.b/",
        "a-",
        "e\u0301",
        "\u202e",
        "é",
        "🗼",
        "0x",
        "<",
    ),
    *("and ", ", ", "May 2021 to ", "[1] ", "10% ", "1/2 ", "(a) ", "no, ", "the the "),
)
NUMBERS = (
    *("0", "-0", "1", "-1", "1.5", "1e5", "1e400", "-1e400", "1e-400", str(2**63), str(2**64)),
    *(str(-(2**64)), "9" * 400, "9" * 5_000, "0.1e1", "1E+2", "true", "null", "NaN", "-Infinity"),
)
RAW = "\u0001"
"""Stands in a value for a number that json would not write; see `_written`."""


def lines(seed: int, number: int) -> Iterator[bytes]:
    """Yield so many lines; the same ones for the same seed."""
    random = Random(seed)
    for line in range(number):
        row = random.choice(DIALECTS)(random)
        if random.random() < 0.5:
            row["id"] = f"{seed}-{line}"
        for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
            random.choice(CHANGES)(random, row)
        raw = _written(random, row)
        if random.random() < 0.25:
            raw = random.choice(DAMAGES)(random, raw)
        raw = raw.replace(b"\n", b" ")
        yield raw if raw.strip() else b"?" + raw


def sentence(random: Random) -> str:
    """Return a few words and a stop."""
    return " ".join(random.choices(WORDS, k=random.randint(1, 15))) + random.choice(".!?…")


def text(random: Random) -> str:
    """Return mostly a few sentences; sometimes characters, markup or repetitions instead."""
    kind = random.random()
    if kind < 0.8:
        return " ".join(sentence(random) for _ in range(random.randint(1, 4)))
    if kind < 0.86:
        return "".join(random.choices((*CHARACTERS, *WORDS), k=random.randint(0, 9)))
    if kind < 0.92:
        return f"{sentence(random)} {random.choice(MARKUP)} {sentence(random)}"
    return repeated(random)


def repeated(random: Random) -> str:
    """Return what makes a slow pattern slow: the same again and again, and then something else."""
    sizes = (3, 30, 300, 3_000) if random.random() < 0.95 else (40_000, 100_000)
    size = random.choice(sizes)
    piece = "".join(random.choices(REPEATED, k=random.choice((1, 1, 2))))
    return (sentence(random) + piece * (size // len(piece) + 1))[:size] + random.choice("!x\n ")


def passage(random: Random) -> str:
    """Return a text, or data as passages hold it."""
    if random.random() < 0.8:
        return text(random)
    if random.random() < 0.3:
        return random.choice(("[", '{"a":')) * random.choice((5, 90, 200, 5_000))
    return _number_in(random, json.dumps(_value(random, 3), ensure_ascii=random.random() < 0.5))


def _value(random: Random, depth: int) -> Any:
    kind = random.randrange(8 if depth else 6)
    if kind < 4:
        return (None, True, random.random() * 10 ** random.randint(-9, 9), RAW)[kind]
    if kind < 6:
        return text(random)[:200]
    size = random.randint(0, 4)
    if kind == 6:
        return [_value(random, depth - 1) for _ in range(size)]
    return {text(random)[:30]: _value(random, depth - 1) for _ in range(size)}


def _own(random: Random) -> Row:
    passages: list[Any] = [passage(random) for _ in range(random.randint(0, 4))]
    if random.random() < 0.3:
        passages = [{"id": random.randint(0, 3), "text": each} for each in passages]
    return {"question": text(random), "passages": passages, "answer": text(random)}


def _ragas(random: Random) -> Row:
    contexts = [passage(random) for _ in range(random.randint(0, 3))]
    names = random.choice(
        (("user_input", "retrieved_contexts", "response"), ("question", "contexts", "answer"))
    )
    return dict(zip(names, (text(random), contexts, text(random)), strict=True))


def _deepeval(random: Random) -> Row:
    name = random.choice(("retrieval_context", "context"))
    return {"input": text(random), "actual_output": text(random), name: [passage(random)]}


def _lettuce(random: Random) -> Row:
    marks = [{"start": random.randint(-1, 9), "end": random.randint(0, 30)}]
    name = random.choice(("prompt", "context"))
    return {name: passage(random), "answer": text(random), "labels": random.choice(([], marks))}


def _ragtruth(random: Random) -> Row:
    asked = {"question": text(random), "passages": f"passage 1:{text(random)}\n\npassage 2:x"}
    source = random.choice((passage(random), asked, _value(random, 2)))
    row: Row = {"response": text(random), "source_id": random.randint(0, 9), "labels": []}
    return {**row, "source_info": source} if random.random() < 0.8 else row


def _traced(random: Random) -> Row:
    triples: list[Any] = [[text(random)[:40] for _ in "spo"] for _ in range(random.randint(0, 5))]
    places = ("absent.npz", "/dev/zero", "/", "\0", "n" * 5_000, "../rows.jsonl", "/dev/stdin")
    row = {"question": text(random), "answer": text(random), "triples": triples}
    return {**row, "trace": random.choice(places)} if random.random() < 0.5 else row


DIALECTS: tuple[Callable[[Random], Row], ...] = (
    *(_own, _own, _own, _own, _ragas, _deepeval, _lettuce, _ragtruth, _traced),
)


def _retype(random: Random, row: Row) -> None:
    row[_field(random, row)] = _value(random, 2)


def _drop(random: Random, row: Row) -> None:
    row.pop(_field(random, row), None)


def _mix(random: Random, row: Row) -> None:
    other = random.choice(DIALECTS)(random)
    row.update({name: other[name] for name in other if random.random() < 0.6})


def _nest(random: Random, row: Row) -> None:
    value: Any = random.choice((1, "x", RAW))
    for level in range(random.choice((3, 50, 98, 99, 100, 101, 500, 900))):
        value = [value] if level % 2 else {"a": value}
    row[random.choice(("note", "trace", "paths", "id", "passages", "answer", "metadata"))] = value


def _identify(random: Random, row: Row) -> None:
    row["id"] = random.choice(
        (0, -1, 1.5, True, "", "same", "\ud800", "i" * 3_000, RAW, [], text(random))
    )


def _annotate(random: Random, row: Row) -> None:
    row["label"] = random.choice((True, False, None, 0, "true", RAW))
    row["spans"] = [[random.randint(-2, 40), random.choice((0, 5, 9, 10**30, 2.5, RAW))]]


def _many(random: Random, row: Row) -> None:
    size = random.choice((50, 300, 1_001))
    row["passages"] = [random.choice(("", "a", sentence(random)))] * size


def _long(random: Random, row: Row) -> None:
    if random.random() < 0.05:
        whole = " ".join(sentence(random) for _ in range(1_500))
        row[random.choice(("answer", "question"))] = whole[
            : random.choice((9_000, 50_001, 100_000))
        ]
        row["passages"] = [whole[:100_000]]
    elif random.random() < 0.02:
        row["passages"] = ["x" * 1_000_001, "y "]


def _surprise(random: Random, row: Row) -> None:
    for name in list(row):
        if isinstance(row[name], str) and random.random() < 0.5:
            row[name] = random.choice((*CHARACTERS, *MARKUP, repeated(random), passage(random)))


CHANGES: tuple[Callable[[Random, Row], None], ...] = (
    *(_retype, _drop, _mix, _nest, _identify, _annotate, _many, _long, _surprise, _surprise),
)


def _field(random: Random, row: Row) -> str:
    return random.choice([*row, "answer", "passages", "triples", "prompt", "paths", "prd", "sas"])


def _written(random: Random, row: Row) -> bytes:
    written = json.dumps(row, ensure_ascii=random.random() < 0.5)
    return _number_in(random, written).encode("utf-8", random.choice(("replace", "surrogatepass")))


def _number_in(random: Random, written: str) -> str:
    raw = json.dumps(RAW)
    while raw in written:
        written = written.replace(raw, random.choice(NUMBERS), 1)
    return written


def _cut(random: Random, raw: bytes) -> bytes:
    return raw[: random.randrange(len(raw) + 1)]


def _flip(random: Random, raw: bytes) -> bytes:
    changed = bytearray(raw)
    for _ in range(random.choice((1, 1, 2, 20))):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def _insert(random: Random, raw: bytes) -> bytes:
    pieces = (
        b"\0",
        b"\xff",
        b"\xed\xa0\x80",
        b"\\",
        b"\\u12",
        b'"',
        b"}",
        b"]",
        b"{",
        b"//",
        b",,",
    )
    place = random.randrange(len(raw) + 1)
    return raw[:place] + random.choice(pieces) * random.choice((1, 1, 500)) + raw[place:]


def _double(random: Random, raw: bytes) -> bytes:
    key = random.choice((b'"answer"', b'"passages"', b'"id"', b'"response"'))
    return raw.replace(b"{", b"{" + key + b': "again", ', 1)


def _around(random: Random, raw: bytes) -> bytes:
    before = random.choice((b"", b"\xef\xbb\xbf", b" \t", b"[", b"data: ", b"\x1e", b"\xff\xfe"))
    return before + raw + random.choice((b"", b"\r", b"]", raw, b" " + raw, b", " + raw, b";"))


def _noise(random: Random, _: bytes) -> bytes:
    return random.randbytes(random.randint(1, 300))


DAMAGES = (_cut, _flip, _insert, _double, _around, _noise)
