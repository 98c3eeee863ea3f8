"""Docstrings as the site shows them: an extension of griffe, which reads them for mkdocstrings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from griffe import Extension

sys.path.insert(0, str(Path(__file__).parent))

from docstring_blocks import as_markdown

if TYPE_CHECKING:
    from griffe import Object


class Docstrings(Extension):
    """Puts the code of each docstring into blocks."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)
