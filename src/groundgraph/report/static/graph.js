// The evidence graph in three columns: question, evidence, claims; statements stand below who states
// them, so that those of evidence and answer are face to face.

const PITCH = 34;
const NODE_HEIGHT = 26;
const TOP = 26;
const STEP_IN = 14;
const ARC = 14; // room for arcs beside a column
const LANE = 30; // the same between the question and the evidence, which the question's edges cross straight
const ASIDE = 6; // arcs leave a node beside the edges from the question
const LONGEST = 300; // characters of a node that are looked at
const TRIPLE = /^triple (\d+)$/;
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u; // its first letter
let ruler = null;

// A column is as wide as its labels; where there is no room for both, neither gets less than half
// while the other one has more.
function columnWidths(columns, width, labels, lane) {
  const compact = width < 640;
  const question = columns[0].length ? (compact ? 26 : Math.min(150, width * .2)) : 0;
  const gap = compact ? 38 : 56;
  const rest = width - question - (question ? gap + lane : ARC) - gap - 2;
  const needs = columns.slice(1).map((column) => Math.max(60, ...column.map((node) =>
    depth(node, column) * STEP_IN + inset(node, labels.get(node)) + inPixels(labels.get(node).text) + 8)));
  const [evidence, claims] = needs.map((need, number) => Math.min(need, Math.max(rest / 2, rest - needs[1 - number])));
  return { compact, widths: [question, evidence, claims] };
}

function placeNodes(columns, width, labels, lane) {
  const { compact, widths } = columnWidths(columns, width, labels, lane);
  const lefts = [0.5, 0, width - widths[2] - 1.5];
  lefts[1] = widths[0] ? widths[0] + (width - widths[0] - widths[1] - widths[2] + lane) / 2 : ARC;
  const height = TOP + PITCH * Math.max(1, ...columns.map((column) => column.length));
  const places = new Map();
  columns.forEach((column, number) => {
    const start = TOP + (height - TOP - column.length * PITCH) / 2 + (PITCH - NODE_HEIGHT) / 2;
    column.forEach((node, index) => {
      const below = depth(node, column) * STEP_IN;
      places.set(node.key, {
        x: lefts[number] + below, y: start + index * PITCH, width: widths[number] - below,
        middle: start + index * PITCH + NODE_HEIGHT / 2, column: number,
      });
    });
  });
  return { places, height, compact, lefts };
}

function depth(node, column) {
  return node.home && column.includes(node.home) ? 1 + depth(node.home, column) : 0;
}

// The four points of an edge: where it begins, two that it bends towards, where it ends; from the
// question it ends before the lane beside the evidence.
function bends(from, to, lane) {
  if (from.column === to.column) {
    const side = from.column === 2 ? 1 : -1;
    const [start, end] = [from, to].map((place) => side < 0 ? place.x : place.x + place.width);
    const bulge = (side < 0 ? Math.min(start, end) : Math.max(start, end)) + side * (10 + Math.min(LANE - 10, Math.abs(from.y - to.y) * .25));
    const [begins, ends] = [from, to].map((place) => place.middle + (place === from ? 1 : -1) * (from.y < to.y ? ASIDE : -ASIDE));
    return [[start, begins], [bulge, begins], [bulge, ends], [end, ends]];
  }
  const forward = from.column < to.column;
  const start = forward ? from.x + from.width : from.x;
  const end = forward ? to.x - (from.column === 0 ? lane : 0) : to.x + to.width;
  const bend = (end - start) * .5;
  return [[start, from.middle], [start + bend, from.middle], [end - bend, to.middle], [end, to.middle]];
}

// How strong an edge looks, from 0 to 1; shares of attention beside the largest, for among many triples all are small.
function strengthOf({ kind, weight }, most) {
  if (kind === "attends") return weight / Math.max(most, 1e-9);
  return kind === "similar" ? Math.min(1, Math.max(0, (weight - .2) / .7)) : 1;
}

