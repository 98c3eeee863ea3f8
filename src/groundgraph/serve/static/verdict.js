// The verdict that is shown: who judges, from which score on, and the file that is shared.

const told = document.getElementById("told");
const brief = document.getElementById("brief"); // the same beneath the answer, for a narrow window
const moved = document.getElementById("moved");
const threshold = document.getElementById("threshold");
const least = document.getElementById("least");
const share = document.getElementById("share");
const detectors = document.getElementById("detectors");
const thresholds = new Map(); // by detector: what was chosen here instead of its own
let whole = null; // what the server said of the answer that is shown, as it said it
let shownRow = null; // the summary beside it, and the row that was sent
let sentRow = null;

function tell(text, problem = false) {
  told.textContent = text;
  told.classList.toggle("problem", problem);
  brief.textContent = text;
}

// What a screen reader says once an answer is judged.
function heard({ name, label, score, claims, reason, threshold: used }) {
  const flagged = claims.filter(isFlagged).length;
  const counted = claims.length ? `${flagged} of ${claims.length} ${claims.length === 1 ? "claim" : "claims"} flagged` : reason ?? "";
  return [label + (thresholds.has(name) && score !== null ? ` at threshold ${number(used)}` : ""), score === null ? "" : number(score), counted].filter(Boolean).join(" · ");
}

// Those that are served, with one ticked: the server's own choice, or another that is named.
async function loadDetectors(chosen = null) {
  const { detectors: served, label } = await (await request("v1/detectors")).json();
  const choices = served.map(({ name, default: first }) => element("label", {},
    element("input", { type: "checkbox", value: name, checked: chosen === null ? first : name === chosen }), name));
  for (const before of detectors.querySelectorAll("label")) before.remove();
  detectors.append(...choices);
  detectors.hidden = false;
  return label ?? null;
}

// The detectors that are ticked, of which the first decides; none until they are known.
function ticked() {
  return [...detectors.querySelectorAll("input:checked")].map(({ value }) => value);
}

function queryOf(names) {
  return names.length ? `?${names.map((name) => `detector=${encodeURIComponent(name)}`).join("&")}` : "";
}

// Verdicts are called as the server calls their detectors: two may be of one kind.
async function viewOf(row, signal) {
  const names = ticked();
  const { summary, details } = await (await post(`v1/view${queryOf(names)}`, row, { signal })).json();
  details.verdicts = details.verdicts.map((verdict, index) => ({ ...verdict, name: names[index] ?? verdict.name }));
  return { summary, details };
}

// A label follows from score and threshold; which claims are marked is the detector's own.
function withThreshold(verdict) {
  const wanted = thresholds.get(verdict.name);
  if (wanted === undefined || typeof verdict.score !== "number" || verdict.threshold === undefined) return verdict;
  return { ...verdict, threshold: wanted, label: verdict.score >= wanted ? "hallucinated" : "grounded" };
}

function showVerdicts(row, details, sent, chosen = 0) {
  [shownRow, whole, sentRow] = [row, details, sent];
  share.disabled = false;
  const at = Math.min(chosen, details.verdicts.length - 1);
  const unfolded = [...detail.querySelectorAll("details[open] > summary")].map(foldName);
  showRow(row, { ...details, verdicts: details.verdicts.map(withThreshold) }, at);
  if (opened.claim !== null) chooseClaim(opened.claim, false);
  for (const summary of detail.querySelectorAll("summary")) if (unfolded.includes(foldName(summary))) summary.parentElement.open = true;
  tell(heard(opened.data));
}

// "Passages (2)" is "Passages" whatever their number.
function foldName(summary) {
  return summary.textContent.replace(/ \(.*/, "");
}

function showNothing(text) {
  [shownRow, whole, sentRow, opened] = [null, null, null, null];
  graphSize.disconnect();
  share.disabled = true;
  threshold.hidden = true;
  moved.hidden = true;
  detail.replaceChildren(element("p", { class: "empty" }, text));
}

function showThreshold() {
  const own = whole.verdicts[opened.chosen];
  const { threshold: used, label, name } = opened.whole.verdicts[opened.chosen];
  threshold.hidden = own.threshold === undefined || typeof own.score !== "number";
  moved.hidden = threshold.hidden || !thresholds.has(name);
  if (threshold.hidden) return;
  least.value = String(used);
  document.getElementById("least-told").textContent = number(used);
  document.getElementById("least-back").hidden = moved.hidden;
  moved.textContent = moved.hidden ? "" : `At ${number(used)} the score of ${number(own.score)} makes it ${label}; at the detector's own ${number(own.threshold)} it is ${own.label}. `
    + "Only the label moves here: the marks, a shared file, and what the server says to others stay as they are.";
}

function specPart() {
  if (!opened?.data.detector) return;
  detail.querySelector(".rest")?.append(element("details", { id: "spec" }, element("summary", {}, "Detector"),
    element("pre", {}, JSON.stringify(opened.data.detector, null, 2))));
}

Object.assign(surroundings, {
  drawn: () => { specPart(); showThreshold(); drawMarks(); },
  chosen: () => drawMarks(),
});

// Drawn anew, with the same detector and claim in front.
function moveThreshold(value) {
  const { name } = opened.whole.verdicts[opened.chosen];
  if (value === null) thresholds.delete(name);
  else thresholds.set(name, value);
  const { claim, chosen } = opened;
  showVerdicts(shownRow, whole, sentRow, chosen);
  if (claim !== null) chooseClaim(claim, false);
}

async function shareFile() {
  share.disabled = true;
  tell("The file is being made …");
  try {
    const file = await (await post(`v1/report${queryOf(ticked())}`, JSON.stringify(sentRow))).blob();
    download(file, "groundgraph-report.html");
    tell("The report is one file: it opens in a browser, and asks the network for nothing.");
  } catch (error) {
    tell(error.message, true);
  }
  share.disabled = whole === null;
}

function download(file, name) {
  const address = URL.createObjectURL(file);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

least.addEventListener("input", () => moveThreshold(least.valueAsNumber));
document.getElementById("least-back").addEventListener("click", () => { moveThreshold(null); least.focus(); });
share.addEventListener("click", shareFile);
detectors.addEventListener("change", (event) => {
  if (!ticked().length) event.target.checked = true; // somebody must judge
  judgeAgain();
});
