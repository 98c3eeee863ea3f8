// The answer as it is typed: a layer beneath the text field holds the same text, with the claims marked.

const answer = document.getElementById("answer");
const marks = document.getElementById("marks");
let marked = { text: "", claims: [] };

function markAnswer(text, claims) {
  marked = { text, claims: claims.map(({ start, end, outcome }, index) => ({ start, end, outcome, index })) };
  if (text === answer.value) drawMarks();
  else keepMarks();
}

// What was typed since moves the claims behind it; a claim that it changed is not marked until it is judged.
function keepMarks() {
  const [before, after] = [marked.text, answer.value];
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const by = after.length - before.length;
  const claims = marked.claims.flatMap((claim) => {
    if (claim.end <= head) return [claim];
    return claim.start >= before.length - tail ? [{ ...claim, start: claim.start + by, end: claim.end + by }] : [];
  });
  marked = { text: after, claims };
  drawMarks();
}

function drawMarks(chosen = opened?.claim) {
  const { text, claims } = marked;
  const points = cuts(claims, text.length);
  const parts = [];
  for (let number = 0; number + 1 < points.length; number += 1) {
    const [start, end] = [points[number], points[number + 1]];
    const covering = claims.flatMap((claim, place) => claim.start <= start && end <= claim.end ? [place] : []);
    const piece = text.slice(start, end);
    if (!covering.length) parts.push(piece);
    else {
      const claim = claims[foremost(claims, covering)];
      parts.push(element("span", { class: `claim ${claim.outcome}${claim.index === chosen ? " chosen" : ""}` }, piece));
    }
  }
  marks.replaceChildren(...parts, "\n"); // the last line has its height even while it is empty
}

function claimAtCursor() {
  if (document.activeElement !== answer) return null;
  const at = answer.selectionStart;
  return marked.claims.find(({ start, end }) => start <= at && at < end)?.index ?? null;
}
