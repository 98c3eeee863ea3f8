// One answer, opened: built when it is shown, dropped when another one is.

const detail = document.getElementById("detail");
let opened = null; // { row, whole, chosen, data, claim, model, view, widths }: data is of the chosen verdict

// What the page around the answer adds: buttons before and behind the verdict, and what follows when
// an answer is drawn and when a claim is chosen.
const surroundings = { before: () => null, behind: () => null, drawn: () => {}, chosen: () => {} };

// The drawings of the opened answer, by the id of the element that holds them.
const drawings = {
  graph: { draw: drawOpenedGraph, item: ".node", key: "node" },
  triples: { draw: (holder) => (opened.data.graphs.heat ? drawAttention : drawTriples)(holder, opened.data.graphs), item: ".triple", key: "view" },
};

const graphSize = new ResizeObserver(() => { if (opened) redrawChanged(); });

function holders() {
  return Object.keys(drawings).map((id) => document.getElementById(id)).filter(Boolean);
}

function redrawChanged() {
  for (const holder of holders()) if (holder.clientWidth !== opened.widths[holder.id]) redraw(holder);
}

function redraw(holder) {
  const { draw, item, key } = drawings[holder.id];
  const focused = holder.contains(document.activeElement) ? document.activeElement.dataset[key] : null;
  opened.widths[holder.id] = holder.clientWidth;
  draw(holder);
  markChosen();
  const again = focused === null ? null : [...holder.querySelectorAll(item)].find((node) => node.dataset[key] === focused);
  again?.focus({ preventScroll: true });
}

function drawOpenedGraph(holder) {
  const { model, view, claim } = opened;
  const drawn = drawnGraph(model, view, `c:${claim}`);
  opened.byClaim = drawn.narrowed || (drawn.large && !view.all);
  drawGraph(holder, drawn);
  document.getElementById("graph-note").textContent = graphNote(holder, drawn);
  document.getElementById("graph-tools").replaceChildren(...graphTools(model, view, drawn, () => changeGraph(holder)));
}

// The button that was pressed is made anew, so it is found again by its place.
function changeGraph(holder) {
  const tools = () => [...document.querySelectorAll("#graph-tools button")];
  const place = tools().indexOf(document.activeElement);
  redraw(holder);
  tools()[place]?.focus({ preventScroll: true });
}

function showRow(row, whole, chosen = 0) {
  const data = { ...whole, ...whole.verdicts[chosen] };
  const view = { units: false, all: false, hidden: new Set() };
  opened = { row, whole, chosen, data, claim: data.claims.length ? worstClaim(data.claims) : null, model: graphModel(row, whole, chosen), view, widths: {} };
  detail.replaceChildren(...[detailHeader(row, data), ...(data.error ? [] : detailBody(row, data))].flat().filter(Boolean));
  detail.scrollTop = 0;
  graphSize.disconnect();
  for (const holder of holders()) {
    redraw(holder);
    graphSize.observe(holder);
  }
  surroundings.drawn();
}

// Another detector's verdict on the opened answer.
function showVerdict(chosen) {
  showRow(opened.row, opened.whole, chosen);
  if (opened.claim !== null) chooseClaim(opened.claim, false);
  detail.querySelectorAll(".verdicts button")[chosen].focus();
}

function verdictsPart(whole, chosen) {
  if (whole.verdicts.length < 2) return null;
  return element("div", { class: "verdicts", role: "group", "aria-label": "Verdicts of the detectors" }, whole.verdicts.map(({ name, label, score }, index) =>
    element("button", { type: "button", "aria-pressed": String(index === chosen), onclick: () => showVerdict(index) },
      element("b", {}, name), " ", badge(label, LABEL_ICONS[label]), typeof score === "number" ? ` ${number(score)}` : "")));
}