function drawEdge({ from, to, kind, among }, places, strength, lane) {
  const points = bends(places.get(from.key), places.get(to.key), lane);
  const [first, ...rest] = points.map((point) => point.map((value) => value.toFixed(1)).join(" "));
  const straight = places.get(from.key).column === 0 ? `H${places.get(to.key).x}` : "";
  const line = `M${first}C${rest.join(" ")}${straight}`;
  const tip = straight ? [places.get(to.key).x, points[3][1]] : points[3];
  const inside = places.get(from.key).column === places.get(to.key).column;
  const [x, y] = [0, 1].map((axis) => (points[0][axis] + 3 * points[1][axis] + 3 * points[2][axis] + points[3][axis]) / 8);
  const sign = { contradicts: "≠", opposes: "⇄" }[kind];
  return shape("g", { class: ["edge", inside && "among", kind].filter(Boolean).join(" "), "data-from": from.key, "data-to": to.key },
    shape("title", {}, among.map(spokenEdge).join("\n")),
    shape("path", { class: "reach", d: line }),
    shape("path", {
      d: line,
      "stroke-width": (.75 + (kind === "similar" || kind === "attends" ? 3.25 * strength * strength : 1)).toFixed(2), opacity: (.25 + .6 * strength).toFixed(2),
    }),
    kind === "links" && shape("path", { class: "head", d: arrowhead(straight && lane ? points[3] : points[2], tip) }),
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
  const claim = node.others ? `Claim of ${node.others.join(", ")}` : `Claim ${node.mark}`;
  const names = { question: "Question", passage: `Passage ${node.mark}`, knowledge: node.mark.replace(/^t/, "T") || "Knowledge", claim };
  return names[node.kind] ?? `“${node.text.slice(0, 80)}”`;
}

// Shorten a text to a width with an ellipsis; SVG has none of its own.
function fitted(words, width) {
  let text = words.slice(0, 100).replace(/\s+/g, " ");
  if (inPixels(text) <= width) return text;
  let [low, high] = [0, text.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (inPixels(`${text.slice(0, middle)}…`) <= width) low = middle;
    else high = middle;
  }
  text = text.slice(0, low).replace(/[\ud800-\udbff]$/, "");
  return `${text.trimEnd()}…`;
}

function inPixels(text) {
  if (!ruler) {
    ruler = document.createElement("canvas").getContext("2d");
    ruler.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  }
  return ruler.measureText(text).width;
}

// A text at its place, in its own direction: what is written from the right ends its room there.
function lettering(text, { x, y, room = inPixels(text), ...attributes }) {
  const rightwards = !RIGHT_TO_LEFT.test(text);
  return shape("text", { ...attributes, x: rightwards ? x : x + room, y, direction: rightwards ? null : "rtl" }, text);
}

// What is written in each node: its mark, "4" for "triple 4" where all evidence is triples, and its text.
function labelsOf(columns) {
  const sources = columns[1].filter(({ mark }) => mark);
  const triples = sources.length > 0 && sources.every(({ mark }) => TRIPLE.test(mark));
  return new Map(columns.flat().map((node) => {
    const text = node.text.slice(0, LONGEST).replace(/\s+/g, " ").trim();
    const mark = node.kind === "question" ? "" : node.mark;
    return [node, { mark: triples ? mark.replace(TRIPLE, "$1") : mark, text }];
  }));
}

// Where the text begins in a node, from its left edge.
function inset(node, { mark }) {
  return (node.claim ? 21 : 7) + (mark ? inPixels(mark) + 7 : 0);
}

// As much of a text as there is room for; of texts that begin the same, from where they differ.
function tellingPart(text, others, room) {
  const shown = fitted(text, room);
  const most = shown.length - 1;
  if (shown === text) return text;
  const same = Math.max(0, ...others.map((other) => sharedStart(text, other)).filter((length) => length >= most && length < text.length));
  return same ? fitted(`…${text.slice(tailStart(text, wordStart(text, same), room))}`, room) : shown;
}

// Where the word, or the number, begins that stands at a place.
function wordStart(text, place) {
  return text.slice(0, place).search(/[^\s-]*$/);
}

// The first word from which on the rest of a text fits, or the place that must be seen.
function tailStart(text, seen, room) {
  let start = seen;
  for (let before = start; before > 0 && inPixels(`…${text.slice(before)}`) <= room;) {
    start = before;
    before = text.lastIndexOf(" ", before - 2) + 1;
  }
  return start;
}

function sharedStart(one, other) {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function nodeLabel(node, alone) {
  if (node.claim) return `Claim ${node.mark}, ${node.claim.outcome}${alone ? ", no evidence edge" : ""}: ${node.text}`;
  if (node.kind === "statement") return `Statement: ${node.text}`;
  if (node.kind === "unit") return `Sentence: ${node.text}`;
  return node.text ? `${nodeName(node)}: ${node.text.slice(0, 300)}` : nodeName(node);
}

function drawNode(node, column, places, labels, compact, alone) {
  const outcome = node.claim?.outcome;
  const place = places.get(node.key);
  const beside = column.map((other) => labels.get(other));
  const mark = tellingPart(labels.get(node).mark, beside.map((label) => label.mark), place.width * .4);
  const left = inset(node, { mark });
  const room = place.width - left - 6;
  const words = node.kind !== "question" ? tellingPart(labels.get(node).text, beside.map((label) => label.text), room) : compact ? "Q" : fitted(node.text || "question", room);
  const y = place.y + 17;
  return shape("g", {
    class: ["node", `is-${node.kind}`, outcome, alone && "alone", node.others && "other"].filter(Boolean).join(" "), "data-node": node.key, role: "button",
    tabindex: node.key === "q" ? null : 0, // its title is its name
  },
  shape("title", {}, nodeLabel(node, alone)), shape("rect", { x: place.x, y: place.y, width: place.width, height: NODE_HEIGHT, rx: node.kind === "statement" ? 12 : 4 }),
  outcome && shape("text", { class: "icon", x: place.x + 7, y }, OUTCOMES[outcome].icon),
  mark && shape("text", { class: "mark", x: place.x + (outcome ? 21 : 7), y }, mark),
  lettering(words, { x: place.x + left, y, room }));
}

// A claim that was not checked has no edges either, but nothing is wrong with that.
function isAlone(node, joined) {
  return node.claim !== undefined && node.claim.outcome !== "unverifiable" && !joined.has(node.key);
}

function drawGraph(holder, drawn) {
  const width = Math.max(260, holder.clientWidth);
  const { columns, edges } = drawn;
  const labels = labelsOf(columns);
  const arcs = edges.some(({ from, to }) => columns[1].includes(from) && columns[1].includes(to));
  const lane = arcs && columns[0].length ? LANE : 0;
  const { places, height, compact, lefts } = placeNodes(columns, width, labels, lane);
  // A claim whose statement is joined is not alone.
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]).flatMap((node) => [node.key, node.home?.key]));
  const most = Math.max(...edges.filter(({ kind }) => kind === "attends").map(({ weight }) => weight));
  const triples = columns[1].some((node) => node.mark !== labels.get(node).mark);
  const headings = ["question", triples ? "triples" : "evidence", "claims"].map((word, number) =>
    columns[number].length > 0 && shape("text", { class: "heading", x: lefts[number] + 1, y: 12 }, compact && number === 0 ? "Q" : word));
  const drawing = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Evidence graph" },
    headings,
    [...edges].reverse().map((edge) => drawEdge(edge, places, strengthOf(edge, most), lane)), // what matters most on top
    columns.map((column) => column.map((node) => drawNode(node, column, places, labels, compact, isAlone(node, joined)))).flat());
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
