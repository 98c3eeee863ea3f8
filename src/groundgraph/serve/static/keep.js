// Labels that the server keeps beside a file of its own, and the fit on them.

const fitTold = document.getElementById("fit-told");
const fitHere = document.getElementById("fit-here");
const curve = document.getElementById("curve");
const FIT_PAUSE = 500; // milliseconds between two looks at a fit
let fitting = false;

// The server's own file stands here from the beginning, with the verdicts that it has.
async function openKept(name) {
  if (name === null) return;
  if (!location.hash) {
    history.replaceState(null, "", "#label");
    showView();
  }
  for (const id of ["rows-tools", "fit"]) document.getElementById(id).hidden = true;
  document.getElementById("rows-hint").textContent = `The rows of ${name}. Verdicts are kept beside it, on this machine, as you give them.`;
  fitHere.hidden = false;
  const rows = [];
  for await (const line of linesOf((await request("v1/labels/rows")).body)) {
    const { line: number, row: raw, verdict } = JSON.parse(line);
    rows.push({ line: number, raw, verdict: null, given: verdict });
  }
  file = { name, rows, kept: true };
  await judgeRows();
  const { fit } = await labelsTold();
  if (fit.state === "running") await followFit();
  else if (fit.state !== "none") showFitted(fit);
}

async function labelsTold() {
  return (await request("v1/labels")).json();
}

// Whether it is kept: only then the next answer is shown.
async function keepVerdict({ line }, verdict) {
  detail.setAttribute("aria-busy", "true");
  try {
    await post("v1/labels", JSON.stringify({ line, verdict }));
    return true;
  } catch (error) {
    tell(`The verdict was not kept: ${error.message}`, true);
    return false;
  } finally {
    detail.removeAttribute("aria-busy");
  }
}

async function beginFit() {
  const names = ticked().slice(0, 1);
  try {
    await post(`v1/labels/fit${queryOf(names)}`, "{}");
    await followFit();
  } catch (error) {
    showFitted({ state: "failed", message: error.message });
  }
}

async function followFit() {
  setFitting(true);
  fitTold.textContent = "A detector is being fitted; go on labelling meanwhile.";
  curve.replaceChildren();
  let fit;
  try {
    while ((({ fit } = await labelsTold()), fit.state === "running")) await new Promise((resolve) => setTimeout(resolve, FIT_PAUSE));
  } finally {
    setFitting(false);
  }
  showFitted(fit);
  if (fit.state !== "done") return;
  await loadDetectors(fit.name);
  await judgeRows();
}

function setFitting(now) {
  fitting = now;
  document.getElementById("fitted").hidden = false;
  document.getElementById("fitting").hidden = !now;
  showFit();
}

function showFitted({ state, detector, name, message, training }) {
  document.getElementById("fitted").hidden = false;
  fitTold.classList.toggle("problem", state !== "done");
  curve.replaceChildren();
  if (state !== "done") {
    fitTold.textContent = `Nothing was fitted: ${message}`;
    return;
  }
  fitTold.textContent = `Fitted ${detector} on ${counted(training.n, "answer")}, ${training.positives.toLocaleString("en")} of them hallucinated. `
    + `It judges here as ${name}, with its own threshold; it is kept in the folder of that name.`;
  if (training.curve) curve.append(curveTable(training.curve), element("p", { class: "hint" }, "Measured out-of-fold on the labels themselves, with 95% intervals. The most doubtful answers come first here, so these are no figures of answers drawn by chance."));
}

// What each number of labels gave: a bar from chance to certain, its interval, and the figures.
function curveTable(points) {
  const rows = points.map((point) => element("tr", {}, element("th", { scope: "row" }, String(point.n)),
    element("td", {}, estimateBar(point.balanced_accuracy ?? point.auroc)),
    element("td", {}, estimateText(point.auroc, point.problem)), element("td", {}, estimateText(point.balanced_accuracy, point.problem))));
  return element("table", { class: "curve" }, element("caption", {}, "Learning curve"),
    element("thead", {}, element("tr", {}, ["Labels", "", "AUROC", "Balanced accuracy"].map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, rows));
}

function estimateText(found, problem) {
  if (found) return `${number(found[0])} [${number(found[1])}, ${number(found[2])}]`;
  return element("span", problem ? { title: problem } : {}, "too few");
}

function estimateBar(found) {
  if (!found) return "";
  const [value, low, high] = found.map((each) => 100 * Math.min(Math.max(each, 0), 1));
  return shape("svg", { viewBox: "-4 0 108 10", width: 108, height: 10, "aria-hidden": "true", class: "estimate" },
    shape("line", { x1: 50, x2: 50, y1: 0, y2: 10, class: "chance" }), shape("line", { x1: low, x2: high, y1: 5, y2: 5, class: "spread" }),
    shape("circle", { cx: value, cy: 5, r: 3, class: "value" }));
}

fitHere.addEventListener("click", beginFit);
