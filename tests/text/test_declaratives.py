from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.asked.answer_fragments import is_fragment, says_yes_or_no
from groundgraph.text.asked.conversations import asked
from groundgraph.text.asked.declaratives import NONE, statement
from groundgraph.types.conversations import Turn, question_of

PAIRS = Path(__file__).parent / "short_answers.jsonl"


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("How many speakers were there?", "42", "There were 42 speakers."),
        ("How many speakers were there in Porto?", "42 people", "There were 42 people in Porto."),
        ("How many seats are available?", "None", "No seats are available."),
        ("What share of patients had headaches?", "4%", "4% of patients had headaches."),
        ("How old is she?", "42", "She is 42 years old."),
        ("How old is Mr. Lund?", "Twenty-three", "Mr. Lund is twenty-three years old."),
        ("How long are logs kept?", "14 days", "Logs are kept for 14 days."),
        ("How long does the battery last?", "45 minutes", "The battery lasts 45 minutes."),
        ("Where was she born?", "Porto", "She was born in Porto."),
        ("Where was she born?", "In Porto.", "She was born in Porto."),
        ("When was it signed?", "12 March 2019", "It was signed on 12 March 2019."),
        ("What year was the bridge built?", "1953", "The bridge was built in 1953."),
        ("When does the shop open?", "9 am", "The shop opens at 9 am."),
        ("Why was it closed?", "Because it rained.", "It was closed because it rained."),
        ("Why was it closed?", "Rain", "It was closed because of rain."),
        ("Who won the prize?", "Ana Costa", "Ana Costa won the prize."),
        ("Whose car was stolen?", "Ana", "Ana's car was stolen."),
        ("What causes the delay?", "A broken pump", "A broken pump causes the delay."),
        ("What is it made of?", "Steel", "It is made of steel."),
        ("In which city was Ana born?", "Lisbon", "Ana was born in Lisbon."),
        ("Which platform is used?", "8", "Platform 8 is used."),
        ("The song was written by whom?", "Ana Costa", "The song was written by Ana Costa."),
        ("Can you tell me when the museum opens?", "At nine", "The museum opens at nine."),
        ("In 2019, who won the cup?", "Porto", "Porto won the cup in 2019."),
        ("Is the museum free?", "No.", "The museum is not free."),
        ("Is the museum free?", "Yes", "The museum is free."),
        ("Is the jacket waterproof?", "Yes.", "The jacket is waterproof."),
        ("Is Ada Falk Ben Ruiz's mother?", "Yes", "Ada Falk is Ben Ruiz's mother."),
        ("Is Ben Ruiz's mother Ada Falk?", "No", "Ben Ruiz's mother is not Ada Falk."),
        ("Are Ana and Ben siblings?", "Yes", "Ana and Ben are siblings."),
        ("Does it open on Mondays?", "Yes.", "It opens on Mondays."),
        ("Did Ana win the race?", "Yes!", "Ana won the race."),
        ("Does it open on Mondays?", "No, it does not.", "It does not open on Mondays."),
        ("Can I return shoes?", "No", "I cannot return shoes."),
        ("Does it open daily?", "No, only on Sundays.", "It does not open daily, only on Sundays."),
        ("Is it free?", "Only on Sundays", "It is free only on Sundays."),
        ("Is it red or blue?", "Blue", "It is blue."),
        ("Was Ana born in Porto or in Lisbon?", "Lisbon.", "Ana was born in Lisbon."),
        ("Who is older, Ana or Ben?", "Ben", "Ben is older."),
        ("If it rains, is the museum open?", "No.", "The museum is not open if it rains."),
        ("Which city is the depot in?", "Porto", "The depot is in Porto."),
        ("How many staff work in Graz?", "45", "45 staff work in Graz."),
        ("How many floors", "9", "There are 9 floors."),
        ("How old was Ana when she joined?", "24", "Ana was 24 when she joined."),
        ("How long does it take to charge?", "2 hours", "It takes 2 hours to charge."),
        ("How far is it from Graz to Linz?", "220 km", "It is 220 km from Graz to Linz."),
        ("Which of the two rivers is longer?", "The Sill", "The Sill is longer."),
        ("Who founded it and when?", "Mira Osei, in 1998.", "Mira Osei founded it, in 1998."),
        ("Which lake is deeper?", "The Elm, with 40 m.", "The Elm is deeper, with 40 m."),
        ("Name the two founders.", "Osei and Reed", "The two founders are Osei and Reed."),
        ("give the price", "$12", "The price is $12."),
        ("What's the capital of Norway?", "Oslo", "The capital of Norway is Oslo."),
        ("What does E42 mean?", "The filter is blocked.", "E42 means the filter is blocked."),
        (
            "Why did the launch slip?",
            "A failed test.",
            "The launch slipped because of a failed test.",
        ),
        ("What does it cost per month?", "$9 per month", "It costs $9 per month."),
        ("Do they ship to Malta?", "They don't.", "They do not ship to Malta."),
        ("Can I pay by card?", "You can.", "I can pay by card."),
        ("Is there parking?", "No.", "There is no parking."),
        ("Is it used? (1) yes (2) no", "2", "It is not used."),
        (
            "What is the currency of the country where the company that bought Acme is based?",
            "The euro",
            "The currency of the country where the company that bought Acme is based is the euro.",
        ),
        (
            "Where was the director of Up born?",
            "Bloomington",
            "The director of Up was born in Bloomington.",
        ),
        (
            "Where is the museum that Ana founded located?",
            "Porto",
            "The museum that Ana founded is located in Porto.",
        ),
        (
            "In which city is the lab that makes the Orvo lamp based?",
            "Lyon",
            "The lab that makes the Orvo lamp is based in Lyon.",
        ),
        (
            "Who is the head of the club that the town sold?",
            "Ana Reyes",
            "The head of the club that the town sold is Ana Reyes.",
        ),
        ("Where did she live before the war?", "Ghent", "She lived in Ghent before the war."),
        (
            "How long was Ana Reyes head of the lab?",
            "Two years",
            "Ana Reyes was head of the lab for two years.",
        ),
        ("To whom did he sell it, and for how much?", "Ana", "He sold it to Ana."),
        ("When did it open and who built it?", "1931", "It opened in 1931."),
        ("In which month is the fair held?", "June", "The fair is held in June."),
        ("Since when has he led it?", "2014", "He has led it since 2014."),
        ("Which firm did she work for in 2010?", "Acme", "She worked for Acme in 2010."),
        (
            "How long before the start must I come?",
            "2 days",
            "I must come 2 days before the start.",
        ),
        ("Which floor is the lab on?", "Third", "The lab is on the third floor."),
        ("Whose idea was it?", "Ana's", "It was Ana's idea."),
        ("Which lift is down for repairs?", "Lift C", "Lift C is down for repairs."),
        ("How many of the wells ran dry?", "All 14", "All 14 of the wells ran dry."),
        ("The capital of Norway is? A) Bergen B) Oslo", "B.", "The capital of Norway is? Oslo."),
        ("What is the capital? A) Bergen B) Oslo", "Option B", "The capital is Oslo."),
        ("What is the capital? A) Bergen B) Oslo", "Bergen", "The capital is Bergen."),
        ("When was Emil born?", "March 2, 1987", "Emil was born on March 2, 1987."),
        ("When was it sold?", "May 1987", "It was sold in May 1987."),
        (
            "When will the May report be published?",
            "May",
            "The May report will be published in May.",
        ),
        ("When is it?", "May or June", "It is in May or June."),
        ("When is the summit held?", "June", "The summit is held in June."),
        ("When is the harvest?", "Early autumn", "The harvest is in early autumn."),
        ("When was it checked?", "12.03.2021", "It was checked on 12.03.2021."),
        ("When is the service?", "Good Friday", "The service is Good Friday."),
        ("Where does Ana live?", "New York", "Ana lives in New York."),
        ("When is it?", "Last Monday", "It is last Monday."),
        ("Does Tev Ltd own Orm AG?", "No", "Tev Ltd does not own Orm AG."),
        ("Does Tev Ltd own Orm AG?", "Yes", "Tev Ltd owns Orm AG."),
        ("When did the Orrin Bridge open?", "1987", "The Orrin Bridge opened in 1987."),
        ("What does Kestrel Ltd. build?", "Dams", "Kestrel Ltd. builds Dams."),
        ("Is Kestrel Ltd. a bank?", "No", "Kestrel Ltd. is not a bank."),
        ("Was Emil (born 1987) a chemist?", "Yes", "Emil (born 1987) was a chemist."),
        ("Does Anna like tea?", "No", "Anna does not like tea."),
        (
            "In which country is the university where Ann Fell studied?",
            "Ireland",
            "The university where Ann Fell studied is in Ireland.",
        ),
        (
            "When was the college founded where Ann teaches?",
            "1921",
            "The college where Ann teaches was founded in 1921.",
        ),
        (
            "Which film has the director who died first?",
            "Heat",
            "Heat has the director who died first.",
        ),
        ("What skills does Mirela have?", "Rust", "Mirela has the skill Rust."),
        ("What skills does Mirela have?", "Rust and C", "Mirela has the skills Rust and C."),
        ("Which rivers does it have?", "The Elm River", "It has the Elm River."),
        ("How many books did Ann write?", "Two: Up and Heat", "Ann wrote two books: Up and Heat."),
        ("How many children has she?", "2 (Ivo, Mae)", "She has 2 children (Ivo, Mae)."),
    ],
)
def test_a_short_answer_is_read_as_a_claim(question: str, answer: str, expected: str) -> None:
    made = statement(question, answer)

    assert made is not None
    assert made.text == expected


