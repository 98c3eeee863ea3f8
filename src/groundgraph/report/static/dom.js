// Text of the answers reaches the page only as text nodes and attribute values made here.

const OUTCOMES = {
  contradicted: { icon: "≠", rank: 0, meaning: "the evidence says otherwise" },
  unsupported: { icon: "!", rank: 1, meaning: "no evidence found" },
  unverifiable: { icon: "?", rank: 2, meaning: "could not be checked" },
  supported: { icon: "✓", rank: 3, meaning: "evidence found" },
};
const CITATIONS = {
  elsewhere: { icon: "↪", meaning: "not by the passages cited" },
  missing: { icon: "∅", meaning: "cites no passage there is" },
};
const LABEL_ICONS = { hallucinated: "!", grounded: "✓", unverifiable: "?", error: "×" };

function isFlagged(claim) {
  return claim.outcome === "unsupported" || claim.outcome === "contradicted";
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function shape(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function number(value, digits = 2) {
  return typeof value === "number" ? value.toFixed(digits) : "–";
}

function badge(kind, icon, word = kind) {
  return element("span", { class: `badge ${kind}` }, element("span", { class: "icon", "aria-hidden": "true" }, icon), word);
}

function button(label, text, onclick, attributes = {}) {
  return element("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick, ...attributes }, text);
}

function readJson(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

// Details are packed: most are never looked at, and a page of thousands opens sooner.
function readPacked(id) {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(unpacked).json();
}
