"""Short answers as detectors see them that judge the answer as it stands."""

from groundgraph import Example, Passage, load


def test_a_short_answer_beside_its_question_is_one_claim() -> None:
    example = Example("Rain.", (Passage("The pool was shut for rain."),), question="Why? It was?")

    for name in ("egc", "kea"):
        [verdict] = load(name).detect([example])
        assert [finding.claim.text for finding in verdict.findings] == ["Rain."]