def test_an_option_that_is_named_stands_at_its_letter() -> None:
    made = statement("What is the capital? A) Bergen B) Oslo", " Option B. ")

    assert made is not None
    assert {place for place in made.places if place != NONE} <= set(range(1, 9))
    assert max(made.places) == 8


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is it open on Mondays?", "No, it is closed on Mondays."),
        ("What is the capital of France?", "The capital is Paris."),
        ("Who lives in Elmar?", "About 1259 people live in Elmar."),
        ("How do I reset it?", "Hold the button for 8 seconds."),
        ("how to trim broccoli", "To trim broccoli, stack it and cut it."),
        ("When does it begin?", "The ride begins at Zell."),
        ("How long do they last?", "Permits last two years."),
        ("From what age is skating free?", "Children under 6 skate free."),
        ("When is the ride?", "Tours leave at noon."),
        ("What is the address?", "Email desk@ulvik.example."),
        ("", "42"),
        ("Where?", "..."),
    ],
)
def test_a_sentence_of_its_own_is_left_as_it_is(question: str, answer: str) -> None:
    assert statement(question, answer) is None


@pytest.mark.parametrize("question", ["Synonym for omit", "Colour of the lamp"])
def test_without_a_rule_question_and_answer_stand_side_by_side(question: str) -> None:
    made = statement(question, "red")

    assert made is not None
    assert made.form is None
    assert made.text == f"{question} red."


