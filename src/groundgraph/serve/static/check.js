// Checking as one types: the last change is judged, an answer to an earlier one is dropped.

const PAUSE = 350; // milliseconds after the last key
const HINT = "Type or paste an answer and the passages that it was made from.";
const EXAMPLE = {
  question: "How long is the warranty, and what does it cover?",
  answer: "The battery is covered for 60 months. The frame is covered for ten years. Repairs take two weeks.",
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
  if (answer.value.trim() || checked) detail.setAttribute("aria-busy", "true"); // what is shown is of an earlier text
  clearTimeout(timer);
  timer = setTimeout(checkFields, PAUSE);
}

async function checkFields() {
  clearTimeout(timer);
  asking?.abort();
  const [row, by] = [fieldsRow(), queryOf(ticked())];
  if (!row.answer.trim()) return forgetChecked();
  asking = new AbortController();
  const { signal } = asking;
  detail.setAttribute("aria-busy", "true");
  try {
    const { summary, details } = await viewOf(JSON.stringify(row), signal);
    if (!signal.aborted) showChecked({ summary, details, row, by });
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

function showChecked(found) {
  const { summary, details, row } = found;
  const chosen = viewShown === "check" && opened ? opened.chosen : 0;
  checked = found;
  detail.removeAttribute("aria-busy");
  if (viewShown !== "check") return;
  const place = detail.scrollTop;
  showVerdicts({ ...summary, id: null, line: null }, details, row, chosen);
  markAnswer(row.answer, opened.data.claims);
  chooseAtCursor();
  detail.scrollTop = place;
}

function chooseAtCursor() {
  const index = claimAtCursor();
  if (index === null || !opened || index === opened.claim || viewShown !== "check") return;
  chooseClaim(index, false);
  drawMarks();
}

function mayReplace() {
  const { passages, answer: written } = fieldsRow();
  const nothing = !passages.length && !written.trim() && !question.value.trim();
  return nothing || confirm("Replace the question, the answer and the passages?");
}

function openCheck() {
  if (checked && checked.by === queryOf(ticked())) return showChecked(checked);
  showNothing(HINT);
  return checked ? checkFields() : undefined;
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
document.getElementById("example").addEventListener("click", () => { if (mayReplace()) fillFields(EXAMPLE); });
document.getElementById("clear").addEventListener("click", () => {
  if (!mayReplace()) return;
  fillFields({ question: "", answer: "", passages: [] });
  question.focus();
});
