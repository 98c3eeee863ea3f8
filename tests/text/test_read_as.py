"""How short answers of many forms are written out with their questions."""

from __future__ import annotations

import pytest

from groundgraph.text.asked.declaratives import NONE, statement

READINGS = """
How much more expensive is the Lumo than the Brio?|€16|The Lumo is €16 more expensive than the Brio.
How much power does it use?|5 kW|It uses 5 kW of power.
How much more money did Elm raise?|€5|Elm raised €5 more money.
How many books were read?|One|One book was read.
How much quicker does it start from cold?|3 s|It starts 3 s quicker from cold.
When does the 402 leave?|At 9 am|The 402 leaves at 9 am.
How long does the glue have to cure?|12 hours|The glue has to cure for 12 hours.
Who was the first woman elected to it?|Ana Costa|The first woman elected to it was Ana Costa.
What was the first film directed by Arden?|Tosca|The first film directed by Arden was Tosca.
Who were the men arrested on Friday?|Kern and Lowe|The men arrested on Friday were Kern and Lowe.
What was the name given to the storm?|Ylva|The name given to the storm was Ylva.
What was the ship called in 1900?|Elm|The ship was called Elm in 1900.
What did they call the ship?|Elm|They called the ship Elm.
Who was the book written by?|Ana Costa|The book was written by Ana Costa.
When was the last time it flooded?|1998|The last time it flooded was in 1998.
By how much did net profit fall?|By a fifth|Net profit fell by a fifth.
By how much did net profit fall?|8%|Net profit fell by 8%.
In how many patients did rash occur?|In 14 patients.|Rash occurred in 14 patients.
In how many countries is it sold?|In 14|It is sold in 14 countries.
In how many countries is it sold?|About 14|It is sold in about 14 countries.
For how long was it closed?|For two weeks|It was closed for two weeks.
How much older is Anna than Berta?|Two years|Anna is two years older than Berta.
How much more is the Lux than the Seeblick?|€165 more|The Lux is €165 more than the Seeblick.
How much more does the Lumo cost than the Brio?|€16|The Lumo costs €16 more than the Brio.
How many more goals did Elm score than Oak?|3|Elm scored 3 more goals than Oak.
How much better was the yield?|Up by 14%|The yield was up by 14%.
Is the Lumo more expensive than the Brio?|No|The Lumo is not more expensive than the Brio.
In which group were falls more frequent?|The Elm group.|Falls were more frequent in the Elm group.
In which year was net income less than 2 million?|2019|Net income was less than 2 million in 2019.
In which year was net income the highest?|2017|Net income was the highest in 2017.
What age was Vale when she died?|73|Vale was 73 when she died.
What age is Emma?|12|Emma is 12 years old.
What age did she retire?|65|She retired at age 65.
At what age did she retire?|At 65|She retired at 65.
How long was Holt CFO of Tolva Group?|6 years|Holt was CFO of Tolva Group for 6 years.
How long was Ana prime minister of Elmar?|A year|Ana was prime minister of Elmar for a year.
How long was Ada Falk President of Elmar?|A year|Ada Falk was President of Elmar for a year.
How long was the mayor in office?|Two years|The mayor was in office for two years.
How long do I have to return it?|30 days|I have 30 days to return it.
How long do I have to return it?|30 days, if it is new|I have 30 days to return it, if it is new.
How long did he have to wait?|An hour|He had to wait for an hour.
How many times has Klein won the race?|Twice|Klein has won the race twice.
How many times did it fail?|4|It failed 4 times.
How many votes were cast?|100|100 votes were cast.
How many people get asthma?|Up to 1 in 10 people.|Up to 1 in 10 people get asthma.
How many guests can the hall seat for a dinner?|140|The hall can seat 140 guests for a dinner.
How much does it cost me per year?|$12|It costs me $12 per year.
How many of the rivers are navigable?|One|One of the rivers is navigable.
How many hotels have free rooms?|One|One hotel has free rooms.
How many cats live in the house?|Only one|Only one cat lives in the house.
How many children does she have?|1|She has 1 child.
How many flights were there on Monday?|One|There was one flight on Monday.
Who works in IT?|Jonas Falk and Mei Tanaka|Jonas Falk and Mei Tanaka work in IT.
Which firm owns it?|Marks and Spencer|Marks and Spencer owns it.
What share of the seats is for residents?|A third|A third of the seats is for residents.
What fraction of the seats is free?|About half|About half of the seats is free.
How much VAT was charged?|SEK 89.25 (25%)|SEK 89.25 (25%) of VAT was charged.
How much VAT was charged?|25%|25% VAT was charged.
How much notice must be given?|90 days|90 days of notice must be given.
How much money was raised?|$5,000|$5,000 was raised.
How much time is left?|20 minutes|20 minutes is left.
How many pence does it cost?|28p|It costs 28p.
How high is the fee?|EUR 240|The fee is EUR 240.
How deep is the discount?|20%|The discount is 20%.
How high is the tower?|40 m|The tower is 40 m high.
What was Orvo revenue in 2023?|48|Orvo revenue in 2023 was 48.
Which bank does Ana Costa work for?|Tolva|Ana Costa works for Tolva.
Who else was arrested?|Lowe|Lowe was arrested.
Who, besides Kern, was arrested?|Lowe|Lowe was arrested besides Kern.
Besides Graz, Linz, where is it sold?|In Zell|It is sold in Zell besides Graz, Linz.
Where was Arden teaching?|Graz|Arden was teaching in Graz.
What was the same day as the Graz fire?|The fair|The same day as the Graz fire was the fair.
At what temperature does water boil at sea level?|100 °C|Water boils at sea level at 100 °C.
What does the 1998 champion of Graz play?|Golf|The 1998 champion of Graz plays golf.
When is it started at once?|If she faints.|It is started at once if she faints.
When were the shots fired?|Shortly before noon|The shots were fired shortly before noon.
When did she finish it?|Early in 2016|She finished it early in 2016.
When was it built?|Early 2016|It was built in early 2016.
When did it commence?|April 1st, 2023|It commenced on April 1st, 2023.
Why did it fall?|Dearer energy brought it down.|It fell because dearer energy brought it down.
Will there be a sequel?|No|There will not be a sequel.
Is there a sequel?|No|There is not a sequel.
Has the minister resigned?|Not yet|The minister has not resigned yet.
Has the minister resigned?|No, not yet.|The minister has not resigned yet.
Has he not paid?|No|He has not paid.
Did Vale ever marry?|Never|Vale never married.
Has it ever flooded?|Never.|It has never flooded.
Did they ever sell it?|No|They did not sell it.
Did they ever sell it?|Yes|They sold it.
Did it also open in Graz?|Yes|It also opened in Graz.
Did she actually resign?|Yes|She actually resigned.
Do plants need light to grow?|No|Plants do not need light to grow.
Did Anna or Berta win?|Berta|Berta won.
Was it done before or after lunch?|After lunch.|It was done after lunch.
Did it open before or after the war?|Before|It opened before the war.
Did it open before or after the war?|Before it|It opened before the war.
Is it served with or without ice?|Without|It is served without ice.
Has anyone died?|Nobody|Nobody has died.
Did anyone die?|No one|No one died.
Were any survivors found?|None|No survivors were found.
Is either of them open?|Neither|Neither of them is open.
"""


@pytest.mark.parametrize("line", READINGS.strip().splitlines())
def test_answers_of_many_forms_are_written_out(line: str) -> None:
    question, answer, expected = line.split("|")

    made = statement(question, answer)

    assert made is not None
    assert made.text == expected
    assert len(made.places) == len(made.text)
    own = [place for place in made.places if place != NONE]
    assert own == sorted(own)
    assert own
    assert 0 <= own[0] <= own[-1] < len(answer)


@pytest.mark.parametrize(
    ("question", "answer"), [("Did Vale ever marry?", "Never"), ("Did anyone die?", "No one")]
)
def test_never_and_nobody_say_no(question: str, answer: str) -> None:
    made = statement(question, answer)

    assert made is not None
    assert made.affirmed is False
