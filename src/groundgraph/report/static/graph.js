// The evidence graph in three columns: question, evidence, claims; statements stand below who states
// them, so that those of evidence and answer are face to face.

const LINE = 15; // of the text in a node
const MARGIN = 11; // of a node's height, above and below its lines
const GAP = 8; // between the nodes of a column
const DENSE = 24; // nodes in a column from which on each has one line
const TOP = 26;
const STEP_IN = 14;
const ARC = 14; // room beside a column
const LANE = 30; // the same for arcs before the evidence, which the question's edges cross straight
const NARROW = 640; // pixels of a drawing below which the question is a letter and texts are broken more often
const SIGN = 13; // pixels between two signs on edges
const ASIDE = 6; // arcs leave a node beside the edges from the question
const LONGEST = 300; // characters of a node that are looked at
const TRIPLE = /^triple (\d+)$/;
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u; // its first letter
let ruler = null;

// A column is as wide as its labels; where there is no room for both, neither gets less than half
// while the other one has more.
function columnWidths(columns, width, labels, lane) {
  const compact = width < NARROW;
  const question = columns[0].length ? (compact ? 24 : Math.min(150, width * .2)) : 0;
  const gap = compact ? 28 : 56;
  const rest = width - question - (question ? gap + lane : Math.max(ARC, lane)) - gap - 2;
  const needs = columns.slice(1).map((column) => Math.max(60, ...column.map((node) =>
    depth(node, column) * STEP_IN + inset(node, labels.get(node)) + inPixels(labels.get(node).text) + 8)));
  const [evidence, claims] = needs.map((need, number) => Math.min(need, Math.max(rest / 2, rest - needs[1 - number])));
  return { compact, widths: [question, evidence, claims] };
}

function placeNodes(columns, width, labels, lane) {
  const { compact, widths } = columnWidths(columns, width, labels, lane);
  const lefts = [0.5, 0, width - widths[2] - 1.5];
  lefts[1] = widths[0] ? widths[0] + (width - widths[0] - widths[1] - widths[2] + lane) / 2 : Math.max(ARC, lane);
  const boxes = columns.map((column, number) => column.map((node) => {
    const below = depth(node, column) * STEP_IN;
    const place = { x: lefts[number] + below, width: widths[number] - below, column: number };
    return [node, Object.assign(place, wording(node, column, labels, place.width, compact))];
  }));
  const tall = (column) => column.reduce((sum, [, { lines }]) => sum + lines.length * LINE + MARGIN + GAP, 0);
  const height = TOP + Math.max(...boxes.map(tall));
  const places = new Map();
  for (const column of boxes) {
    let y = TOP + (height - TOP - tall(column)) / 2 + GAP / 2;
    for (const [node, place] of column) {
      place.height = place.lines.length * LINE + MARGIN;
      places.set(node.key, Object.assign(place, { y, middle: y + place.height / 2 }));
      y += place.height + GAP;
    }
  }
  return { places, height, compact, lefts };
}

// The mark of a node and its lines of text.
function wording(node, column, labels, width, compact) {
  const others = column.map((other) => labels.get(other));
  const mark = tellingPart(labels.get(node).mark, others.map((label) => label.mark), width * .4);
  const left = inset(node, { mark });
  const text = node.kind === "question" ? (compact ? "Q" : node.text || "question") : labels.get(node).text;
  const most = column.length >= DENSE ? 1 : compact ? 3 : 2;
  return { mark, left, lines: tellingLines(text, others.map((label) => label.text), width - left - 6, most) };
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
  if (kind === "similar") return Math.min(1, Math.max(0, (weight - .2) / .7));
  return ["entails", "contradicts"].includes(kind) ? Math.max(0, weight) : 1;
}

// How wide a line is: what is said of a claim is never thinner than what is only near it.
function lineWidth(kind, strength) {
  if (kind === "states") return 1.75;
  if (kind === "attends") return .75 + 3.25 * strength * strength;
  if (kind === "similar") return .75 + 1.25 * strength * strength;
  return ["entails", "contradicts"].includes(kind) ? 2 + 1.5 * strength : 2.25;
}

