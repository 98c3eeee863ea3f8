// The answer with its claims marked, and the panel that shows one claim's evidence.

const CONTEXT = 280; // UTF-16 units of a passage shown on each side of the evidence

function cuts(claims, length) {
  const points = new Set([0, length]);
  for (const { start, end } of claims) points.add(Math.min(start, length)).add(Math.min(end, length));
  return [...points].sort((a, b) => a - b);
}

// Where claims overlap, the worst outcome is shown, then the shortest claim.
function foremost(claims, covering) {
  return covering.reduce((best, index) => {
    const [a, b] = [claims[best], claims[index]];
    const difference = OUTCOMES[b.outcome].rank - OUTCOMES[a.outcome].rank || (b.end - b.start) - (a.end - a.start);
    return difference < 0 ? index : best;
  });
}

function markedAnswer(text, claims, words = []) {
  const whole = new Set(claims.map((claim) => `${claim.start}-${claim.end}`));
  const ranges = words.map(([start, end]) => ({ start, end })).filter(({ start, end }) => !whole.has(`${start}-${end}`));
  const points = cuts([...claims, ...ranges], text.length);
  const begun = new Set();
  let open = claims.map((_, index) => index).sort((a, b) => claims[a].start - claims[b].start);
  const parts = [];
  for (let number = 0; number + 1 < points.length; number += 1) {
    const [start, end] = [points[number], points[number + 1]];
    open = open.filter((index) => claims[index].end > start);
    const covering = [];
    for (const index of open) {
      if (claims[index].start > start) break;
      covering.push(index);
    }
    const piece = text.slice(start, end);
    const marked = ranges.some((range) => range.start <= start && end <= range.end);
    parts.push(covering.length ? claimPart(piece, claims, foremost(claims, covering), begun, marked) : piece);
  }
  return element("div", { class: "answer text", dir: "auto" }, parts);
}

function claimPart(text, claims, index, begun, marked) {
  const claim = claims[index];
  const first = !begun.has(index);
  begun.add(index);
  const cited = citedWrongly(claim);
  const icon = isFlagged(claim) || claim.outcome === "unverifiable" ? OUTCOMES[claim.outcome].icon : cited ? CITATIONS[cited].icon : "";
  return element("span", {
    class: `claim ${claim.outcome}${cited ? " miscited" : ""}${marked && isFlagged(claim) ? " words" : ""}`, "data-claim": index, "data-mark": first ? `${index + 1}${icon}` : null,
    role: first ? "button" : null, tabindex: first ? 0 : null, "aria-pressed": first ? "false" : null,
    "aria-description": first ? `Claim ${index + 1}, ${claim.outcome}${cited ? `, ${CITATIONS[cited].meaning}` : ""}` : null,
  }, text);
}

// How an unflagged claim cites, where its passages are not those that support it; else "".
function citedWrongly(claim) {
  return !isFlagged(claim) && claim.citation in CITATIONS ? claim.citation : "";
}

function legend(claims) {
  const present = Object.keys(OUTCOMES).filter((outcome) => claims.some((claim) => claim.outcome === outcome));
  const cited = Object.keys(CITATIONS).filter((kind) => claims.some((claim) => citedWrongly(claim) === kind));
  return element("p", { class: "legend" }, present.map((outcome) => element("span", {},
    element("span", { class: `claim ${outcome}` }, `${OUTCOMES[outcome].icon} ${outcome}`), ` ${OUTCOMES[outcome].meaning}`)),
  cited.map((kind) => element("span", {}, element("span", { class: "claim supported miscited" }, `${CITATIONS[kind].icon} citation`), ` ${CITATIONS[kind].meaning}`)));
}

function claimPanel({ claims, passages, graphs, threshold, claim_threshold: least = threshold }, index, step, close) {
  const claim = claims[index];
  const evidence = claim.evidence.map((item) => evidencePart(item, passages, graphs?.heat ? ATTENTION : SIMILARITY));
  return [
    element("div", { class: "bar" },
      badge(claim.outcome, OUTCOMES[claim.outcome].icon),
      claim.score === null ? null : element("span", { class: "score", title: "Hallucination score of the claim; higher is worse" }, number(claim.score)),
      element("span", { class: "kind" }, `claim ${index + 1} of ${claims.length}`),
      element("span", { class: "steps" },
        button("Previous claim", "‹", () => step(-1), { disabled: index === 0 }),
        button("Next claim", "›", () => step(1), { disabled: index === claims.length - 1 }),
        button("Close the evidence", "×", close, { class: "quiet close" }))),
    claim.score === null || least === undefined ? null : element("p", { class: "muted", title: "From this score on the detector flags a claim; the label of the answer rests on the answer's own score" }, `Flagged from ${number(least)}`),
    element("p", { class: "quote text", dir: "auto" }, claim.claim),
    claim.readAs ? element("p", { class: "muted text", dir: "auto" }, `Read as: “${claim.readAs}”`) : null,
    claim.explanation ? element("p", { class: "explanation", dir: "auto" }, claim.explanation) : null,
    evidence.length ? evidence : element("p", { class: "evidence muted" }, "No passage was compared with this claim."),
  ].flat().filter(Boolean);
}

const SIMILARITY = { source: "source ", name: "similarity", title: "How near the evidence is to the claim; higher is nearer" };
const ATTENTION = { source: "", name: "attention", title: "Share of the answer's attention to the triples" };

function evidencePart(item, passages, measure) {
  const text = item.passage === null ? item.text : passages[item.passage][1];
  const holder = element("div", { class: "text", dir: "auto" });
  const whole = item.start === null || (item.start === 0 && item.end === text.length);
  if (whole) wholeText(holder, text);
  else cutText(holder, text, item);
  return element("div", { class: "evidence" },
    element("p", { class: "source" }, element("span", {}, item.passage === null ? measure.source : "passage ", element("b", {}, item.id)),
      element("span", { class: "score number", title: measure.title }, item.score === null ? "" : `${measure.name} ${number(item.score)}`)),
    holder);
}

function wholeText(holder, text) {
  const body = element("div", {}, text || "(empty)");
  holder.classList.add("whole");
  holder.append(body);
  if (text.length <= 900) return;
  body.classList.add("clamped");
  holder.append(moreButton("show the whole passage", () => body.classList.remove("clamped")));
}

function cutText(holder, text, { start, end }) {
  const from = wordEdge(text, start - CONTEXT, 1);
  const to = wordEdge(text, end + CONTEXT, -1);
  const show = (low, high) => [
    low > 0 ? "… " : "", text.slice(low, start), element("mark", {}, text.slice(start, end)), text.slice(end, high), high < text.length ? " …" : "",
  ];
  holder.append(...show(from, to));
  if (from === 0 && to === text.length) return;
  holder.append(" ", moreButton("show the whole passage", () => holder.replaceChildren(...show(0, text.length))));
}

// Cut at a space where one is near, so that no word (and no surrogate pair) is split in sight.
function wordEdge(text, place, step) {
  if (place <= 0) return 0;
  if (place >= text.length) return text.length;
  for (let moved = 0; moved < 30; moved += 1) {
    if (/\s/.test(text[place + step * moved] ?? " ")) return place + step * moved;
  }
  return /[\udc00-\udfff]/.test(text[place]) ? place + 1 : place;
}

function moreButton(label, action) {
  return element("button", {
    type: "button", class: "link", onclick: (event) => { event.currentTarget.remove(); action(); },
  }, label);
}
