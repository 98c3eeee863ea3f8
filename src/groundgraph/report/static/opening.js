// Answers of the list, opened beside it.

let wanted = null; // index of the row that was asked for last

// Resolves to whether the row is open: another may have been asked for meanwhile.
async function openRow(index) {
  wanted = index;
  if (opened?.row === rows[index]) return true;
  const data = await readPacked(`row-${index}`);
  if (wanted !== index) return false;
  if (opened?.row !== rows[index]) showRow(rows[index], data);
  return true;
}

function closeDetail() {
  opened = null;
  wanted = null;
  detail.replaceChildren(element("p", { class: "empty" }, rows.length ? "No answer matches the filters." : "This report holds no answers."));
}

Object.assign(surroundings, {
  before: () => button("Back to the list", "‹ list", backToList, { id: "back" }),
  behind: () => element("span", { class: "steps" },
    button("Previous answer", "↑", () => moveTo(active - 1)), button("Next answer", "↓", () => moveTo(active + 1))),
  chosen: () => writeHash(),
});