def test_what_the_answer_gave_knows_its_place() -> None:
    made = statement("How many speakers were there?", " 42.")

    assert made is not None
    own = {made.text[i]: place for i, place in enumerate(made.places) if place != NONE}
    assert own == {"4": 1, "2": 2}


def test_yes_and_no_stand_at_the_verb() -> None:
    for answer, word in (("No.", "not"), ("Yes.", "is")):
        made = statement("Is the museum free?", answer)
        assert made is not None
        own = [i for i, place in enumerate(made.places) if place != NONE]
        assert made.text[own[0] : own[-1] + 1] == word
        assert (made.places[own[0]], made.places[own[-1]]) == (0, len(answer) - 2)
        assert made.affirmed is (word == "is")


def test_fragments_have_no_verb_of_their_own() -> None:
    assert all(map(is_fragment, ["42", "In Porto", "Her brother", "The man who won", "Will Smith"]))
    assert not any(map(is_fragment, ["It closed.", "They sell bread", "The answer is 42"]))


def test_a_past_form_before_its_object_is_a_verb() -> None:
    assert not any(
        map(
            is_fragment,
            [
                "Marston lead the table with 43 points.",
                "Services brought in $92.4m in 2023.",
                "The York store sold 56,100 in Q2.",
                "The three stores sold about 40,167.",
            ],
        )
    )
    assert all(map(is_fragment, ["A house built in 1920", "The company sold in 2020"]))
    assert says_yes_or_no("Yes, in Porto")
    assert not says_yes_or_no("Nobody")


def test_most_pairs_are_read_by_a_rule() -> None:
    made = []
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        for pair in json.loads(line)["pairs"]:
            question = asked(question_of(pair["question"]))
            made += [statement(question, pair[side]) for side in ("right", "wrong")]

    assert len(made) >= 240
    assert sum(each is not None and each.form is not None for each in made) >= 0.95 * len(made)


@given(st.text(max_size=60), st.text(max_size=40))
def test_any_texts_make_a_claim_whose_places_are_in_the_answer(question: str, answer: str) -> None:
    made = statement(question, answer)

    if made is not None:
        assert len(made.places) == len(made.text)
        own = [place for place in made.places if place != NONE]
        assert own == sorted(own)
        assert all(0 <= place < len(answer) for place in own)