function detailHeader(row, data) {
  const facts = [
    ["id", row.id], ["line", row.line], ["generator", row.generator], ["error", data.error?.type], ["field", data.error?.field],
    ["labelled", row.gold === null ? null : row.gold ? "hallucinated" : "grounded"],
  ].filter(([, value]) => value !== null && value !== undefined && value !== "");
  return [
    element("div", { class: "bar" },
      surroundings.before(),
      badge(data.label, LABEL_ICONS[data.label]),
      data.score === null ? null : element("span", { class: "score" }, number(data.score)),
      data.threshold === undefined ? null : element("span", { class: "kind", title: "From this score on an answer is called hallucinated" }, `threshold ${number(data.threshold)}`),
      data.score === null ? null : element("span", { class: "kind", title: data.calibrated ? "The score is a probability, fitted on held-out answers like this one" : "The score orders answers; it is not a probability" }, data.calibrated ? "calibrated" : "not calibrated"),
      surroundings.behind()),
    verdictsPart(opened.whole, opened.chosen),
    element("p", { class: "facts" }, facts.map(([name, value]) => element("span", {}, `${name} `, element("b", {}, value)))),
    data.error ? element("p", { class: "reason error text", dir: "auto" }, data.error.message) : null,
    data.reason ? element("p", { class: "reason text", dir: "auto" }, data.reason) : null,
  ];
}

function detailBody(row, data) {
  const answer = answerPart(row.answer, data.claims, data.words);
  const said = element("div", { class: "said" },
    row.question ? questionPart(row.question, data.turns) : null,
    section("Answer", answer, legend(data.claims), data.label === "hallucinated" && !data.claims.some(isFlagged)
      ? element("p", { class: "muted" }, "No single claim is flagged; the label rests on the features of the whole answer.") : null),
    conflictsPart(data.conflicts), suggestionsPart(data.suggestions));
  const rest = element("div", { class: "rest" },
    data.graphs ? section(...(data.graphs.heat ? attentionPart : triplesPart)(data.graphs).filter(Boolean)) : null,
    data.graph.nodes.some(({ kind }) => kind === "claim") && !data.graph.alone ? section("Evidence graph", ...graphPart(data)) : null,
    featuresPart(data.features), passagesPart(data.passages));
  const panel = data.claims.length ? element("aside", { id: "panel", class: "waiting", "aria-label": "Evidence for the claim", "aria-live": "polite" }) : null;
  return [element("div", { class: "columns" }, said, panel, rest)];
}

// Of a conversation every turn, and below them its last question as it was read.
function questionPart(question, turns) {
  if (!turns.length) return section("Question", element("p", { class: "question text", dir: "auto" }, question));
  const said = turns.map(([role, content]) => [element("dt", {}, role), element("dd", { class: "text", dir: "auto" }, content)]);
  const read = turns[turns.length - 1][1] === question ? null
    : element("p", { class: "muted", dir: "auto" }, `The question is read as: “${question}”`);
  return section("Conversation", element("dl", { class: "question turns" }, said.flat()), read);
}

// A row may come without its example; its claims then stand for the answer.
function answerPart(text, claims, words) {
  if (text) return markedAnswer(text, claims, words);
  if (!claims.length) return element("p", { class: "muted" }, "The answer is empty.");
  let end = -1;
  const moved = claims.map((claim) => ({ ...claim, start: end + 1, end: (end += 1 + claim.claim.length) }));
  return markedAnswer(claims.map((claim) => claim.claim).join("\n"), moved);
}

function section(title, ...children) {
  return element("section", {}, element("h2", {}, title), ...children);
}

function graphPart(data) {
  if (!data.graph.edges.length) return [element("p", { class: "muted" }, "The detector reported no evidence edges for this answer.")];
  return [
    element("div", { id: "graph" }),
    element("div", { id: "graph-tools", role: "group", "aria-label": "What the graph shows" }),
    element("p", { class: "legend", id: "graph-note" }),
  ];
}

function featuresPart(features) {
  const names = Object.keys(features);
  if (!names.length) return null;
  return element("details", {}, element("summary", {}, `Features (${names.length})`),
    element("table", { class: "features" }, element("tbody", {}, names.map((name) => element("tr", {},
      element("th", { scope: "row" }, name), element("td", {}, figure(features[name])))))));
}

function figure(value) {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}

// Long passages enter the page only when they are asked for.
function passagesPart(passages) {
  if (!passages.length) return null;
  const holder = element("details", { id: "passages" }, element("summary", {}, `Passages (${passages.length})`));
  holder.addEventListener("toggle", () => fillPassages(holder, passages));
  return holder;
}

function fillPassages(holder, passages) {
  if (holder.childElementCount > 1) return;
  holder.append(...passages.map(([id, text]) => element("div", { class: "passage", "data-passage": `p:${id}` },
    element("h3", {}, `passage ${id}`), element("p", { class: "text", dir: "auto" }, text || "(empty)"))));
}

