// What is asked: question and earlier turns, passages and their files.

const question = document.getElementById("question");
const turns = document.getElementById("turns");
const given = document.getElementById("given");
const filesTold = document.getElementById("files-told");
const LARGEST = 4_000_000; // bytes of a file: the server takes a million characters of a passage

// Each number shows the name that evidence calls the passage by.
function passageField(text = "", name = "") {
  const area = element("textarea", { class: "field", rows: 3, spellcheck: "false", placeholder: "Text or HTML that the answer was made from" });
  area.value = text;
  const item = element("li", { "data-name": name || null },
    element("div", { class: "head" }, element("span", { class: "name" }),
      button("Remove the passage", "×", () => { removeItem(item, given); numberPassages(); })),
    area, element("p", { class: "hint address", role: "status" }));
  return item;
}

function turnField(role = "user", text = "") {
  const select = element("select", { "aria-label": "Who said it" }, ["user", "assistant", "system"].map((each) => element("option", {}, each)));
  select.value = role;
  const area = element("textarea", { class: "field", rows: 1, spellcheck: "false", "aria-label": "What was said" });
  area.value = text;
  const item = element("li", {}, element("div", { class: "head" }, select, button("Remove the turn", "×", () => removeItem(item, turns))), area);
  return item;
}

// The focus goes to what stands in the removed item's place.
function removeItem(item, holder) {
  const place = [...holder.children].indexOf(item);
  item.remove();
  const next = holder.children[Math.min(place, holder.children.length - 1)];
  (next?.querySelector("textarea") ?? document.getElementById(holder === given ? "add-passage" : "add-turn")).focus();
  changedFields();
}

function numberPassages() {
  [...given.children].forEach((item, index) => {
    const name = String(index + 1);
    item.querySelector(".name").textContent = item.dataset.name ? `${name} · ${item.dataset.name}` : name;
    item.querySelector("textarea").setAttribute("aria-label", `Passage ${name}`);
  });
}

function addPassage(text = "", name = "") {
  const empty = [...given.children].find((item) => !item.querySelector("textarea").value);
  const item = passageField(text, name);
  if (text && empty) empty.replaceWith(item);
  else given.append(item);
  numberPassages();
  tellAddress(item);
  return item.querySelector("textarea");
}

// An address is never fetched: the answer is held against what stands here.
function tellAddress(item) {
  const area = item.querySelector("textarea");
  item.querySelector(".address").textContent = /^\s*(https?|file|ftp):\/\/\S+\s*$/i.test(area.value)
    ? "This is an address. It is not fetched: paste the text that stands there, or load the file." : "";
}

async function loadFiles(files) {
  const problems = [];
  for (const file of files) {
    const text = file.size > LARGEST ? null : await file.text();
    if (text === null) problems.push(`${file.name} is larger than ${LARGEST / 1e6} MB.`);
    else if (text.startsWith("%PDF")) problems.push(`${file.name} is a PDF: make a text of it first, such as with pdftotext.`);
    else if (text.includes("\0") || text.includes("\ufffd")) problems.push(`${file.name} is no text in UTF-8.`);
    else if (!text.trim()) problems.push(`${file.name} is empty.`);
    else addPassage(text, file.name);
  }
  filesTold.textContent = problems.join(" ");
  changedFields();
}

// The row that is judged; a passage that was left empty is none.
function fieldsRow() {
  const asked = question.value.trim();
  const earlier = [...turns.children].map((item) => ({ role: item.querySelector("select").value, content: item.querySelector("textarea").value }))
    .filter(({ content }) => content.trim());
  const passages = [...given.querySelectorAll("textarea")].map(({ value }, index) => ({ id: String(index + 1), text: value })).filter(({ text }) => text.trim());
  return {
    ...(asked ? { question: earlier.length ? [...earlier, { role: "user", content: asked }] : asked } : {}),
    passages, answer: answer.value,
  };
}

function fillFields(row) {
  question.value = row.question;
  answer.value = row.answer;
  turns.replaceChildren();
  given.replaceChildren();
  for (const text of row.passages) addPassage(text);
  if (!row.passages.length) addPassage();
  filesTold.textContent = "";
  changedFields();
}
