// The knowledge graphs of answer and evidence side by side, as rows that outline.py laid out.

const ROW = 30;
const BOX = 22;
const INDENT = 16;
const DEEPEST = 5; // deeper rows are not indented further
const HEADING = 24;
const NEAR = 10; // rows; a longer way back is drawn only when its triple is lit
const BOLD = 1.14; // how much wider bold letters are
const STATES = {
  contradicted: { icon: "≠", meaning: "the two graphs disagree" },
  unmatched: { icon: "!", meaning: "only in this graph" },
  same: { icon: "✓", meaning: "in both graphs" },
  path: { icon: "→", meaning: "on the way from the question to the answer" },
  elsewhere: { icon: "↗", meaning: "on a way from the question that leads elsewhere than to the answer" },
  neighbour: { icon: "·", meaning: "beside it" },
};
const GIVEN = ["path", "elsewhere", "neighbour"]; // states of triples that were looked at, and compared with none

function triplesPart(graphs) {
  const present = Object.keys(STATES).filter((state) => graphs.views.some((view) => view.state === state));
  return [
    "Knowledge graphs",
    element("div", { id: "triples" }),
    element("p", { class: "legend" }, present.map((state) => element("span", {}, element("b", { class: state }, `${STATES[state].icon} ${state}`), ` ${STATES[state].meaning}`))),
    graphs.more.length ? element("details", {}, element("summary", {}, `${graphs.more.length} more triples`),
      element("ul", { class: "triples" }, graphs.more.map((number) => element("li", {}, spokenTriple(graphs.views, number))))) : null,
  ];
}

function written(triple) {
  return triple.join(" – ");
}

function origin(view) {
  if (view.side === "answer") return "Answer";
  if ("weight" in view) return `Triple${view.passage_id.replace("triple", "")}`;
  const last = view.passage_id.split(/[/#]/).filter(Boolean).pop() ?? "";
  return last ? `Evidence (${last})` : "Evidence";
}

function spokenTriple(views, index) {
  const view = views[index];
  const partner = view.partner === null ? null : views[view.partner];
  const beside = partner && view.state === "contradicted" ? ` ${partner.side}: ${written(partner.triple)}` : "";
  const weight = "weight" in view ? `, ${number(view.weight)} of the attention` : "";
  return `${origin(view)}: ${written(view.triple)}; ${view.state}${weight}${beside}`;
}

function drawTriples(holder, graphs) {
  const width = Math.max(260, holder.clientWidth);
  if (graphs.views.every((view) => GIVEN.includes(view.state))) return drawGiven(holder, graphs, width);
  const beside = width >= 560;
  const gap = beside ? 44 : 0;
  const panel = beside ? (width - gap) / 2 : width;
  const heights = [graphs.answer, graphs.evidence].map((rows) => HEADING + Math.max(rows.length, 1) * ROW);
  const origins = [[0, 0], beside ? [panel + gap, 0] : [0, heights[0] + 12]];
  const height = beside ? Math.max(...heights) : heights[0] + heights[1] + 12;
  const places = new Map(); // view -> { left, right, middle } of its row
  const panels = ["answer", "evidence"].map((side, number) => drawPanel(graphs, side, origins[number], panel, places));
  const links = beside ? drawLinks(graphs.views, places) : [];
  holder.replaceChildren(shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Knowledge graphs of answer and evidence" },
    links, panels));
}

// Triples that an answer was written from, where no graph was read off the answer.
function drawGiven(holder, graphs, width) {
  const height = HEADING + graphs.evidence.length * ROW;
  holder.replaceChildren(shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Given triples" },
    drawPanel(graphs, "evidence", [0, 0], width, new Map(), "given triples")));
}

function drawPanel(graphs, side, [left, top], width, places, title = side) {
  const rows = graphs[side];
  const boxes = [];
  const drawn = rows.map((row, index) => {
    const y = top + HEADING + index * ROW + (ROW - BOX) / 2;
    const part = drawRow(graphs.views, row, rows, boxes, { left, y, width });
    boxes.push(part.box);
    if (row.view !== null) places.set(row.view, { left: left + Math.min(row.depth, DEEPEST) * INDENT, right: part.box.right, middle: y + BOX / 2 });
    return part.group;
  });
  return shape("g", { class: "side" },
    shape("text", { class: "heading", x: left + 1, y: top + 12 }, title),
    rows.length ? drawn : shape("text", { class: "heading", x: left + 1, y: top + HEADING + 16 }, "no triples"));
}