function showPassage(key) {
  const holder = document.getElementById("passages");
  if (!holder) return;
  fillPassages(holder, opened.data.passages);
  holder.open = true;
  for (const passage of holder.querySelectorAll(".passage")) {
    const found = passage.dataset.passage === key;
    passage.classList.toggle("found", found);
    if (found) passage.scrollIntoView({ block: "start" });
  }
}

function worstClaim(claims) {
  const flagged = claims.map((_, index) => index).filter((index) => isFlagged(claims[index]));
  if (!flagged.length) return 0;
  return flagged.reduce((best, index) => (claims[index].score ?? 0) > (claims[best].score ?? 0) ? index : best);
}

function chooseClaim(index, reveal = true) {
  const { data } = opened;
  const panel = document.getElementById("panel");
  if (!panel || index < 0 || index >= data.claims.length) return;
  opened.claim = index;
  const step = (by) => { chooseClaim(opened.claim + by); focusFirst(panel, by); };
  panel.replaceChildren(...claimPanel(data, index, step, hidePanel));
  panel.scrollTop = 0;
  const graph = document.getElementById("graph");
  if (graph && opened.byClaim) redraw(graph);
  if (reveal) panel.classList.remove("waiting");
  markChosen();
  if (!reveal) return;
  surroundings.chosen();
  claimNode(index)?.scrollIntoView({ block: "nearest" });
}

// The panel is rebuilt at each step, so the button that was pressed is found again.
function focusFirst(panel, by) {
  const buttons = [...panel.querySelectorAll(".steps button")];
  const same = buttons[by < 0 ? 0 : 1];
  (same.disabled ? buttons[by < 0 ? 1 : 0] : same).focus();
}

function hidePanel() {
  document.getElementById("panel").classList.add("waiting");
  claimNode(opened.claim)?.focus();
}

function claimNode(index) {
  return detail.querySelector(`.answer .claim[data-claim="${index}"]`);
}

function markChosen() {
  for (const part of detail.querySelectorAll(".answer .claim")) {
    const chosen = Number(part.dataset.claim) === opened.claim;
    part.classList.toggle("chosen", chosen);
    if (part.hasAttribute("aria-pressed")) part.setAttribute("aria-pressed", String(chosen));
  }
  for (const node of detail.querySelectorAll("#graph .node")) node.classList.toggle("chosen", node.dataset.node === `c:${opened.claim}`);
}

function light(key) {
  const near = new Set([key]);
  const [graph, triples] = ["graph", "triples"].map((id) => document.getElementById(id));
  if (graph) for (const each of lightGraph(graph, key)) near.add(each);
  const views = opened?.data.graphs?.views; // none while what had the focus is being taken away
  if (triples && views) for (const each of lightTriples(triples, views, key)) near.add(each);
  for (const part of detail.querySelectorAll(".answer .claim")) part.classList.toggle("hot", key !== null && near.has(`c:${part.dataset.claim}`));
}

function keyAt(target) {
  const claim = target.closest?.(".answer .claim");
  if (claim) return `c:${claim.dataset.claim}`;
  const triple = target.closest?.("#triples .triple[data-view]");
  if (triple) return `t:${triple.dataset.view}`;
  return target.closest?.("#graph .node")?.dataset.node ?? null;
}

function activate(target) {
  const key = keyAt(target);
  if (key?.startsWith("c:")) chooseClaim(Number(key.slice(2)));
  else if (key?.startsWith("p:")) showPassage(key);
  else if (/^[ous]:/.test(key ?? "")) openNode(opened.model.nodes.find((node) => node.key === key));
  else if (key?.startsWith("t:")) openTriple(opened.data.graphs.views[Number(key.slice(2))]);
  return key !== null;
}

function openTriple(view) {
  if (view.claim !== null) chooseClaim(view.claim);
  else if (view.side === "evidence") showPassage(`p:${view.passage_id}`);
}

// A sentence leads to its passage, a statement to who states it, another detector's claim to its verdict.
function openNode(node) {
  if (node.kind === "claim") return showVerdict(opened.whole.verdicts.findIndex(({ name }) => node.others.includes(name)));
  const home = node.home;
  if (!home) return undefined;
  if (home.key.startsWith("c:")) return chooseClaim(Number(home.key.slice(2)));
  return home.kind === "claim" ? openNode(home) : showPassage(home.key);
}
