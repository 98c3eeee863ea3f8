"""Hooks of MkDocs: pages of docs/ are read on GitHub too, so their links point into the repository.

- Pages that stand elsewhere in the repository (README.md is the first page of the site) become
  pages of the site.
- Each ``docs/benchmarks/NAME/results.json`` becomes a page.
- A link to a file that is a page leads to that page; one to any other file of the repository, to
  that file on GitHub. What leads nowhere is left as it is, and MkDocs complains.

Needs the standard library and MkDocs alone: groundgraph is not installed where the site is built.
"""

from __future__ import annotations

import json
import posixpath
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent))

from bench_pages import page_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
ON_GITHUB = "https://github.com/groundgraph/groundgraph/blob/main/"
ELSEWHERE = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "project/architecture.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "src/groundgraph/models/fused/MODEL_CARD.md": "models/fused.md",
    "src/groundgraph/models/lexical/MODEL_CARD.md": "models/lexical.md",
    "src/groundgraph/models/minilm/MODEL_CARD.md": "models/minilm.md",
    "src/groundgraph/models/reader/MODEL_CARD.md": "models/reader.md",
}
"""Pages outside docs/: where they stand in the repository, and on the site."""

_LINK = re.compile(r"(?<=\]\()([^()\s#]+)(#[^()\s]*)?(?=\))")
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def benchmarks(root: Path = ROOT) -> dict[str, Path]:
    """Return the results that have a page, by the page's place on the site."""
    found = sorted((root / "docs" / "benchmarks").glob("*/results.json"))
    return {f"benchmarks/{path.parent.name}.md": path for path in found}


def places(root: Path = ROOT) -> dict[str, str]:
    """Return for each file of the repository that is a page its place on the site."""
    docs = root / "docs"
    own = {f"docs/{name}": name for name in _names(docs, "**/*.md")}
    made = {path.relative_to(root).as_posix(): uri for uri, path in benchmarks(root).items()}
    return {**own, **made, **ELSEWHERE}


def _names(folder: Path, pattern: str) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.glob(pattern)]


def relinked(text: str, source: str, at: Mapping[str, str], root: Path = ROOT) -> str:
    """Return a page with links that hold on the site.

    Args:
        text: The page, with links relative to ``source``.
        source: Where it stands in the repository.
        at: As `places` returns it.
        root: The repository.
    """
    here = posixpath.dirname(at.get(source, source))

    def target(match: re.Match[str]) -> str:
        path, fragment = match[1], match[2] or ""
        if ":" in path:
            return match[0]
        named = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if named in at:
            return posixpath.relpath(at[named], here or ".") + fragment
        if named.startswith("docs/") and not named.startswith("docs/examples/"):
            return posixpath.relpath(named.removeprefix("docs/"), here or ".") + fragment
        return f"{ON_GITHUB}{named}{fragment}" if (root / named).exists() else match[0]

    pieces, end = [], 0
    for code in _CODE.finditer(text):
        pieces += [_LINK.sub(target, text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*pieces, _LINK.sub(target, text[end:])])


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Name the pages of benchmarks in the navigation."""
    for section in config.nav or []:
        if "Benchmarks" in section:
            section["Benchmarks"] += [{Path(uri).stem: uri} for uri in benchmarks()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that do not stand in docs/."""
    from mkdocs.structure.files import File

    for name, uri in ELSEWHERE.items():
        files.append(File.generated(config, uri, content=(ROOT / name).read_text("utf-8")))
    for uri, path in benchmarks().items():
        results = json.loads(path.read_text("utf-8"))
        files.append(File.generated(config, uri, content=page_of(results, path.parent.name)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Make the links of a page hold on the site."""
    at = places()
    sources = {uri: name for name, uri in at.items()}
    source = sources[page.file.src_uri]
    return markdown if source.endswith(".json") else relinked(markdown, source, at)
