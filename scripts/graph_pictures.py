"""Draw the graphs of the documentation anew, after a model or the report's drawing has changed.

    python scripts/graph_pictures.py

Each row of docs/graphs/rows.jsonl is checked by the detectors that it names, the report of the
verdicts is opened in headless Chromium (with chromedriver on the PATH), and its drawing is written
to docs/graphs/ID.svg, as it stands, with the styles that the page gives it. Of rows with
``photographed`` the whole page is taken too, on a desktop and on a phone, as ID-desktop.webp and
ID-phone.webp. report.webp shows the report of `groundgraph check --example`.
"""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait
from typer.testing import CliRunner

from groundgraph.cli import app

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "graphs"
ROWS = FOLDER / "rows.jsonl"
HOW = frozenset({"detectors", "drawing", "photographed"})
SCREENS = {"desktop": (1200, 720, False), "phone": (390, 844, True)}
"""Width and height in CSS pixels, and whether it is a phone's."""
_FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --window-size=1520,900"
_TAKE = """
const usual = { fill: "rgb(0, 0, 0)", stroke: "none", "stroke-width": "1px",
  "stroke-dasharray": "none", opacity: "1", "font-size": "", "font-weight": "400",
  "paint-order": "normal", visibility: "visible" };
const drawn = document.querySelector(arguments[0]);
for (const unseen of drawn.querySelectorAll(".reach, title")) unseen.remove();
for (const node of drawn.querySelectorAll("path, rect, text")) {
  const style = getComputedStyle(node);
  for (const [name, value] of Object.entries(usual)) {
    const found = style.getPropertyValue(name);
    if (name.startsWith("font") && node.tagName !== "text") continue;
    if (found !== value) node.setAttribute(name, found);
    else node.removeAttribute(name);
  }
}
for (const node of drawn.querySelectorAll("*")) {
  for (const name of ["tabindex", "role", "aria-pressed"]) node.removeAttribute(name);
}
drawn.setAttribute("xmlns", "http://www.w3.org/2000/svg");
drawn.setAttribute("font-family", "system-ui, Helvetica, Arial, sans-serif");
return drawn.outerHTML;
"""


def main() -> None:
    rows = [json.loads(line) for line in ROWS.read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder, _chromium(folder) as chrome:
        for row in rows:
            page = _report_of(row, Path(folder))
            (FOLDER / f"{row['id']}.svg").write_text(_drawing(chrome, page, row), "utf-8")
            print(f"drew {row['id']}.svg")
            for name, size in SCREENS.items() if row.get("photographed") else ():
                _photograph(chrome, page, f"{row['id']}-{name}", size, "#line=1")
        _photograph(chrome, _report(["--example"], Path(folder) / "report.html"), "report")


def _report_of(row: Mapping[str, Any], folder: Path) -> Path:
    """Write the report of one row; fields that only say how it is drawn stay out."""
    given = {name: value for name, value in row.items() if name not in HOW}
    rows = folder / "row.jsonl"
    rows.write_text(json.dumps(given), "utf-8")
    return _report([str(rows), "--detector", row["detectors"]], folder / f"{row['id']}.html")


def _report(words: list[str], page: Path) -> Path:
    done = CliRunner().invoke(app, ["check", *words, "--quiet", "--report", str(page)])
    if done.exit_code:
        raise SystemExit(done.output)
    return page


def _photograph(
    chrome: Chrome,
    page: Path,
    name: str,
    size: tuple[int, int, bool] = (1200, 860, False),
    place: str = "",
) -> None:
    width, height, mobile = size
    screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    _open(chrome, f"{page.as_uri()}{place}", "#graph svg")
    how = {"format": "webp", "quality": 70}
    taken = chrome.execute_cdp_cmd("Page.captureScreenshot", how)
    chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))
    print(f"took {name}.webp")


def _open(chrome: Chrome, url: str, selector: str) -> None:
    """Open a report and wait for its drawing."""
    chrome.get("about:blank")
    chrome.get(url)
    drawn = "return document.querySelector(arguments[0]) !== null"
    WebDriverWait(chrome, 60, 0.05).until(lambda _: chrome.execute_script(drawn, selector))


def _drawing(chrome: Chrome, page: Path, row: Mapping[str, Any]) -> str:
    selector = f"#{row.get('drawing', 'graph')} svg"
    _open(chrome, f"{page.as_uri()}#line=1", selector)
    return str(chrome.execute_script(_TAKE, selector)) + "\n"


def _chromium(folder: str) -> Chrome:
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for flag in (*_FLAGS.split(), f"--user-data-dir={folder}/profile"):
        options.add_argument(flag)
    return Chrome(options=options, service=Service(shutil.which("chromedriver") or ""))


if __name__ == "__main__":
    main()
