"""Whether a text is code of a program, line by line."""

from __future__ import annotations

import re

_SURELY = re.compile(
    r"""(?: (?:async[ ])?def[ ]\w+[ ]?\(.*  |  class[ ]\w+(?:\(.*\))?[ ]?[:{]
    | from[ ][\w.]+[ ]import[ ]\w.*  |  \#include[ ]?[<"].*  |  (?:async[ ])?function[ ]?\w*[ ]?\(.*
    | (?:const|let|var|int|double|float|char|auto|final)[ ]\w+[ ]?=[ ]?.+
    | (?:public|private|protected|static)[ ][\w<>\[\] ]+\(.*  |  (?:fn|func|fun)[ ]\w+[ ]?\(.*
    | (?:print|println|console\.log|printf|System\.out\.println)[ ]?!?\(.*
    | [a-z_][\w.]*[ ]=[ ][\w.]+\(.*\);?  |  SELECT[ ](?=.+[ ]FROM[ ]).+
    | [\w.]+\(.*\)[ ]?[;{]  |  \w[^.!?=]*=.*; )""",
    re.VERBOSE,
)
"""Lines that are code whatever stands beside them; "x = 5" may be an answer."""
_LIKELY = re.compile(
    r"""(?: import[ ][\w., ]+  |  return\b.*  |  (?:pass|break|continue)
    | (?:if|elif|for|while|with|else|try|except|finally)\b.*:  |  [\w.]+\(.*\)[,;]?
    | [\w.\[\]"']+(?:,[ ]\w+)*[ ]?[-+*/]?=[ ]?\S.*  |  [\])}({\[;,]+  |  (?:\#|//|/\*|\*).*
    | @\w.*  |  (?:FROM|WHERE|JOIN|ORDER[ ]BY|GROUP[ ]BY)\b.* )""",
    re.VERBOSE,
)


def is_program(text: str) -> bool:
    r"""Say whether every line of a text is one of a program, and one of them surely.

    >>> [is_program(text) for text in ("def f(x):\n    return x + 1", "x = 5", "Return it.")]
    [True, False, False]
    """
    lines = [line for each in text.splitlines() if (line := each.strip())]
    sure = [_SURELY.fullmatch(line) is not None for line in lines]
    return any(sure) and all(
        own or _LIKELY.fullmatch(line) for own, line in zip(sure, lines, strict=True)
    )
