// What of the evidence graph is drawn: which kinds of edges, passages or their sentences, and of a
// large graph what bears on one claim.

// Of several edges between two nodes the first of these is drawn; pointing at it tells all.
const EDGE_KINDS = {
  contradicts: { verb: "contradicts", meaning: "says otherwise" },
  entails: { verb: "supports", meaning: "supports" },
  opposes: { verb: "disagrees with", meaning: "two passages disagree" },
  links: { verb: "leads to", meaning: "leads on, step by step" },
  states: { verb: "states", meaning: "who says it" },
  attends: { verb: "attended to", meaning: "the model attended to it" },
  similar: { verb: "is near", meaning: "near in meaning" },
};
const RANKS = Object.keys(EDGE_KINDS);
const MOST_NODES = 40; // more are too many to take in: then what bears on the chosen claim is drawn
const MOST_NEAR = 12; // passages near one claim
const MOST_EDGES = 600;
const MOST_SIMILAR = 60; // of more, which would be one bar, those of the chosen claim are drawn

function graphModel(row, data, chosen) {
  const { nodes: given, edges, names } = data.graph;
  const texts = new Map(data.passages.map(([id, text]) => [`p:${id}`, text]));
  const nodes = given.map((node, number) => modelNode(node, number, row, data, chosen, texts));
  given.forEach(({ home }, number) => { nodes[number].home = home === undefined ? null : nodes[home]; });
  return {
    nodes,
    edges: edges.map(([from, to, kind, weight, by]) => ({ from: nodes[from], to: nodes[to], kind, weight, by: by.map((each) => names[each]).filter(Boolean) })),
    judge: data.verdicts[chosen].name,
  };
}

function modelNode({ key, kind, text, claims }, number, row, data, chosen, texts) {
  if (kind === "claim") {
    const place = claims[chosen];
    const others = data.verdicts.filter((_, index) => claims[index] !== null).map(({ name }) => name);
    return place === null ? { key: `o:${number}`, kind, text, mark: "", others }
      : { key: `c:${place}`, kind, text, mark: String(place + 1), claim: data.verdicts[chosen].claims[place] };
  }
  if (kind === "question") return { key, kind, text: text || row.question, mark: "Q" };
  return { key, kind, text: texts.get(key) ?? text, mark: key.startsWith("p:") ? key.slice(2) : "" };
}

// A sentence stands for itself where sentences are shown, else its passage does.
function standIn(node, view) {
  return node.kind === "unit" && !view.units && node.home ? node.home : node;
}

function drawnGraph(model, view, claim) {
  const every = drawnEdges(model, view);
  const nodes = model.nodes.filter((node) => standIn(node, view) === node);
  const reached = reachedOf(nodes, every);
  const large = reached.length > MOST_NODES;
  const kept = new Set(view.all ? nodes : large ? bearingOn(claim, reached, every) : reached);
  const among = every.filter(({ from, to }) => kept.has(from) && kept.has(to));
  const narrowed = among.filter(({ kind }) => kind === "similar").length > MOST_SIMILAR;
  const edges = narrowed ? among.filter(({ kind, from, to }) => kind !== "similar" || [from.key, to.key].includes(claim)) : among;
  return {
    columns: columnsOf(nodes.filter((node) => kept.has(node))),
    edges: edges.slice(0, MOST_EDGES),
    left: nodes.filter((node) => node.kind !== "question" && !kept.has(node)).length, large, narrowed,
  };
}

// Claims, what an edge reaches, and what that is part of or stated by.
function reachedOf(nodes, edges) {
  const reached = new Set(edges.flatMap(({ from, to }) => [from, to]));
  for (const node of [...reached]) for (let home = node.home; home; home = home.home) reached.add(home);
  return nodes.filter((node) => node.kind === "claim" || reached.has(node));
}

function drawnEdges(model, view) {
  const pairs = new Map();
  for (const edge of model.edges) {
    const [from, to] = [standIn(edge.from, view), standIn(edge.to, view)];
    if (from === to || view.hidden.has(edge.kind) || (edge.kind === "states" && to.home === from)) continue;
    const ends = [from.key, to.key].sort().join("\n");
    if (!pairs.has(ends)) pairs.set(ends, []);
    pairs.get(ends).push({ ...edge, from, to });
  }
  const drawn = [...pairs.values()].map((among) => {
    among.sort((a, b) => RANKS.indexOf(a.kind) - RANKS.indexOf(b.kind) || b.weight - a.weight);
    return { ...among[0], among, others: among.every(({ by }) => by.length > 0 && !by.includes(model.judge)) };
  });
  return drawn.sort((a, b) => RANKS.indexOf(a.kind) - RANKS.indexOf(b.kind) || b.weight - a.weight);
}

// The chosen claim, what is joined to it and to its statements, and what leads there.
function bearingOn(claim, nodes, edges) {
  const kept = new Set(nodes.filter((node) => node.kind === "question" || node.key === claim));
  for (const node of nodes) if (kept.has(node.home)) kept.add(node);
  const reach = (from, most) => {
    let added = 0;
    for (const edge of edges) {
      const far = from.has(edge.from) ? edge.to : from.has(edge.to) ? edge.from : null;
      if (far && !kept.has(far) && far.kind !== "claim" && added < most) { kept.add(far); added += 1; }
    }
  };
  reach(new Set([...kept].filter((node) => node.kind !== "question")), MOST_NEAR);
  const ways = edges.filter(({ among }) => among.some(({ kind }) => kind === "links" || kind === "opposes"));
  for (let step = 0; step < 3; step += 1) {
    for (const { from, to } of ways) {
      if (kept.size >= MOST_NODES) break;
      if (kept.has(from) && to.kind !== "claim") kept.add(to);
      if (kept.has(to) && from.kind !== "claim") kept.add(from);
    }
  }
  for (const node of [...kept]) if (node.home && node.home.kind !== "claim") kept.add(node.home);
  return kept;
}

// The question; what evidence there is, with its sentences and statements below it; the claims, with theirs.
function columnsOf(nodes) {
  const below = new Map();
  for (const node of nodes) if (node.home) below.set(node.home, [...(below.get(node.home) ?? []), node]);
  const alone = (node) => !node.home || !nodes.includes(node.home);
  const family = (node) => [node, ...(below.get(node) ?? []).flatMap(family)];
  const order = (node) => node.claim ? node.claim.start : Number.MAX_SAFE_INTEGER;
  const claims = nodes.filter((node) => node.kind === "claim").sort((a, b) => order(a) - order(b));
  const evidence = nodes.filter((node) => !["question", "claim"].includes(node.kind) && alone(node));
  return [nodes.filter((node) => node.kind === "question"), evidence.flatMap(family), claims.flatMap(family)];
}
