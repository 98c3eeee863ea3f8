from __future__ import annotations

from pathlib import Path

import pytest

from groundgraph.text.language import CODE, GIBBERISH, NOT_ENGLISH, is_english, unread

SENTENCES = [
    line.split("\t")
    for line in (Path(__file__).parent / "sentences.tsv").read_text("utf-8").splitlines()
]

ENGLISH = (
    "The Danube flows into the Black Sea.",
    "He was born in São Paulo and died in Río de Janeiro, near the Praia de Copacabana.",
    "In the novel, 'que sera, sera' is what the girl from La Mancha says to her mother.",
    "The Ludwig van Beethoven Prize of the Gesellschaft der Musikfreunde in Wien was given to her.",
    "The word 東京 means 'eastern capital'.",
    "name: Zorba. attributes, WiFi: free. stars: 4.5.",
    "def main(de, la): return de + la",
)
OTHERS = {
    "German": "Die Donau ist der zweitlängste Fluss in Europa und mündet nicht in die Nordsee.",
    "French": "Le Danube est le deuxième fleuve d'Europe et il se jette dans la mer Noire par un "
    "delta qui est dans le sud-est du pays.",
    "Spanish": "El Danubio es el segundo río más largo de Europa y desemboca en el mar Negro, en "
    "la costa de Rumanía, por un delta que se extiende por la región.",
    "Dutch": "De Donau is de op een na langste rivier van Europa en mondt uit in de Zwarte Zee, "
    "die niet ver van het land van de Roemenen is.",
    "Italian": "Il Danubio non sfocia nel mare del Nord, ma nel mar Nero, per la gioia di chi vive "
    "sulle rive della foce e che si trova con le sue barche in un delta.",
    "Polish": "Dunaj nie jest w Polsce, a jego ujście jest w Rumunii na brzegu Morza Czarnego i "
    "nie da się go zobaczyć z Warszawy.",
    "Japanese": "ドナウ川は黒海に注ぐ。",
    "Chinese": "多瑙河流入黑海。",
    "Russian": "Дунай впадает в Чёрное море.",
    "Arabic": "يصب نهر الدانوب في البحر الأسود.",
    "Hindi": "डेन्यूब नदी काला सागर में गिरती है।",
    "Korean": "다뉴브강은 흑해로 흘러간다.",
    "Greek": "Ο Δούναβης εκβάλλει στη Μαύρη Θάλασσα.",
}


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_english_with_names_and_words_of_other_languages(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize("language", OTHERS)
def test_another_language_is_not(language: str) -> None:
    assert not is_english(OTHERS[language])


@pytest.mark.parametrize(
    "text", ["", "...", "1911", "🙂", "\x00\ud800", "Vienna", "Rio de Janeiro"]
)
def test_what_has_no_language_is_not_refused(text: str) -> None:
    assert is_english(text)


def test_case_is_no_matter() -> None:
    assert not is_english(OTHERS["German"].upper())


def test_a_text_is_judged_by_what_most_of_it_is() -> None:
    english = "The Danube flows into the Black Sea, and it is long. "

    assert is_english(english * 3 + OTHERS["German"])
    assert not is_english(english + OTHERS["German"] * 5)
    assert is_english(english + OTHERS["Japanese"])
    assert not is_english("Yes. " + OTHERS["Japanese"])


def test_single_sentences_of_fourteen_languages_are_mostly_refused() -> None:
    refused = [
        unread(text).startswith(NOT_ENGLISH) for language, text in SENTENCES if language != "en"
    ]

    assert len(refused) == 40
    assert sum(refused) >= 34


@pytest.mark.parametrize("text", [text for language, text in SENTENCES if language == "en"])
def test_english_full_of_names_and_numbers_is_read(text: str) -> None:
    assert unread(text) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("for (int i = 0; i < n; i++) { sum += a[i]; }\nreturn sum;", CODE),
        ("SELECT a.id, b.x FROM t_one a JOIN t_two b ON a.id = b.id WHERE b.x >= 3;", CODE),
        ('<div class="x"><a href="y">z</a></div>', CODE),
        ("asdkjh qwlekj zmxncb vbnmxc qwrtpl lkjhgf xzcvbn", GIBBERISH),
    ],
)
def test_code_and_gibberish_are_named(text: str, why: str) -> None:
    assert unread(text) == why


def test_data_is_not_code() -> None:
    data = '{"a": {"b": [1], "c": [2]}, "d": {"e": "The menu is short."}, "f": [{}, {}]}'

    assert unread(data) == CODE
    assert unread(data, data=True) == ""
    german = f'{{"review": "{OTHERS["German"]}"}}'
    assert unread(german, data=True) == f"{NOT_ENGLISH} (German)"


def test_known_words_are_no_sign_of_another_language() -> None:
    text = "Cinco años de soledad"

    assert unread(text) == f"{NOT_ENGLISH} (Spanish)"
    assert unread(text, known=frozenset({"cinco", "años", "soledad"})) == ""


@pytest.mark.parametrize("text", ["", "...", "1911", "🙂", "\x00\ud800", "Vienna"])
def test_what_says_nothing_is_not_refused(text: str) -> None:
    assert unread(text) == ""


def test_tags_within_prose_are_no_code() -> None:
    assert not unread("The <x-term>lid</x-term> is <x-ref id=4>covered</x-ref> for two years.")
    assert unread('<div class="x"><x-term>lid</x-term><a href="y">z</a></div>') == CODE


def test_times_and_names_in_brackets_are_no_code() -> None:
    told = "[09:12] Ana: can you deliver on Thursday?\n[09:15] Shop: Friday works.\n[09:16] Ana: ok"

    assert not unread(told)
    assert unread("a[0] = b[1]\nb[2] = c[3]\nd[4] = e[5]") == CODE


def test_readings_within_prose_are_no_code() -> None:
    told = "The pump ran at p=3.1 bar, T=71 C, flow=12 l/min, level=0.8 and speed=1450 rpm."

    assert not unread(told)
    assert unread("if (p>=3){run=start; level=low; flow=open; stop=false;}\nx[0]=y;") == CODE


@pytest.mark.parametrize(
    "told",
    [
        "The retry delay is d_n = min(d_max, d_0 * 2^n), with d_0 = 200 ms and d_max = 30 s.",
        "The load is P = m * g, with m = 12 kg and g = 9.81 m/s^2. The limit for P_max = 150 N.",
        "02:24:18 INFO scheduler - Finished job=nightly attempt_no=3 status=ok worker_id=w_1 s=2",
    ],
)
def test_formulas_within_prose_and_lines_of_logs_are_no_code(told: str) -> None:
    assert not unread(told)


def test_assignments_of_single_letters_are_code() -> None:
    assert unread("x = y\ny = z\nz = w\nw = v\nv = u\nu = x") == CODE
