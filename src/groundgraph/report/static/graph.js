// The evidence graph in three columns: question, evidence, claims; statements stand below who states
// them, so that those of evidence and answer are face to face.

const PITCH = 34;
const NODE_HEIGHT = 26;
const TOP = 26;
const STEP_IN = 14;
const ARC = 14; // room for arcs beside a column
const ASIDE = 6; // arcs leave a node beside the edges from the question
let ruler = null;

function columnWidths(columns, width) {
  const compact = width < 560;
  const question = columns[0].length ? (compact ? 26 : Math.min(150, width * .2)) : 0;
  const gap = compact ? 38 : 56;
  const rest = width - question - (question ? gap : ARC) - gap - 2;
  const shares = compact ? [.52, .48] : [.48, .52];
  return { compact, gap, widths: [question, ...shares.map((share) => Math.min(320, rest * share))] };
}

function placeNodes(columns, width) {
  const { compact, widths } = columnWidths(columns, width);
  const lefts = [0.5, 0, width - widths[2] - 1.5];
  lefts[1] = widths[0] ? widths[0] + (width - widths[0] - widths[1] - widths[2]) / 2 : ARC;
  const height = TOP + PITCH * Math.max(1, ...columns.map((column) => column.length));
  const places = new Map();
  columns.forEach((column, number) => {
    const start = TOP + (height - TOP - column.length * PITCH) / 2 + (PITCH - NODE_HEIGHT) / 2;
    column.forEach((node, index) => {
      const inset = depth(node, column) * STEP_IN;
      places.set(node.key, {
        x: lefts[number] + inset, y: start + index * PITCH, width: widths[number] - inset,
        middle: start + index * PITCH + NODE_HEIGHT / 2, column: number,
      });
    });
  });
  return { places, height, compact, lefts };
}

function depth(node, column) {
  return node.home && column.includes(node.home) ? 1 + depth(node.home, column) : 0;
}

// The four points of an edge: where it begins, two that it bends towards, where it ends.
function bends(from, to) {
  if (from.column === to.column) {
    const side = from.column === 2 ? 1 : -1;
    const [start, end] = [from, to].map((place) => side < 0 ? place.x : place.x + place.width);
    const bulge = (side < 0 ? Math.min(start, end) : Math.max(start, end)) + side * (10 + Math.min(22, Math.abs(from.y - to.y) * .25));
    const [begins, ends] = [from, to].map((place) => place.middle + (place === from ? 1 : -1) * (from.y < to.y ? ASIDE : -ASIDE));
    return [[start, begins], [bulge, begins], [bulge, ends], [end, ends]];
  }
  const forward = from.column < to.column;
  const start = forward ? from.x + from.width : from.x;
  const end = forward ? to.x : to.x + to.width;
  const bend = (end - start) * .5;
  return [[start, from.middle], [start + bend, from.middle], [end - bend, to.middle], [end, to.middle]];
}

// How strong an edge looks, from 0 to 1; shares of attention beside the largest, for among many triples all are small.
function strengthOf({ kind, weight }, most) {
  if (kind === "attends") return weight / Math.max(most, 1e-9);
  return kind === "similar" ? Math.min(1, Math.max(0, (weight - .2) / .7)) : 1;
}

function drawEdge({ from, to, kind, among }, places, strength) {
  const points = bends(places.get(from.key), places.get(to.key));
  const [first, ...rest] = points.map((point) => point.map((value) => value.toFixed(1)).join(" "));
  const inside = places.get(from.key).column === places.get(to.key).column;
  const [x, y] = [0, 1].map((axis) => (points[0][axis] + 3 * points[1][axis] + 3 * points[2][axis] + points[3][axis]) / 8);
  const sign = { contradicts: "≠", opposes: "⇄" }[kind];
  return shape("g", { class: ["edge", inside && "among", kind].filter(Boolean).join(" "), "data-from": from.key, "data-to": to.key },
    shape("title", {}, among.map(spokenEdge).join("\n")),
    shape("path", { class: "reach", d: `M${first}C${rest.join(" ")}` }),
    shape("path", {
      d: `M${first}C${rest.join(" ")}`,
      "stroke-width": (.75 + (kind === "similar" || kind === "attends" ? 3.25 * strength * strength : 1)).toFixed(2), opacity: (.25 + .6 * strength).toFixed(2),
    }),
    kind === "links" && shape("path", { class: "head", d: arrowhead(points[2], points[3]) }),
    sign && shape("text", { class: "sign", x, y: y + 4, "text-anchor": "middle" }, sign));
}

// A triangle whose tip is where an edge ends.
function arrowhead([x, y], [tipX, tipY]) {
  const long = Math.hypot(tipX - x, tipY - y) || 1;
  const [alongX, alongY] = [(tipX - x) / long, (tipY - y) / long];
  const corner = (side) => `${(tipX - 8 * alongX - side * 4 * alongY).toFixed(1)} ${(tipY - 8 * alongY + side * 4 * alongX).toFixed(1)}`;
  return `M${tipX} ${tipY}L${corner(1)}L${corner(-1)}Z`;
}

function spokenEdge({ from, to, kind, weight, by }) {
  const told = ["similar", "attends", "links"].includes(kind) ? [number(weight, 2)] : [];
  const said = [...told, ...by].join(", ");
  return `${nodeName(from)} ${EDGE_KINDS[kind].verb} ${nodeName(to)}${said ? ` (${said})` : ""}`;
}

