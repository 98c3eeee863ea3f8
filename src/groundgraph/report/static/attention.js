// The subgraph that an answer was written from: a heat strip of its triples, then the graph itself.

const STRIP = 28;
const SCALE = 118; // pixels beside the graph, for the bars and their figures
const FIGURE = 30;

function attentionPart(graphs) {
  const [, , ...listed] = triplesPart(graphs);
  return [
    "Attention to the subgraph",
    element("div", { id: "triples", class: "attention" }),
    element("p", { class: "legend" }, "Shade and bar: the triple's share of the answer's attention to all of them."),
    ...listed,
  ];
}

function drawAttention(holder, graphs) {
  const width = Math.max(260, holder.clientWidth);
  const rows = graphs.evidence.filter((row) => row.view !== null);
  const most = Math.max(...graphs.views.map((view) => view.weight)) || 1;
  const places = new Map(); // view -> { left, right, middle } of its row
  const top = STRIP + 10;
  const panel = drawPanel(graphs, "evidence", [0, top], width - SCALE, places, "subgraph");
  const height = top + HEADING + graphs.evidence.length * ROW;
  holder.replaceChildren(shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Attention of the answer to the subgraph" },
    drawStrip(graphs.views, rows, width), panel, drawBars(graphs.views, places, width, most)));
  for (const part of holder.querySelectorAll(".triple[data-view]")) {
    part.style.setProperty("--heat", `${Math.round(100 * graphs.views[part.dataset.view].weight / most)}%`);
  }
}

// One cell for each triple that is drawn, in the order of the rows; the rows carry the words.
function drawStrip(views, rows, width) {
  const cell = Math.min(44, (width - 2) / rows.length);
  return shape("g", { class: "strip", "aria-hidden": "true" }, rows.map((row, index) => shape("g", { class: `triple ${views[row.view].state}`, "data-view": row.view },
    shape("title", {}, spokenTriple(views, row.view)),
    shape("rect", { x: 1 + index * cell, y: 1, width: Math.max(2, cell - 2), height: STRIP - 2, rx: 2 }))));
}

function drawBars(views, places, width, most) {
  return shape("g", { class: "bars", "aria-hidden": "true" }, [...places].map(([view, { middle }]) => {
    const left = width - SCALE + 8;
    const long = (SCALE - FIGURE - 12) * views[view].weight / most;
    return [
      shape("rect", { class: "bar", x: left, y: middle - 5, width: Math.max(1, long), height: 10, rx: 1 }),
      shape("text", { class: "figure", x: width - 1, y: middle + 4, "text-anchor": "end" }, number(views[view].weight)),
    ];
  }).flat());
}