CONVERSATIONS = """
How long is the battery covered?|For 24 months.|And the motor?|How long is the motor covered?
What is the warranty on the motor?|A year|And the frame?|What is the warranty on the frame?
What is the capital of France?|Paris|And Spain?|What is the capital of Spain?
How many visitors came in 2018?|3,000|And in 2019?|How many visitors came in 2019?
How many visitors came in 2018?|3,000|What about 2019?|How many visitors came in 2019?
How many visitors came to Porto?|3,000|And Lisbon?|How many visitors came to Lisbon?
What is the dose for adults?|500 mg|And for children?|What is the dose for children?
Who won the prize in 2019?|Ana Costa|When was she born?|When was Ana Costa born?
Where is the museum?|In Porto|When was it opened?|When was the museum opened?
What's the range of the X2?|410 km.|How fast does it charge?|How fast does the X2 charge?
What is the X2's range?|410 km.|How fast does it charge?|How fast does the X2 charge?
Who is the author of the book?|Ana Ruiz.|When was it sold?|When was the book sold?
What is the capital of France?|Paris.|Who lives in it?|Who lives in the capital?
What is Quill written in?|Rust|And its tests?|What is Quill's tests written in?
Was the museum closed?|Yes.|Why?|Why was it that the museum was closed?
Was the shop shut?|Yes, it was shut in May.|When?|When was it that the shop was shut in May?
Who wrote the report?|Ana and Ben.|Who?|Who wrote the report?
Is breakfast included?|Yes.|Is the hotel in Porto?|Is the hotel in Porto?
""".strip().splitlines()


@pytest.mark.parametrize("line", CONVERSATIONS)
def test_an_earlier_turn_resolves_a_question(line: str) -> None:
    first, reply, last, expected = line.split("|")

    assert asked((Turn("user", first), Turn("assistant", reply), Turn("user", last))) == expected


def test_a_first_question_is_the_question() -> None:
    assert asked("And the motor?") == "And the motor?"
    assert asked(()) == ""
    assert asked((Turn("system", "Be brief."), Turn("user", "And it?"))) == "And it?"


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant", "system"]), st.text(max_size=40))))
def test_any_turns_are_one_question(turns: list[tuple[str, str]]) -> None:
    given_turns = tuple(Turn(role, content) for role, content in turns)  # type: ignore[arg-type]

    assert isinstance(asked(given_turns), str)


def test_a_plural_noun_before_an_auxiliary_is_no_verb() -> None:
    made = statement("which films did Ann direct?", "Titanic")
    assert made
    assert made.text == "Ann directed Titanic."


def test_an_answer_that_holds_the_whole_question_is_a_sentence() -> None:
    assert statement("Where does Ada Ruiz work?", "Ada Ruiz works at Ortega.") is None


@pytest.mark.parametrize(
    ("answer", "fragment"),
    [
        ("A payment that is 12 days late costs a fee of 15 euros.", False),
        ("A bag that weighs 25 kg costs an extra 40 euros.", False),
        ("Two rooms a floor", True),
        ("Costs the firm paid", True),
        ("Orders of rice", True),
        ("Two orders from Graz", True),
        ("Visitors pay nothing", False),
    ],
)
def test_a_verb_that_may_be_a_noun_is_told_by_what_it_governs(answer: str, fragment: bool) -> None:
    assert is_fragment(answer) is fragment


@pytest.mark.parametrize(
    "answer",
    [
        "Download it from https://example.org/form.",
        "Visit the front desk.",
        "Go to the office.",
        "Please ask your doctor.",
    ],
)
def test_what_tells_to_do_something_stands_for_itself(answer: str) -> None:
    assert statement("Where is the form?", answer) is None


@pytest.mark.parametrize("answer", ["March the 5th", "Double the fee", "Round the corner", "Faro"])
def test_what_only_looks_like_an_order_is_read_with_its_question(answer: str) -> None:
    assert statement("What is it?", answer) is not None


@pytest.mark.parametrize(
    ("answer", "claim"),
    [
        ("True", "Support ended in 2023."),
        ("Yes, it is.", "Support ended in 2023."),
        ("False", "It is not true that support ended in 2023."),
        ("Yes, in May", "It is true that support ended in 2023, in May."),
    ],
)
def test_whether_something_is_true_is_whether_it_is_so(answer: str, claim: str) -> None:
    made = statement("Is it true that support ended in 2023?", answer)

    assert made is not None
    assert made.text == claim
    assert made.form is not None
    assert made.form.after == "support ended in 2023"


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("Is the Lumo more expensive than the Brio?", "The Lumo is more expensive than the Brio."),
        ("Is Lumo less powerful than Brio?", "Lumo is less powerful than Brio."),
        ("Are the more expensive plans better?", "The more expensive plans are better."),
    ],
)
def test_more_belongs_to_what_is_said_of_the_subject(question: str, claim: str) -> None:
    made = statement(question, "Yes")

    assert made is not None
    assert made.text == claim
