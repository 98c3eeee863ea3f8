// The evidence graph in three columns: question, passages, claims. Line width is similarity.

const PITCH = 34;
const NODE_HEIGHT = 26;
const TOP = 26;
const MOST_EDGES = 600;
let ruler = null;

function graphModel(row, data) {
  const edges = [...data.edges].sort((a, b) => b[2] - a[2]);
  const known = new Map(data.passages.map(([id, text]) => [`p:${id}`, text]));
  const triples = new Map((data.graphs?.views ?? []).map((view) => [`p:${view.passage_id}`, written(view.triple)]));
  for (const end of edges.flatMap(([source, target]) => [source, target])) {
    if (end.startsWith("p:") && !known.has(end)) known.set(end, triples.get(end) ?? "");
  }
  const columns = [
    row.question || edges.some((edge) => edge.includes("q")) ? [{ key: "q", mark: "Q", text: row.question }] : [],
    [...known].map(([key, text]) => ({ key, mark: key.slice(2), text })),
    data.claims.map((claim, index) => ({ key: `c:${index}`, mark: String(index + 1), text: claim.claim, claim })),
  ];
  return { columns, edges: edges.slice(0, MOST_EDGES) };
}

function placeNodes(columns, width) {
  const compact = width < 560;
  const widths = compact ? [34, Math.min(72, width * .25), Math.min(72, width * .25)]
    : [Math.min(150, width * .2), Math.min(240, width * .28), Math.min(290, width * .34)];
  const lefts = [0.5, compact ? (width - widths[1]) / 2 : widths[0] + (width - widths[0] - widths[1] - widths[2]) / 2, width - widths[2] - 1.5];
  const height = TOP + PITCH * Math.max(1, ...columns.map((column) => column.length));
  const places = new Map();
  columns.forEach((column, number) => {
    const start = TOP + (height - TOP - column.length * PITCH) / 2 + (PITCH - NODE_HEIGHT) / 2;
    column.forEach((node, index) => places.set(node.key, {
      x: lefts[number], y: start + index * PITCH, width: widths[number], middle: start + index * PITCH + NODE_HEIGHT / 2, column: number,
    }));
  });
  return { places, height, compact, lefts };
}

function curve(from, to) {
  if (from.column === to.column) {
    const bulge = from.x - 16 - Math.min(40, Math.abs(from.y - to.y) * .3);
    return `M${from.x} ${from.middle}C${bulge} ${from.middle} ${bulge} ${to.middle} ${to.x} ${to.middle}`;
  }
  const [left, right] = from.column < to.column ? [from, to] : [to, from];
  const start = left.x + left.width;
  const bend = (right.x - start) * .5;
  return `M${start} ${left.middle}C${start + bend} ${left.middle} ${right.x - bend} ${right.middle} ${right.x} ${right.middle}`;
}

function drawEdge([source, target, weight, kind], places) {
  const strength = kind === "attends" ? Math.min(1, weight / .5) : Math.min(1, Math.max(0, (weight - .2) / .7));
  const among = places.get(source).column === places.get(target).column;
  return shape("path", {
    class: ["edge", among && "among", kind].filter(Boolean).join(" "), d: curve(places.get(source), places.get(target)),
    "stroke-width": (.75 + 3.25 * strength * strength).toFixed(2), opacity: (.25 + .6 * strength).toFixed(2),
    "data-from": source, "data-to": target,
  }, shape("title", {}, kind === "opposes" ? `${source} and ${target} disagree` : kind === "attends" ? `${source} attends to ${target}: ${number(weight, 3)}` : `${source} – ${target}: ${number(weight, 3)}`));
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

function drawNode(node, place, compact, alone) {
  const outcome = node.claim?.outcome;
  const label = node.claim ? `Claim ${node.mark}, ${outcome}${alone ? ", no evidence edge" : ""}: ${node.text}`
    : node.key === "q" ? `Question: ${node.text}` : `Passage ${node.mark}: ${node.text.slice(0, 300)}`;
  const words = compact ? node.mark : node.key === "q" ? node.text || "question" : `${node.mark}  ${node.text}`;
  const inner = shape("svg", { x: place.x + 6, y: place.y, width: Math.max(place.width - 12, 1), height: NODE_HEIGHT },
    outcome && shape("text", { class: "icon", x: 1, y: 17 }, OUTCOMES[outcome].icon),
    shape("text", { x: outcome ? 15 : 1, y: 17 }, fitted(words, place.width - (outcome ? 27 : 13))));
  return shape("g", {
    class: ["node", outcome, alone && "alone"].filter(Boolean).join(" "), "data-node": node.key, role: "button",
    tabindex: node.key === "q" ? null : 0, "aria-label": label,
  }, shape("title", {}, label), shape("rect", { x: place.x, y: place.y, width: place.width, height: NODE_HEIGHT, rx: 4 }), inner);
}

// A claim that was not checked has no edges either, but nothing is wrong with that.
function isAlone(node, joined) {
  return node.claim !== undefined && node.claim.outcome !== "unverifiable" && !joined.has(node.key);
}

function drawGraph(holder, model) {
  const width = Math.max(260, holder.clientWidth);
  const { places, height, compact, lefts } = placeNodes(model.columns, width);
  const joined = new Set(model.edges.flatMap(([source, target]) => [source, target]));
  const drawable = model.edges.filter(([source, target]) => places.has(source) && places.has(target));
  const headings = ["question", "passages", "claims"].map((word, number) =>
    model.columns[number].length > 0 && shape("text", { class: "heading", x: lefts[number] + 1, y: 12 }, compact && number === 0 ? "Q" : word));
  const drawing = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Evidence graph" },
    headings,
    drawable.map((edge) => drawEdge(edge, places)),
    model.columns.flat().map((node) => drawNode(node, places.get(node.key), compact, isAlone(node, joined))));
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
