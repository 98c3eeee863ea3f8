// Checking as one types: the last change is judged, an answer to an earlier one is dropped.

const PAUSE = 350; // milliseconds after the last key
const HINT = "Type or paste an answer and the passages that it was made from.";
const EXAMPLE = {
  question: "How long is the warranty, and what does it cover?",
  answer: "The battery is covered for 60 months. The frame is covered for ten years. Shipping to the workshop is free.",
  passages: [
    "Warranty. The battery is covered for 24 months from the date of purchase. The frame is covered for ten years.",
    "To claim, send the part to our workshop. Shipping costs are borne by the customer.",
  ],
};
let timer = null;
let asking = null; // AbortController of the request under way
let checked = null; // what the check view shows, for when it is come back to

function changedFields() {
  keepMarks();
  clearTimeout(timer);
  timer = setTimeout(checkFields, PAUSE);
}

async function checkFields() {
  clearTimeout(timer);
  asking?.abort();
  const row = fieldsRow();
  if (!row.answer.trim()) return forgetChecked();
  asking = new AbortController();
  const { signal } = asking;
  detail.setAttribute("aria-busy", "true");
  tell("checking …");
  try {
    const { summary, details } = await (await post(`v1/view${judgedBy()}`, JSON.stringify(row), { signal })).json();
    if (!signal.aborted) showChecked(summary, details, row);
  } catch (error) {
    if (!signal.aborted) failedCheck(error);
  }
}

function forgetChecked() {
  checked = null;
  markAnswer(answer.value, []);
  detail.removeAttribute("aria-busy");
  tell("");
  if (viewShown === "check") showNothing(HINT);
}

function failedCheck(error) {
  detail.removeAttribute("aria-busy");
  tell(error.message, true);
  if (error.status !== 429) return;
  tell(`The server is busy; trying again in ${error.retryAfter ?? 1} s.`, true);
  timer = setTimeout(checkFields, 1000 * (error.retryAfter ?? 1));
}

function showChecked(summary, details, row) {
  const chosen = viewShown === "check" && opened ? opened.chosen : 0;
  checked = { summary, details, row };
  detail.removeAttribute("aria-busy");
  if (viewShown !== "check") return;
  showVerdicts({ ...summary, generator: null }, details, row, chosen);
  markAnswer(row.answer, opened.data.claims);
  tell(spoken(opened.data));
}

// What a screen reader says once an answer is judged.
function spoken({ label, score, claims, reason }) {
  const flagged = claims.filter(isFlagged).length;
  const counted = claims.length ? `${flagged} of ${claims.length} ${claims.length === 1 ? "claim" : "claims"} flagged` : reason ?? "";
  return [label, score === null ? "" : number(score), counted].filter(Boolean).join(" · ");
}

function chooseAtCursor() {
  const index = claimAtCursor();
  if (index === null || !opened || index === opened.claim || viewShown !== "check") return;
  chooseClaim(index, false);
  drawMarks();
}

function openCheck() {
  if (checked) showChecked(checked.summary, checked.details, checked.row);
  else showNothing(HINT);
}

for (const field of [question, answer, turns, given]) field.addEventListener("input", changedFields);
given.addEventListener("input", (event) => tellAddress(event.target.closest("li")));
document.addEventListener("selectionchange", chooseAtCursor);
document.getElementById("add-turn").addEventListener("click", () => {
  const item = turnField(turns.children.length % 2 ? "assistant" : "user");
  turns.append(item);
  item.querySelector("textarea").focus();
});
document.getElementById("add-passage").addEventListener("click", () => addPassage().focus());
document.getElementById("passage-files").addEventListener("change", async ({ target }) => {
  await loadFiles(target.files);
  target.value = "";
});
document.getElementById("example").addEventListener("click", () => fillFields(EXAMPLE));
document.getElementById("clear").addEventListener("click", () => { fillFields({ question: "", answer: "", passages: [] }); question.focus(); });
