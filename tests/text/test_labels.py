"""What retrievers and prompts write around a passage is not read; the passage's own words are."""

from __future__ import annotations

import pytest

from groundgraph.text.documents.markup import plain_text
from groundgraph.types import Span

TEXT = "The museum opens at nine. Entry is free on Mondays."


@pytest.mark.parametrize(
    "around",
    [
        "[1] {}",
        "[Doc 2] {}",
        "Passage 1: {}",
        "**Passage 1:** {}",
        "Passage 1:\n{}",
        "### Document 1\n{}",
        "Document [1]: {}",
        "Chunk 3/12: {}",
        "Source 1 (score: 0.83): {}",
        "Source 2 (guide.pdf): {}",
        "Context: {}",
        "Source: https://orle.example/x\n{}",
        "Source: guide.pdf\nContent: {}",
        "File: guide.pdf\nPage: 3\n{}",
        "Node ID: 3f2\nText: {}\nScore: 0.81",
        "(score: 0.83) {}",
        "Score: 0.83\n{}",
        "{}\nSource: https://orle.example",
        '<document index="1">\n{}\n</document>',
        "<document index='1'>\n<source>guide.pdf</source>\n<content>\n{}\n</content>\n</document>",
        "<context>{}</context>",
        "<s>{}</s>",
        "<|doc|>{}<|end|>",
        "[SEP] {}",
        "...{}...",
        "[…] {} […]",
        '"""{}"""',
        "```\n{}\n```",
        "=== guide.txt ===\n{}",
        "--- Document 2 ---\n{}\n--- End ---",
        "BEGIN CONTEXT\n{}\nEND CONTEXT",
        "---\nslug: museum\ntags: [a, b]\n---\n{}",
        "page_content='{}' metadata={{'source': 'guide.pdf', 'page': 3}}",
        "Document(metadata={{'source': 'guide.pdf'}}, page_content='{}')",
        "Passage 2:\nSource: guide.pdf\n...{}...",
    ],
)
def test_labels_are_not_read(around: str) -> None:
    given = around.format(TEXT)
    found = plain_text(given)

    assert found is not None
    assert found.text == TEXT
    assert found.original(Span(0, len(found.text))).of(given) == TEXT


@pytest.mark.parametrize(
    "around",
    [
        "Title: Kyoto\nContent: {}",
        "Document [1](Title: Kyoto) {}",
        "Document 1 (Title: Kyoto): {}",
        "title: Kyoto | text: {}",
        "---\ntitle: Kyoto\nlayout: page\n---\n{}",
        "Source: guide.pdf\nTitle: Kyoto\n{}",
    ],
)
def test_titles_stay(around: str) -> None:
    found = plain_text(around.format(TEXT))

    assert found is not None
    assert found.text == f"Kyoto\n\n{TEXT}"


@pytest.mark.parametrize(
    "text",
    [
        "id: 5\nname: Lamp\ndescription: The lamp is made of oak and glass.",
        "Source: Reuters\nThe minister resigned on Monday after the vote.",
        "Score: 3-1\nThe home team won the final in March.",
        "Order ID: A-77\nThe order was shipped on Monday.",
        "Title: Head Nurse\nShe has worked at the clinic since 2010.",
        "Content: wood and steel.",
        "(2) The tenant pays the rent in advance.",
        "Text me when you are home.",
        "He paused...",
        '"""Only the start of something.',
        "Document the change before you make it.",
        "Source 3",
    ],
)
def test_what_is_told_of_a_subject_stays(text: str) -> None:
    assert plain_text(text) is None


def test_data_behind_a_label_is_data() -> None:
    found = plain_text('Passage 2: {"name": "Lamp", "price": 4}')

    assert found is not None
    assert found.text == '{"name": "Lamp", "price": 4}'


def test_documents_that_were_written_out_are_read_each() -> None:
    found = plain_text(
        "[Document(id='a', metadata={'source': 'x.pdf'}, page_content='It glows (red).'), "
        'Document(page_content="It\'s oak.\\nIt is old.", metadata={})]'
    )

    assert found is not None
    assert found.text == "It glows (red).\n\nIt's oak.\nIt is old."
