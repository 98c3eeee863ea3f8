"""What was asked: one question, or the turns of a conversation whose last question is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Iterable

Role = Literal["user", "assistant", "system"]
ROLES: tuple[Role, ...] = ("user", "assistant", "system")
UNREAD = frozenset({"tool", "function"})
"""Roles of messages that are no part of what was asked."""
_KINDS = {"human": "user", "ai": "assistant"}
"""What LangChain calls the roles of its messages."""


class Turn(NamedTuple):
    """One message of a conversation.

    Attributes:
        role: Who wrote it: "user", "assistant", or "system".
        content: Its text.
    """

    role: Role
    content: str


Question = str | tuple[Turn, ...]
"""A question, "" where there was none, or the turns up to the question, which is the last one of
the user."""


def question_of(given: str | Iterable[Turn | Mapping[str, Any]]) -> Question:
    """Return a question as `groundgraph.types.Example` keeps it.

    Raises:
        TypeError: When it is neither a text nor a list of turns, or a turn's content is no text.
        ValueError: When a role is unknown, or the last turn but for the system's is not the user's.

    >>> question_of([{"role": "user", "content": "And the motor?"}])
    (Turn(role='user', content='And the motor?'),)
    """
    if isinstance(given, str):
        return given
    if not isinstance(given, list | tuple):
        found = type(given).__name__
        raise TypeError(f"question must be a text or a list of turns, found {found}")
    turns = turns_of(given)
    said = [turn for turn in turns if turn.role != "system"]
    if not said:
        raise ValueError("question has no turn of the user; its last one is what is answered")
    if said[-1].role != "user":
        raise ValueError(
            "question ends with a turn of the assistant, expected the user's; the turn that is "
            "checked belongs in answer"
        )
    return turns


def turns_of(given: Iterable[Any]) -> tuple[Turn, ...]:
    """Return messages as turns, whoever's the last is.

    Those of a tool are left out, and those of the assistant that only call one; of content in parts
    the texts are read.

    Raises:
        TypeError: When one is no message, or its content no text.
        ValueError: When a role is unknown, or a field is missing.
    """
    messages = enumerate(map(_message, given), 1)
    return tuple(_turn(turn, number) for number, turn in messages if not _is_unread(turn))


def plain_question(question: Question) -> str | list[dict[str, str]]:
    """Return a question as rows write it: a text, or a list of objects.

    >>> plain_question((Turn("user", "Who?"),))
    [{'role': 'user', 'content': 'Who?'}]
    """
    if isinstance(question, str):
        return question
    return [{"role": turn.role, "content": turn.content} for turn in question]


def as_script(question: Question) -> str:
    r"""Return a question as one text; of a conversation every turn, each after its role.

    >>> as_script((Turn("user", "Is it free?"), Turn("assistant", "No."), Turn("user", "Why?")))
    'user: Is it free?\nassistant: No.\nuser: Why?'
    """
    if isinstance(question, str):
        return question
    return "\n".join(f"{turn.role}: {turn.content}" for turn in question)


def text_of(content: Any) -> Any:
    """Return the text of a message; content that is no text, nor parts of text, as it is.

    >>> text_of([{"type": "text", "text": "Is it free?"}])
    'Is it free?'
    """
    if not isinstance(content, list | tuple) or not content:
        return content
    texts = [part.get("text") if isinstance(part, Mapping) else None for part in content]
    if not all(isinstance(text, str) for text in texts):
        return content
    return "\n".join(cast("list[str]", texts))


def _is_unread(given: Any) -> bool:
    """Say whether a message is that of a tool, or only calls one."""
    if not isinstance(given, Mapping):
        return False
    calls = given.get("role") == "assistant" and bool(given.get("tool_calls"))
    return given.get("role") in UNREAD or (calls and not given.get("content"))


def _message(given: Any) -> Any:
    """Return a message object of LangChain's as a mapping, anything else as it is."""
    kind, content = getattr(given, "type", None), getattr(given, "content", None)
    if not isinstance(kind, str) or content is None:
        return given
    calls = getattr(given, "tool_calls", None)
    return {"role": _KINDS.get(kind, kind), "content": content, "tool_calls": calls}


def _turn(given: Any, number: int) -> Turn:
    if isinstance(given, Mapping):
        if missing := [name for name in Turn._fields if name not in given]:
            raise ValueError(f"turn {number} of question has no {missing[0]!r}")
        given = (given["role"], text_of(given["content"]))
    if not isinstance(given, tuple) or len(given) != len(Turn._fields):
        found = type(given).__name__
        raise TypeError(
            f"turn {number} of question must be an object with 'role' and 'content', found {found}"
        )
    role, content = given
    if role not in ROLES:
        raise ValueError(
            f"turn {number} of question has the role {role!r}, expected one of {', '.join(ROLES)}"
        )
    if not isinstance(content, str):
        found = type(content).__name__
        raise TypeError(
            f"the content of turn {number} of question must be a text or parts of type text, "
            f"found {found}"
        )
    return Turn(cast("Role", role), content)