function drawEdge({ from, to, kind, among, others }, places, strength, lane, signs) {
  const points = bends(places.get(from.key), places.get(to.key), lane);
  const [first, ...rest] = points.map((point) => point.map((value) => value.toFixed(1)).join(" "));
  const straight = places.get(from.key).column === 0 ? `H${places.get(to.key).x}` : "";
  const line = `M${first}C${rest.join(" ")}${straight}`;
  const tip = straight ? [places.get(to.key).x, points[3][1]] : points[3];
  const inside = places.get(from.key).column === places.get(to.key).column;
  const sign = { contradicts: "≠", opposes: "⇄" }[kind];
  const [x, y] = sign ? freePlace(points, signs) : [];
  return shape("g", { class: ["edge", inside && "among", kind, others && "others"].filter(Boolean).join(" "), "data-from": from.key, "data-to": to.key },
    shape("title", {}, among.map(spokenEdge).join("\n")),
    shape("path", { class: "reach", d: line }),
    shape("path", {
      d: line,
      "stroke-width": lineWidth(kind, strength).toFixed(2), opacity: (["entails", "contradicts"].includes(kind) ? .9 : .25 + .6 * strength).toFixed(2),
    }),
    kind === "links" && shape("path", { class: "head", d: arrowhead(straight && lane ? points[3] : points[2], tip) }),
    sign && shape("text", { class: "sign", x, y: y + 4, "text-anchor": "middle" }, sign));
}

// Where on a curve a sign covers none of those before it, as near to its middle as may be.
function freePlace(points, signs) {
  const at = (share) => [0, 1].map((axis) => [1, 3, 3, 1].reduce((sum, times, number) =>
    sum + times * share ** number * (1 - share) ** (3 - number) * points[number][axis], 0));
  const places = [.5, .38, .62, .26, .74, .16, .84].map(at);
  const found = places.find(([x, y]) => signs.every(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY) >= SIGN)) ?? places[0];
  signs.push(found);
  return found;
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
  let text = words.slice(0, LONGEST).replace(/\s+/g, " ");
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

// Lines of a text at their place, in its own direction: what is written from the right ends its room there.
function lettering(lines, { x, y, room = inPixels(lines[0]), ...attributes }) {
  const rightwards = !RIGHT_TO_LEFT.test(lines.join(" "));
  const start = rightwards ? x : x + room;
  const parts = lines.length === 1 ? lines : lines.flatMap((line, number) => [number ? " " : null, shape("tspan", { x: start, dy: number ? LINE : 0 }, line)]);
  return shape("text", { ...attributes, x: start, y, direction: rightwards ? null : "rtl" }, parts);
}

