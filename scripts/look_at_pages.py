"""Open the page of ``groundgraph serve``, and a report: how they look, what axe finds.

    npm pack axe-core && tar xf axe-core-*.tgz
    python scripts/look_at_pages.py --axe package/axe.min.js [--folder out/pages] [--rows 1000]
        [--detector fused] [--most-seconds 2]

Chromium without a window (with chromedriver on the PATH) opens the page with its example, the page
that labels, a report of as many rows, and one answer of it, each as wide as a desktop and as a
phone, in light and in dark colours. axe-core looks at each; a picture of each is kept in the
folder. The time counts from asking for the address until the first answer stands there, the best of
three: that of the report, and that of the page that labels a file whose rows are judged by
``lexical`` meanwhile.

Exit status 1 where axe finds anything serious or critical, something is wider than the screen, the
browser complains, or one of the times is above --most-seconds.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SCREENS = {"desktop": (1280, 860, False), "phone": (390, 844, True)}
"""Width and height in CSS pixels, and whether it is a phone's."""
COLOURS = ("light", "dark")
GRAVE = ("serious", "critical")
TRIES = 3
_FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --window-size=1400,900"
_RUN_AXE = (
    "const done = arguments[arguments.length - 1]; axe.run().then(done, (e) => done({e: `${e}`}));"
)
_READY = """
const first = [...document.querySelectorAll("#detail .facts, #list .item")];
return first.some((it) => it.checkVisibility()) && !document.querySelector("[aria-busy]");
"""
_EXAMPLE = """
if (document.getElementById("detectors").hidden) return false;  // the script runs not yet
document.getElementById("example").click();
return true;
"""
_WIDE = "return document.documentElement.scrollWidth - innerWidth"


class Shown(NamedTuple):
    """A page that is looked at.

    Attributes:
        name: Of its pictures.
        url: Its address.
        act: A script that is run until it returns true.
    """

    name: str
    url: str
    act: str = ""


def written(folder: Path, count: int) -> Path:
    """Write rows, every third with a claim that its passage does not hold."""
    path = folder / "answers.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            cars = f"Ferry {number} carries {20 + number % 60} cars to Borica."
            end = " It was a gift of the emperor of Brazil." if number % 3 == 0 else ""
            row = {
                "id": f"ferry-{number}",
                "question": f"What does ferry {number} carry?",
                "passages": [f"{cars} It sails on Monday at noon.", "The pier of Borica is new."],
                "answer": f"{cars} It sails on Monday.{end}",
            }
            file.write(json.dumps(row) + "\n")
    return path


def report(rows: Path) -> Path:
    """Have the rows judged by ``lexical``; return the report."""
    page = rows.with_name("report.html")
    command = [sys.executable, "-m", "groundgraph", "check", str(rows), "--detector", "lexical"]
    subprocess.run([*command, "--quiet", "--report", str(page)], check=True)
    return page


@contextmanager
def served(*options: str) -> Iterator[str]:
    """Start a server, give its address once it is ready, and end it."""
    command = [sys.executable, "-m", "groundgraph", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        url = ""
        for line in process.stderr:
            told = json.loads(line)
            url = told.get("url", url)
            if told["message"] == "ready":
                break
        quiet = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
        try:
            yield url
        finally:
            process.terminate()
            process.wait()
            quiet.wait()


@contextmanager
def chromium(folder: Path) -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for flag in (*_FLAGS.split(), f"--user-data-dir={folder}/profile"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options=options, service=Service(shutil.which("chromedriver") or ""))
    chrome.set_script_timeout(120)
    try:
        yield chrome
    finally:
        chrome.quit()


def opened(chrome: Chrome, shown: Shown) -> float:
    """Open a page; return the seconds until its first answer stands there."""
    chrome.get("about:blank")
    begun = time.perf_counter()
    chrome.get(shown.url)
    if shown.act:
        await_true(chrome, shown.act)
    await_true(chrome, _READY)
    return time.perf_counter() - begun


def await_true(chrome: Chrome, script: str) -> None:
    WebDriverWait(chrome, 120, 0.01).until(lambda _: chrome.execute_script(script))


def looked_at(chrome: Chrome, shown: Shown, axe: str, folder: Path) -> Iterator[str]:
    """Look at a page on each screen, in each colour; yield what is wrong."""
    for screen, (width, height, mobile) in SCREENS.items():
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        for colour in COLOURS:
            scheme = [{"name": "prefers-color-scheme", "value": colour}]
            chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
            opened(chrome, shown)
            name = f"{shown.name}-{screen}-{colour}"
            photograph(chrome, folder / f"{name}.png")
            for told in (*found_by_axe(chrome, axe), *complaints(chrome)):
                yield f"{name}: {told}"
    chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def photograph(chrome: Chrome, file: Path) -> None:
    """Take a picture of the page, as long as it is."""
    taken = chrome.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})
    file.write_bytes(base64.b64decode(taken["data"]))


def found_by_axe(chrome: Chrome, axe: str) -> Iterator[str]:
    chrome.execute_script(axe)
    found: dict[str, Any] = chrome.execute_async_script(_RUN_AXE)
    if "violations" not in found:
        yield f"axe did not run: {found}"
    for violation in found.get("violations", ()):
        places = ", ".join(str(node["target"][0]) for node in violation["nodes"][:3])
        line = f"{violation['impact']} {violation['id']}, {violation['help']}: {places}"
        if violation["impact"] in GRAVE:
            yield line
        else:
            print(f"    {line}")


def complaints(chrome: Chrome) -> Iterator[str]:
    if (over := chrome.execute_script(_WIDE)) > 0:
        yield f"{over} pixels wider than the screen"
    for entry in chrome.get_log("browser"):  # type: ignore[no-untyped-call]
        yield f"the browser complains: {entry['message']}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--axe", type=Path, required=True, help="axe.min.js of axe-core")
    parser.add_argument("--folder", type=Path, default=Path("out/pages"))
    parser.add_argument("--rows", type=int, default=1_000)
    parser.add_argument("--detector", default="fused")
    parser.add_argument("--most-seconds", type=float, default=2.0)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    axe = given.axe.read_text(encoding="utf-8")
    problems: list[str] = []

    def look(shown: Shown) -> None:
        problems.extend(looked_at(chrome, shown, axe, given.folder))

    def hurry(shown: Shown) -> None:
        seconds = min(opened(chrome, shown) for _ in range(TRIES))
        print(f"{shown.name}, {given.rows:,} rows: {seconds:.2f} s until the first answer stands")
        if seconds > given.most_seconds:
            problems.append(f"{shown.name} took {seconds:.2f} s (--most-seconds)")

    with tempfile.TemporaryDirectory() as name, chromium(Path(name)) as chrome:
        every(Path(name), given.rows, given.detector, look, hurry)
    for problem in problems:
        print(f"WRONG {problem}")
    print(f"pictures in {given.folder}; {len(problems)} wrong")
    return 1 if problems else 0


def every(
    folder: Path,
    rows: int,
    detector: str,
    look: Callable[[Shown], None],
    hurry: Callable[[Shown], None],
) -> None:
    """Look at each page, and time those of many rows."""
    file = written(folder, rows)
    pages = Shown("report", report(file).as_uri())
    hurry(pages)
    look(pages)
    look(Shown("answer", f"{pages.url}#line=1"))
    with served("--detector", detector) as url:
        look(Shown("check", f"{url}/", _EXAMPLE))
    with served("--detector", "lexical", "--label", str(file)) as url:
        label = Shown("label", f"{url}/#label")
        hurry(label)
        look(label)


if __name__ == "__main__":
    sys.exit(main())
