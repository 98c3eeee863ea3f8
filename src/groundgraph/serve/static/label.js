// Labelling: the rows of a file, those first of which the detector is least sure; verdicts by key.

const queueTold = document.getElementById("queue-told");
const progress = document.getElementById("judged");
const place = document.getElementById("place");
const save = document.getElementById("save");
const verdictButtons = [...document.querySelectorAll("[data-verdict]")];
const FIRST_PART = 8; // rows
const MOST_ROWS = 4_096; // of a part; a server takes 10,000
const PART_TAKES = 500; // milliseconds
const MOST = 64_000_000; // characters of a file that a page still holds with ease
let file = null; // { name, rows, kept }: each row { line, raw, verdict, given }; kept by the server?
let queue = [];
let position = -1;
let unsaved = 0; // verdicts since the labels were downloaded last
let judging = null; // AbortController
let opening = null;
let short = false; // whether every answer of the queue had a verdict while others were being judged
let drawn = false; // whether the answer in turn is what stands there: only then it is given a verdict

async function openRows(chosen) {
  if (!chosen) return;
  if (unsaved && !confirm(`${counted(unsaved, "label")} ${unsaved === 1 ? "was" : "were"} not downloaded. Open another file all the same?`)) return;
  try {
    if (chosen.size > MOST) throw new Error(`${chosen.name} is larger than ${MOST / 1e6} MB; label a sample of it.`);
    file = { name: chosen.name, rows: rowsOf(await chosen.text()), kept: false };
    [queue, position, unsaved, short] = [[], -1, 0, false];
    await judgeRows();
  } catch (error) {
    queueTold.textContent = error.message;
  }
}

// JSON lines, or one JSON list. A line that is none is told when it is judged, by the server.
function rowsOf(text) {
  const rows = text.trimStart().startsWith("[") ? JSON.parse(text).map((value) => JSON.stringify(value)) : text.split("\n");
  const kept = rows.map((raw, index) => ({ line: index + 1, raw: raw.trim(), verdict: null, given: null })).filter(({ raw }) => raw);
  if (!kept.length) throw new Error("The file holds no rows.");
  return kept;
}

// A part of the rows after the other, each of about half a second, so that what is opened meanwhile
// waits for one part at most. The queue stands from the first on.
async function judgeRows() {
  if (!file) return;
  judging?.abort();
  judging = new AbortController();
  const { signal } = judging;
  const shown = file;
  const anew = !queue.length;
  const query = queryOf(ticked().slice(0, 1));
  progress.max = shown.rows.length;
  progress.value = 0;
  progress.hidden = false;
  queueTold.textContent = `${shown.name}: ${counted(shown.rows.length, "row")} are being judged …`;
  try {
    for (let from = 0, size = FIRST_PART; from < shown.rows.length;) {
      const begun = performance.now();
      const part = shown.rows.slice(from, from + size);
      await judgePart(part, query, signal, from);
      if (signal.aborted) return;
      from += part.length;
      if (anew && from < shown.rows.length) growQueue();
      size = nextSize(size, performance.now() - begun);
    }
    makeQueue(anew);
  } catch (error) {
    if (!signal.aborted) queueTold.textContent = error.message;
  }
  if (!signal.aborted) progress.hidden = true;
}

async function judgePart(rows, query, signal, before) {
  const body = rows.map(({ raw }) => raw).join("\n");
  const response = await post(`v1/check${query}`, body, { signal, type: "application/x-ndjson" });
  let number = 0;
  for await (const line of linesOf(response.body)) {
    if (number < rows.length) rows[number].verdict = JSON.parse(line);
    number += 1;
    progress.value = before + number;
  }
}

function nextSize(size, took) {
  if (took < PART_TAKES / 2) return Math.min(2 * size, MOST_ROWS);
  return took > 2 * PART_TAKES ? Math.max(1, size >> 1) : size;
}

async function* linesOf(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines.filter(Boolean);
  }
  if (rest) yield rest;
}

// Nearest to the threshold first; what was not judged has no score, and comes last.
function doubt({ verdict }) {
  return typeof verdict.hallucination_score === "number" ? Math.abs(verdict.hallucination_score - (verdict.threshold ?? .5)) : Infinity;
}

function sortQueue() {
  queue = file.rows.filter(({ verdict }) => verdict && !verdict.error);
  queue.sort((a, b) => (doubt(a) === doubt(b) ? a.line - b.line : doubt(a) - doubt(b)));
  document.getElementById("verdicts").hidden = !queue.length;
}

function ordered() {
  return `those first whose score is nearest ${queue.some(({ verdict }) => typeof verdict.threshold === "number") ? "the threshold" : "0.5 (the detector tells no threshold)"}`;
}

// What was judged so far, while the rest is: the answer in turn stays where it is shown.
function growQueue() {
  const before = queue[position];
  sortQueue();
  if (!queue.length) return;
  queueTold.textContent = `${file.name}: ${queue.length.toLocaleString("en")} of ${counted(file.rows.length, "row")} judged so far, ${ordered()}.`;
  stayOrOpen(before);
}

function makeQueue(anew) {
  const before = queue[position];
  sortQueue();
  const failed = file.rows.length - queue.length;
  const first = file.rows.find(({ verdict }) => verdict?.error);
  queueTold.textContent = `${file.name}: ${counted(queue.length, "answer")}, ${ordered()}`
    + (failed ? `; ${counted(failed, "row")} left out${first ? `, line ${first.line}: ${first.verdict.error.message}` : " that the server did not judge"}` : ".");
  if (!queue.length) showNothing("The file holds no row that can be judged.");
  else if (anew) stayOrOpen(before);
  else openPlace(queue.indexOf(before));
  if (short && before) tellDone();
  short = false;
}

