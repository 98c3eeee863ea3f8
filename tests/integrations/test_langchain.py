"""The step in chains of LangChain."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from doors import DECLINES, DETECTOR, GROUNDED, PASSAGES, QUESTION, VERDICTS, WRONG, run_documented

pytest.importorskip("langchain_core", reason="pip install 'groundgraph[langchain]'")

from langchain_core.documents import Document
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableBranch, RunnableLambda, RunnablePassthrough

from groundgraph.errors import InputError
from groundgraph.integrations.langchain import GroundednessCheck

DOCUMENTS = [Document(text, id="7") for text in PASSAGES]


def fields(answer: Any) -> dict[str, Any]:
    return {"question": QUESTION, "context": DOCUMENTS, "answer": answer}


@pytest.mark.parametrize("answer", [GROUNDED, WRONG, DECLINES])
def test_a_step_adds_the_verdict(answer: str) -> None:
    step = GroundednessCheck(DETECTOR)
    wanted = {**fields(answer), "verdict": VERDICTS[answer]}
    assert step.invoke(fields(answer)) == wanted
    assert asyncio.run(step.ainvoke(fields(answer))) == wanted
    assert step.batch([fields(answer)]) == [wanted]


def test_a_chain_retrieves_answers_and_checks() -> None:
    chain = (
        RunnablePassthrough.assign(context=lambda _: DOCUMENTS)
        | RunnablePassthrough.assign(answer=lambda _: AIMessage(WRONG))
        | GroundednessCheck(DETECTOR)
        | RunnableBranch(
            (lambda found: found["verdict"].label == "grounded", lambda found: found["answer"]),
            RunnableLambda(lambda found: f"Not sure: {found['verdict'].label}"),
        )
    )
    assert chain.invoke({"question": QUESTION}) == "Not sure: hallucinated"


def test_several_are_judged_at_once_and_a_bad_one_costs_only_itself() -> None:
    step = GroundednessCheck(DETECTOR, output_key="groundedness")
    inputs = [fields(GROUNDED), {"answer": WRONG}, fields(DECLINES)]
    first, bad, last = step.batch(inputs, return_exceptions=True)
    assert [first["groundedness"].label, last["groundedness"].label] == ["grounded", "unverifiable"]
    assert isinstance(bad, InputError)
    with pytest.raises(InputError, match="passages"):
        step.batch(inputs)


def test_callbacks_see_the_step() -> None:
    seen: list[str] = []
    step = GroundednessCheck(DETECTOR).with_listeners(on_end=lambda run: seen.append(run.name))
    step.invoke(fields(GROUNDED))
    assert seen == ["GroundednessCheck"]


def test_the_documented_lines_do_what_they_say() -> None:
    run_documented("LangChain")
