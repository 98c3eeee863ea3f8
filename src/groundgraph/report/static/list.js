// The list of answers: filters, sorting, and only as many items in the page as fit its window.

const ITEM_HEIGHT = 72;
const SPARE_ITEMS = 6;
const rows = readJson("index");
const rowOfLine = new Map(rows.map((row, index) => [row.line, index]));
const list = document.getElementById("list");
const items = document.getElementById("items");
const search = document.getElementById("search");
const least = document.getElementById("least");
const sort = document.getElementById("sort");
const generator = document.getElementById("generator");
const labelButtons = [...document.querySelectorAll(".labels button")];

const others = rows.find((row) => row.others)?.others ?? [];
if (others.length) {
  document.getElementById("beside").textContent = `Behind the figures: what ${others.map(([name]) => name).join(", ")} ${others.length === 1 ? "says" : "say"}`;
}

let shown = []; // indices into rows, filtered and sorted
let active = -1; // position in shown
let haystacks = null;

const orders = {
  input: (a, b) => a - b,
  worst: (a, b) => worst(rows[b]) - worst(rows[a]) || a - b,
  flagged: (a, b) => rows[b].flagged - rows[a].flagged || worst(rows[b]) - worst(rows[a]) || a - b,
};

function worst(row) {
  if (row.label === "hallucinated") return 2 + row.score;
  return row.label === "grounded" ? row.score : row.label === "error" ? -2 : -1;
}

function matches(words, index) {
  if (!words.length) return true;
  haystacks ??= rows.map((row) =>
    [row.id, row.question, row.answer, row.generator, row.message].join("\n").toLowerCase());
  return words.every((word) => haystacks[index].includes(word));
}

function filterRows() {
  const labels = labelButtons.filter((each) => each.getAttribute("aria-pressed") === "true").map((each) => each.dataset.label);
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const floor = least.valueAsNumber;
  const kept = [];
  rows.forEach((row, index) => {
    if (labels.length && !labels.includes(row.label)) return;
    if (generator.value && row.generator !== generator.value.slice(1)) return;
    if (floor > 0 && !(row.score >= floor)) return;
    if (matches(words, index)) kept.push(index);
  });
  return kept.sort(orders[sort.value]);
}

function refreshList() {
  shown = filterRows();
  active = -1;
  items.style.height = `${shown.length * ITEM_HEIGHT}px`;
  document.getElementById("status").textContent = shown.length === rows.length
    ? `${rows.length.toLocaleString("en")} ${rows.length === 1 ? "answer" : "answers"}` : `${shown.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")} answers`;
  drawItems();
}

function drawItems() {
  const first = Math.max(0, Math.floor(list.scrollTop / ITEM_HEIGHT) - SPARE_ITEMS);
  const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / ITEM_HEIGHT) + SPARE_ITEMS);
  const drawn = [];
  for (let position = first; position < last; position += 1) drawn.push(drawItem(position));
  items.replaceChildren(...drawn);
  const activeDrawn = active >= first && active < last;
  if (activeDrawn) list.setAttribute("aria-activedescendant", `item-${shown[active]}`);
  else list.removeAttribute("aria-activedescendant");
}

function drawItem(position) {
  const row = rows[shown[position]];
  const item = element("div", {
    class: "item", role: "option", id: `item-${shown[position]}`, "data-row": shown[position],
    "aria-selected": String(position === active), "aria-setsize": shown.length, "aria-posinset": position + 1,
  },
  element("div", { class: "top" },
    badge(row.label, LABEL_ICONS[row.label]), element("span", { class: "number" }, row.score === null ? "" : number(row.score)),
    row.flagged > 0 && element("span", { class: "flagged number", title: `${row.flagged} of ${row.claims} claims flagged` }, `${row.flagged}/${row.claims}`),
    row.conflicts > 0 && element("span", { class: "conflicts number", title: `Passages disagree on ${row.conflicts} thing${row.conflicts === 1 ? "" : "s"} that the answer says` }, `⇄ ${row.conflicts}`),
    row.others && element("span", { class: "others", title: row.others.map(([name, label]) => `${name}: ${label}`).join(", ") }, row.others.map(([, label]) => LABEL_ICONS[label]).join(" ")),
    element("span", { class: "id" }, row.generator ?? row.id ?? `line ${row.line}`)),
  element("div", { class: "first", dir: "auto" }, excerpt(row.question || row.answer || row.message) || "(empty)"),
  element("div", { class: "second", dir: "auto" }, row.question ? excerpt(row.answer) : ""));
  item.style.transform = `translateY(${position * ITEM_HEIGHT}px)`;
  return item;
}

function excerpt(text) {
  return text.slice(0, 160).replace(/\s+/g, " ").trim();
}

function scrollToActive() {
  const top = active * ITEM_HEIGHT;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + ITEM_HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + ITEM_HEIGHT - list.clientHeight;
  drawItems();
}

function fillGenerators() {
  const names = [...new Set(rows.map((row) => row.generator).filter((name) => name !== null))].sort();
  // The value carries a prefix, so that a generator called "" is not the choice of all.
  generator.append(...names.map((name) => element("option", { value: `=${name}` }, name || "(empty)")));
  document.getElementById("generators").hidden = names.length < 2;
}