function stayOrOpen(before) {
  const unlabelled = queue.findIndex(({ given: verdict }) => verdict === null);
  if (before && (!short || unlabelled < 0)) {
    position = queue.indexOf(before);
    showPlace();
    return;
  }
  short = unlabelled < 0;
  openPlace(Math.max(0, unlabelled));
}

async function openPlace(wanted) {
  position = Math.min(Math.max(wanted, 0), queue.length - 1);
  const row = queue[position];
  drawn = false;
  showPlace();
  opening?.abort();
  opening = new AbortController();
  const { signal } = opening;
  detail.setAttribute("aria-busy", "true");
  try {
    const { summary, details } = await viewOf(row.raw, signal);
    if (signal.aborted) return;
    detail.removeAttribute("aria-busy");
    if (viewShown !== "label") return;
    showVerdicts({ ...summary, line: row.line }, details, JSON.parse(row.raw));
    drawn = true;
    detail.focus({ preventScroll: true });
  } catch (error) {
    if (signal.aborted) return;
    showNothing(error.message);
    tell(error.message, true);
  }
  detail.removeAttribute("aria-busy");
}

function showPlace() {
  const row = queue[position];
  const done = queue.filter(({ given: verdict }) => verdict !== null).length;
  place.textContent = `${position + 1} of ${queue.length}, line ${row.line}${row.given ? `: ${row.given === "open" ? "cannot say" : row.given}` : ""} · ${done} done`;
  for (const each of verdictButtons) each.setAttribute("aria-pressed", String(each.dataset.verdict === row.given));
  save.disabled = !labelled().length;
  save.textContent = `Download ${counted(labelled().length, "label")}`;
  for (const [name, end] of [["Previous answer", 0], ["Next answer", queue.length - 1]]) {
    const step = detail.querySelector(`[aria-label="${name}"]`);
    if (step) step.disabled = position === end;
  }
  showFit();
}

// On to the next one that has no verdict yet.
async function giveVerdict(verdict) {
  if (!drawn) return;
  drawn = false;
  const row = queue[position];
  if (file.kept && !await keepVerdict(row, verdict)) {
    drawn = true;
    return;
  }
  if (row.given !== verdict && !file.kept) unsaved += 1;
  row.given = verdict;
  const from = progress.hidden ? position + 1 : 0; // while others are judged, the most doubtful so far
  const order = [...queue.keys()].map((step) => (from + step) % queue.length);
  const next = order.find((index) => queue[index].given === null);
  if (next === undefined) {
    drawn = true;
    showPlace();
    short = !progress.hidden;
    if (short) tell("The next answers are being judged …");
    else tellDone();
  } else openPlace(next);
}

function tellDone() {
  tell(`Every answer has a verdict. ${file.kept ? "Fit a detector on them." : "Download the labels."}`);
}

// What is shown decides: with another threshold, its label.
function confirmVerdict() {
  if (!drawn) return;
  const { label } = opened.data;
  if (label === "grounded" || label === "hallucinated") giveVerdict(label);
  else tell("The detector could not check this answer: say yourself what it is.", true);
}

function labelled() {
  return queue.filter(({ given: verdict }) => verdict === "grounded" || verdict === "hallucinated");
}

// The row as it was read, with the label in the field that `fit` reads it from.
function labelledLine({ raw, given: verdict }) {
  const wrong = verdict === "hallucinated";
  const value = JSON.parse(raw);
  if (!("label" in value || "labels" in value || "spans" in value)) return `${raw.slice(0, -1)}, "label": ${wrong}}`;
  if ("labels" in value) {
    const text = value.answer ?? value.response;
    value.labels = wrong ? (value.labels?.length ? value.labels : [{ start: 0, end: [...text].length }]) : [];
  } else {
    value.label = wrong;
    if (!wrong || !value.spans?.length) delete value.spans;
  }
  return JSON.stringify(value);
}

function labelsName() {
  return `${(file?.name ?? "answers").replace(/\.(jsonl|ndjson|json)$/i, "")}.labelled.jsonl`;
}

function saveLabels() {
  const rows = labelled().sort((a, b) => a.line - b.line);
  download(new Blob(rows.map((row) => `${labelledLine(row)}\n`), { type: "application/x-ndjson" }), labelsName());
  unsaved = 0;
}

function showFit() {
  const [name] = ticked();
  const here = document.getElementById("fit-here");
  here.disabled = !labelled().length || fitting;
  here.textContent = `Fit on ${counted(labelled().length, "label")}`;
  document.getElementById("fit-command").textContent = `groundgraph fit ${name ?? "fused"} '${labelsName().replaceAll("'", "'\\''")}' --output fitted\ngroundgraph serve --detector ./fitted`;
}

function counted(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

function openLabel() {
  if (position >= 0) openPlace(position);
  else if (file) showNothing("The answers are being judged …");
  else showNothing("Open a file of answers to label them.");
}

const labelKeys = {
  j: () => position >= 0 && openPlace(position + 1), k: () => position >= 0 && openPlace(position - 1),
  g: () => giveVerdict("grounded"), h: () => giveVerdict("hallucinated"), u: () => giveVerdict("open"), Enter: confirmVerdict,
  n: () => stepClaim(1, true), p: () => stepClaim(-1, true),
};

surroundings.behind = () => viewShown !== "label" ? null : element("span", { class: "steps" },
  button("Previous answer", "↑", labelKeys.k, { disabled: position <= 0 }), button("Next answer", "↓", labelKeys.j, { disabled: position + 1 >= queue.length }));
document.getElementById("rows-file").addEventListener("change", async ({ target }) => {
  await openRows(target.files[0]);
  target.value = "";
});
for (const each of verdictButtons) each.addEventListener("click", () => giveVerdict(each.dataset.verdict));
save.addEventListener("click", saveLabels);
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
