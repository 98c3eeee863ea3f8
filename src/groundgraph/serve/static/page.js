// Which view is shown, keys, and the beginning.

let viewShown = "check";

function showView() {
  viewShown = location.hash === "#label" ? "label" : "check";
  document.body.dataset.view = viewShown;
  document.getElementById("ask").hidden = viewShown !== "check";
  document.getElementById("sort").hidden = viewShown !== "label";
  for (const link of document.querySelectorAll(".views a")) {
    if (link.dataset.view === viewShown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  tell("");
  if (viewShown === "label") openLabel();
  else openCheck();
}

function judgeAgain() {
  if (viewShown === "label") judgeRows();
  else checkFields();
}

function keyPressed(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !(target instanceof Element)) return;
  if (target.matches("input, select, textarea")) return;
  const action = opened && detail.contains(target) ? actionOnDrawn(event) : null;
  const then = action ?? (viewShown === "label" && !(key === "Enter" && target.closest("button, a, summary")) ? labelKeys[key] : null);
  if (!then) return;
  event.preventDefault();
  then();
}

document.addEventListener("keydown", keyPressed);
addEventListener("hashchange", showView);
addPassage();
showView();
loadDetectors().then(openKept).catch((error) => tell(error.message, true));
