// Sentences of the answer with what the evidence says in the place of what it contradicts.

function suggestionsPart(suggestions) {
  if (!suggestions.length) return null;
  return section(suggestions.length === 1 ? "Suggestion" : "Suggestions",
    ...suggestions.map(({ old, text }) => element("p", { class: "suggestion text", dir: "auto" }, exchanged(old, text))),
    element("p", { class: "muted" }, "Made of the evidence's words. Nothing has judged it: read it against the evidence."));
}

// What the two sentences share at their ends is plain; what was taken out and put in is marked.
function exchanged(old, text) {
  const [before, after] = [old.split(/(\s+)/), text.split(/(\s+)/)];
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < least - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const middle = (words) => words.slice(head, words.length - tail).join("");
  return [
    after.slice(0, head).join(""),
    middle(before) ? element("del", {}, middle(before)) : null, middle(before) && middle(after) ? " " : null,
    middle(after) ? element("ins", {}, middle(after)) : null,
    after.slice(after.length - tail).join(""),
  ];
}
