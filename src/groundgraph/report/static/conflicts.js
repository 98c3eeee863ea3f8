// Passages that disagree on what the answer says: the sides of each conflict face to face.

function conflictsPart(conflicts) {
  if (!conflicts.length) return null;
  return section("Conflicts in the evidence", ...conflicts.map(conflictPart));
}

function conflictPart({ explanation, claims, named, sides }) {
  const bears = `Bears on claim${claims.length === 1 ? "" : "s"} ${claims.map((claim) => claim + 1).join(", ")}; `;
  return element("div", { class: "conflict" },
    element("p", { dir: "auto" }, element("span", { class: "icon", "aria-hidden": "true" }, "⇄"), ` ${explanation}`),
    element("p", { class: "muted" }, bears, named ? "the answer tells of it." : "the answer does not tell of it."),
    element("div", { class: "sides" }, sides.map(sidePart)));
}

function sidePart({ id, text, value, date }) {
  const start = text.indexOf(value);
  const words = start < 0 ? [text] : [text.slice(0, start), element("mark", {}, value), text.slice(start + value.length)];
  return element("div", { class: "side", "data-passage": `p:${id}` },
    element("p", { class: "source" }, "passage ", element("b", {}, id), date ? ` · ${date}` : null),
    element("p", { class: "text", dir: "auto" }, words));
}