// What is written in each node: its mark, "4" for "triple 4" where all evidence is triples, and its text.
function labelsOf(columns) {
  const sources = columns[1].filter(({ mark }) => mark);
  const triples = sources.length > 0 && sources.every(({ mark }) => TRIPLE.test(mark));
  return new Map(columns.flat().map((node) => {
    const text = node.text.slice(0, LONGEST).replace(/\s+/g, " ").trim() + (node.text.length > LONGEST ? "…" : "");
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
  return tellingLines(text, others, room, 1)[0];
}

// The lines of a text: its beginning, and in the last line, where others begin the same for longer
// than is seen, what tells it apart.
function tellingLines(text, others, room, most) {
  const lines = [];
  let rest = text;
  while (lines.length + 1 < most && inPixels(rest) > room) {
    const end = lineEnd(rest, room);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  const last = fitted(rest, room);
  if (last === rest) return [...lines, rest];
  const seen = text.length - rest.length + last.length - 1;
  const same = Math.max(0, ...others.map((other) => sharedStart(text, other)).filter((length) => length >= seen && length < text.length));
  const tail = same ? text.slice(tailStart(text, wordStart(text, same), room)) : "";
  return [...lines, same ? fitted(`…${tail}`, room) : last];
}

// Where the first line of a text ends: behind the last word that fits, or within a long one.
function lineEnd(text, room) {
  let end = 0;
  for (let next = text.indexOf(" "); next > 0 && inPixels(text.slice(0, next)) <= room; next = text.indexOf(" ", next + 1)) end = next;
  return end || Math.max(1, fitted(text, room).length - 1);
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

function drawNode(node, places, alone) {
  const outcome = node.claim?.outcome;
  const { x, y, width, height, mark, left, lines } = places.get(node.key);
  const first = y + (height - lines.length * LINE) / 2 + 11.5;
  return shape("g", {
    class: ["node", `is-${node.kind}`, outcome, alone && "alone", node.others && "other"].filter(Boolean).join(" "), "data-node": node.key, role: "button",
    tabindex: node.key === "q" ? null : 0, // its title is its name
  },
  shape("title", {}, nodeLabel(node, alone)), shape("rect", { x, y, width, height, rx: node.kind === "statement" ? 12 : 4 }),
  outcome && shape("text", { class: "icon", x: x + 7, y: first }, OUTCOMES[outcome].icon),
  mark && shape("text", { class: "mark", x: x + (outcome ? 21 : 7), y: first }, mark),
  lettering(lines, { x: x + left, y: first, room: width - left - 6 }));
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
  const lane = arcs ? LANE : 0;
  const { places, height, compact, lefts } = placeNodes(columns, width, labels, lane);
  // A claim whose statement is joined is not alone.
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]).flatMap((node) => [node.key, node.home?.key]));
  const signs = [];
  const most = Math.max(...edges.filter(({ kind }) => kind === "attends").map(({ weight }) => weight));
  const triples = columns[1].some((node) => node.mark !== labels.get(node).mark);
  const headings = ["question", triples ? "triples" : "evidence", "claims"].map((word, number) =>
    columns[number].length > 0 && shape("text", { class: "heading", x: lefts[number] + 1, y: 12 }, compact && number === 0 ? "Q" : word));
  const drawing = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Evidence graph" },
    headings,
    edges.map((edge) => drawEdge(edge, places, strengthOf(edge, most), lane, signs)).reverse(), // what matters most on top
    columns.flat().map((node) => drawNode(node, places, isAlone(node, joined))));
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

// The legend of what is drawn: each kind of edge can be left out; sentences and the rest of the graph be shown.
function graphTools(model, view, drawn, changed) {
  const tool = (pressed, click, ...content) => element("button", { type: "button", class: "tool", "aria-pressed": String(pressed), onclick: () => { click(); changed(); } }, ...content);
  const flip = (kind) => () => { if (!view.hidden.delete(kind)) view.hidden.add(kind); };
  const kinds = RANKS.filter((kind) => view.hidden.has(kind) || drawn.edges.some((edge) => edge.kind === kind));
  const units = model.nodes.filter(({ kind }) => kind === "unit").length;
  const why = drawn.large ? "shown is what bears on the claim" : "which no edge reaches";
  return [
    kinds.map((kind) => tool(!view.hidden.has(kind), flip(kind), sample(kind), ` ${kind} `, element("span", { class: "muted" }, EDGE_KINDS[kind].meaning))),
    units ? tool(view.units, () => { view.units = !view.units; }, `sentences (${units})`) : null,
    drawn.left || view.all ? tool(view.all, () => { view.all = !view.all; }, view.all ? "all nodes" : `all nodes (${drawn.left} more, ${why})`) : null,
  ].flat().filter(Boolean);
}

// What else of the drawing needs a word, and nothing that is not in it.
function graphNote(holder, { columns, edges, narrowed }) {
  const kinds = new Set(edges.map(({ kind }) => kind));
  const widths = [["entails", "contradicts"].some((kind) => kinds.has(kind)) && "how sure", kinds.has("similar") && "how near", kinds.has("attends") && "how much attention"];
  const told = widths.filter(Boolean);
  return [
    told.length && `Line width: ${told.join(", or ")}.`,
    narrowed && "Of similar lines those of the chosen claim.",
    holder.querySelector(".others, .other") && "Faint lines and italic boxes: other detectors.",
    holder.querySelector(".alone") && "Dashed box: a claim that nothing reaches.",
    columns.flat().some(({ kind }) => kind === "statement") && "Rounded box: a statement, below who states it.",
  ].filter(Boolean).join(" ");
}

function sample(kind) {
  return shape("svg", { class: "sample", width: 22, height: 10, "aria-hidden": "true" },
    shape("g", { class: `edge ${kind}` }, shape("path", { d: "M1 5L21 5", "stroke-width": 2 })));
}