function nodeName(node) {
  const names = { question: "Question", passage: `Passage ${node.mark}`, knowledge: node.mark.replace(/^t/, "T") || "Knowledge", claim: `Claim ${node.mark}` };
  return names[node.kind] ?? `“${node.text.slice(0, 80)}”`;
}

// Shorten a text to a width with an ellipsis; SVG has none of its own.
function fitted(words, width) {
  let text = words.slice(0, 100).replace(/\s+/g, " ");
  if (!ruler) {
    ruler = document.createElement("canvas").getContext("2d");
    ruler.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  }
  if (ruler.measureText(text).width <= width) return text;
  let [low, high] = [0, text.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ruler.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle;
  }
  text = text.slice(0, low).replace(/[\ud800-\udbff]$/, "");
  return `${text.trimEnd()}…`;
}

function nodeLabel(node, alone) {
  if (node.claim) return `Claim ${node.mark}, ${node.claim.outcome}${alone ? ", no evidence edge" : ""}: ${node.text}`;
  if (node.kind === "statement") return `Statement: ${node.text}`;
  if (node.kind === "unit") return `Sentence: ${node.text}`;
  return `${nodeName(node)}: ${node.text.slice(0, 300)}`;
}

function drawNode(node, place, compact, alone) {
  const outcome = node.claim?.outcome;
  const label = nodeLabel(node, alone);
  const words = node.kind === "question" ? (compact ? "Q" : node.text || "question") : node.mark ? `${node.mark}  ${node.text}` : node.text;
  const inner = shape("svg", { x: place.x + 6, y: place.y, width: Math.max(place.width - 12, 1), height: NODE_HEIGHT },
    outcome && shape("text", { class: "icon", x: 1, y: 17 }, OUTCOMES[outcome].icon),
    shape("text", { x: outcome ? 15 : 1, y: 17 }, fitted(words, place.width - (outcome ? 27 : 13))));
  return shape("g", {
    class: ["node", `is-${node.kind}`, outcome, alone && "alone"].filter(Boolean).join(" "), "data-node": node.key, role: "button",
    tabindex: node.key === "q" ? null : 0, // its title is its name
  }, shape("title", {}, label), shape("rect", { x: place.x, y: place.y, width: place.width, height: NODE_HEIGHT, rx: node.kind === "statement" ? 12 : 4 }), inner);
}

// A claim that was not checked has no edges either, but nothing is wrong with that.
function isAlone(node, joined) {
  return node.claim !== undefined && node.claim.outcome !== "unverifiable" && !joined.has(node.key);
}

function drawGraph(holder, drawn) {
  const width = Math.max(260, holder.clientWidth);
  const { columns, edges } = drawn;
  const { places, height, compact, lefts } = placeNodes(columns, width);
  // A claim whose statement is joined is not alone.
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]).flatMap((node) => [node.key, node.home?.key]));
  const most = Math.max(...edges.filter(({ kind }) => kind === "attends").map(({ weight }) => weight));
  const headings = ["question", "evidence", "claims"].map((word, number) =>
    columns[number].length > 0 && shape("text", { class: "heading", x: lefts[number] + 1, y: 12 }, compact && number === 0 ? "Q" : word));
  const drawing = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Evidence graph" },
    headings,
    [...edges].reverse().map((edge) => drawEdge(edge, places, strengthOf(edge, most))), // what matters most on top
    columns.flat().map((node) => drawNode(node, places.get(node.key), compact, isAlone(node, joined))));
  holder.replaceChildren(drawing);
}

function lightGraph(holder, key) {
  const near = new Set([key]);
  for (const edge of holder.querySelectorAll(".edge")) {
    const hot = key !== null && (edge.dataset.from === key || edge.dataset.to === key);
    edge.classList.toggle("hot", hot);
    if (hot) near.add(edge.dataset.from).add(edge.dataset.to);
  }
  for (const node of holder.querySelectorAll(".node")) node.classList.toggle("hot", near.has(node.dataset.node));
  holder.classList.toggle("lit", key !== null);
  return near;
}

// The legend: each kind of edge can be left out; sentences and the rest of a large graph be shown.
function graphTools(model, view, drawn, changed) {
  const counts = Object.fromEntries(RANKS.map((kind) => [kind, model.edges.filter((edge) => edge.kind === kind).length]));
  const tool = (pressed, click, ...content) => element("button", { type: "button", class: "tool", "aria-pressed": String(pressed), onclick: () => { click(); changed(); } }, ...content);
  const flip = (kind) => () => { if (!view.hidden.delete(kind)) view.hidden.add(kind); };
  const units = model.nodes.filter(({ kind }) => kind === "unit").length;
  return [
    RANKS.filter((kind) => counts[kind]).map((kind) => tool(!view.hidden.has(kind), flip(kind), sample(kind), ` ${kind} `, element("span", { class: "muted" }, EDGE_KINDS[kind].meaning))),
    units ? tool(view.units, () => { view.units = !view.units; }, `sentences (${units})`) : null,
    drawn.large ? tool(Boolean(view.all), () => { view.all = !view.all; }, view.all ? "all nodes" : `all nodes (${drawn.left} more; shown is what bears on the claim)`) : null,
  ].flat().filter(Boolean);
}

function sample(kind) {
  return shape("svg", { class: "sample", width: 22, height: 10, "aria-hidden": "true" },
    shape("g", { class: `edge ${kind}` }, shape("path", { d: "M1 5L21 5", "stroke-width": 2 })));
}
