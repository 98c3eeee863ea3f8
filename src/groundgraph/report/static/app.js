// Moving about: pointer, keyboard, filters and the address's hash (#line=12&claim=3).

const narrow = matchMedia("(max-width: 700px)");

// What a key does to the opened answer waits for the answer that the keys before asked for.
let moving = Promise.resolve();

function moveTo(position, options) {
  moving = move(position, options);
  return moving;
}

async function move(position, { claim = null } = {}) {
  if (!shown.length) {
    active = -1;
    closeDetail();
    document.body.removeAttribute("aria-busy");
    return;
  }
  active = Math.min(Math.max(position, 0), shown.length - 1);
  scrollToActive();
  document.body.setAttribute("aria-busy", "true");
  if (!(await openRow(shown[active]))) return;
  document.body.removeAttribute("aria-busy");
  if (opened.data.claims.length) {
    chooseClaim(claim ?? opened.claim ?? worstClaim(opened.data.claims), claim !== null);
  }
  writeHash(claim);
}

// Each entry of the browser's history knows whether it shows the list or (on a phone) an answer.
function writeHash(claim = opened?.claim) {
  if (!opened) return;
  const part = typeof claim === "number" ? `&claim=${claim + 1}` : "";
  history.replaceState(history.state ?? { view: "list" }, "", `#line=${opened.row.line}${part}`);
}

async function showHash() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const index = rowOfLine.get(Number(asked.get("line")));
  if (index === undefined) return false;
  if (!shown.includes(index)) clearFilters();
  const claim = Number.parseInt(asked.get("claim"), 10) - 1;
  await moveTo(shown.indexOf(index), { claim: claim >= 0 ? claim : null });
  return true;
}

function clearFilters() {
  search.value = "";
  least.value = "";
  generator.value = "";
  for (const each of labelButtons) each.setAttribute("aria-pressed", "false");
  refreshList();
}

function applyFilters() {
  list.scrollTop = 0;
  refreshList();
  moveTo(0);
}

// On a phone the answer takes the list's place, and the browser's Back returns to the list.
function enterDetail() {
  if (narrow.matches && history.state?.view !== "answer") history.pushState({ view: "answer" }, "", location.hash);
  document.body.classList.add("open");
  if (opened) redrawChanged();
}

function backToList() {
  if (history.state?.view === "answer") history.back();
  else leaveDetail();
}

function leaveDetail() {
  document.body.classList.remove("open");
  scrollToActive();
  list.focus();
}

async function openActive() {
  await moving;
  if (!opened) return;
  enterDetail();
  const first = opened.claim === null ? null : claimNode(opened.claim);
  (first ?? detail).focus();
}

async function stepOpened(by, flaggedOnly) {
  await moving;
  stepClaim(by, flaggedOnly);
}

function escape() {
  if (document.activeElement === search && search.value) {
    search.value = "";
    applyFilters();
  } else backToList();
}

const inList = {
  ArrowDown: () => moveTo(active + 1), ArrowUp: () => moveTo(active - 1),
  PageDown: () => moveTo(active + pageOfItems()), PageUp: () => moveTo(active - pageOfItems()),
  Home: () => moveTo(0), End: () => moveTo(shown.length - 1), Enter: openActive, " ": openActive,
};
const anywhere = {
  j: () => moveTo(active + 1), k: () => moveTo(active - 1),
  n: () => stepOpened(1, true), p: () => stepOpened(-1, true), "/": () => { leaveDetail(); search.focus(); search.select(); },
};

function pageOfItems() {
  return Math.max(1, Math.floor(list.clientHeight / ITEM_HEIGHT) - 1);
}

function actionFor(event) {
  const target = event.target;
  if (event.key === "Escape") return escape;
  if (target.matches("input, select")) {
    return target === search && (event.key === "ArrowDown" || event.key === "Enter") ? () => list.focus() : null;
  }
  if (target === list && inList[event.key]) return inList[event.key];
  return actionOnDrawn(event) ?? anywhere[event.key] ?? null;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !(event.target instanceof Element)) return;
  const action = actionFor(event);
  if (!action) return;
  event.preventDefault();
  action();
});
list.addEventListener("scroll", () => requestAnimationFrame(drawItems), { passive: true });
list.addEventListener("click", async (event) => {
  const item = event.target.closest(".item");
  if (!item) return;
  await moveTo(shown.indexOf(Number(item.dataset.row)));
  enterDetail();
});
new ResizeObserver(drawItems).observe(list);
for (const each of labelButtons) {
  each.addEventListener("click", () => {
    each.setAttribute("aria-pressed", String(each.getAttribute("aria-pressed") !== "true"));
    applyFilters();
  });
}
for (const control of [search, least, sort, generator]) control.addEventListener("input", applyFilters);
document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", async () => { if (!history.state && await showHash()) enterDetail(); });
addEventListener("popstate", async (event) => {
  if (!event.state || !(await showHash())) return;
  if (event.state.view === "list") leaveDetail();
  else enterDetail();
});

async function start() {
  fillGenerators();
  refreshList();
  if (await showHash()) enterDetail();
  else moveTo(0);
}

if (typeof DecompressionStream === "undefined") {
  detail.replaceChildren(element("p", { class: "empty" }, "This browser cannot unpack the answers: take one from 2023 or later."));
} else start();