function drawRow(views, row, rows, boxes, { left, y, width }) {
  const view = row.view === null ? null : views[row.view];
  const parent = row.parent === null ? null : boxes[row.parent];
  const start = left + Math.min(row.depth, DEEPEST) * INDENT;
  const room = left + width - start - 2;
  const mark = view ? 15 : 0;
  const name = row.again === null ? row.label : `↩ ${row.label}`;
  // The predicate gets what the label leaves, and at least its share.
  const spare = room - mark - 14 - inPixels(fitted(name, room));
  const words = view ? fitted(row.predicate, Math.max(room * .42, spare - 12)) : "";
  const said = view ? inPixels(words) + 12 : 0;
  const wider = view ? 1 : BOLD;
  const label = fitted(name, (room - said - mark - 14) / wider);
  const long = inPixels(label) * wider;
  const box = { left: start + said, stem: start + said + 9, bottom: y + BOX, middle: y + BOX / 2, right: start + said + long + mark + 14 };
  const children = [
    shape("title", {}, view ? spokenTriple(views, row.view) : row.label),
    parent && shape("path", { class: "stem", d: stemPath(parent, start, box) }),
    view && lettering([words], { class: "predicate", x: start + 3, y: y + 15 }),
    shape("rect", { x: box.left, y, width: box.right - box.left, height: BOX, rx: 4 }),
    view && shape("text", { class: "icon", x: box.left + 6, y: y + 15 }, STATES[view.state].icon),
    lettering([label], { x: box.left + 7 + mark, y: y + 15, room: long }),
    row.again !== null && shape("path", { class: boxes.length - row.again > NEAR ? "back far" : "back", d: backPath(boxes[row.again] ?? box, box, left + width) }),
  ];
  const group = shape("g", {
    class: ["triple", view ? view.state : "root", row.again !== null && "again"].filter(Boolean).join(" "),
    "data-view": row.view, "data-claim": view?.claim ?? null, role: view ? "button" : null, tabindex: view ? 0 : null,
    "aria-label": view ? spokenTriple(views, row.view) : null,
  }, children);
  return { group, box };
}

// Down from the parent's box, then right to the predicate; deep rows keep the parent's column.
function stemPath(parent, start, box) {
  const x = Math.min(parent.stem, start - 5);
  return `M${x} ${parent.bottom}V${box.middle}H${start}`;
}

function backPath(target, box, edge) {
  const x = Math.min(Math.max(target.right, box.right) + 14, edge - 1);
  return `M${box.right} ${box.middle}H${x}V${target.middle}H${Math.min(target.right + 1, x)}`;
}

function drawLinks(views, places) {
  return [...places].flatMap(([number, from]) => {
    const view = views[number];
    const to = view.side === "answer" ? places.get(view.partner) : null;
    if (!to) return [];
    const bend = Math.max(20, (to.left - from.right) / 2);
    return [shape("path", {
      class: `link ${view.state}`, "data-from": number, "data-to": view.partner,
      d: `M${from.right + 2} ${from.middle}C${from.right + bend} ${from.middle} ${to.left - bend} ${to.middle} ${to.left - 3} ${to.middle}`,
    })];
  });
}

// Light a triple ("t:4") with its partner, or all triples of a claim ("c:2"); null puts it out.
function lightTriples(holder, views, key) {
  const [kind, id] = key === null ? ["", ""] : [key.slice(0, 1), key.slice(2)];
  const own = (number) => kind === "t" ? number === Number(id) : kind === "c" && String(views[number].claim) === id;
  const hot = new Set(views.map((_, number) => number).filter(own));
  for (const number of [...hot]) {
    if (views[number].partner !== null) hot.add(views[number].partner);
    views.forEach((view, other) => { if (kind === "t" && view.partner === number) hot.add(other); });
  }
  for (const row of holder.querySelectorAll(".triple[data-view]")) row.classList.toggle("hot", hot.has(Number(row.dataset.view)));
  for (const link of holder.querySelectorAll(".link")) link.classList.toggle("hot", hot.has(Number(link.dataset.from)));
  holder.classList.toggle("lit", hot.size > 0);
  return new Set([...hot].map((number) => views[number].claim).filter((claim) => claim !== null).map((claim) => `c:${claim}`));
}
