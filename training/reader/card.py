"""The model card of the reader."""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from training.figures import UNDEFINED, bounded, number
from training.mpnet import source
from training.mpnet.network import FINE
from training.onnx_graph import sha256
from training.reader.exported import ordered, told_apart
from training.reader.finish import WEIGHTS
from training.reader.recipe import (
    HELD_ANSWERS,
    HELD_EDITS,
    HELD_PAIRS,
    HELD_RAGTRUTH,
    HELD_STRANGERS,
    HELD_WORLDS,
    HELD_WRITTEN,
    SHOWN_ROWS,
)
from training.reader.restored import layers_of
from training.reader.train import figures_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from training.reader.exported import Said

CARD = """# The embedded reader

Says of each token and of each claim of an answer whether its evidence supports it, does not, or
contradicts it; evidence and answer are read together. Behind
`groundgraph.parts.readers.minilm.MiniLMReader` and, with one claim beside one premise,
`groundgraph.parts.verifiers.minilm.MiniLMVerifier`; through them `fused` and `logic`. Written by
`python -m training reader`; do not edit by hand.

| | |
|---|---|
| `model.onnx` | {size:,} bytes, sha256 `{digest}` |
| licence | Apache-2.0; begun with the first layers of [all-mpnet-base-v2]({home}), Apache-2.0, \
which was begun with microsoft/mpnet-base, MIT; its `model.safetensors` has sha256 `{upstream}` |
| trained on | the {n:,} rows below. Share-alike texts train weights; none of them is shipped |
| licences of the data | RAGTruth MIT (its texts come from MS MARCO, CNN/Daily Mail and Yelp), \
MNLI OANC, SummEdits, FactCheck-GPT, 2WikiMultihopQA, InfoTabs, CondaQA and EntailmentBank \
Apache-2.0, BEGIN CC BY 4.0, MetaQA CC BY, VitaminC CC BY-SA 3.0, DocNLI BSD-3-Clause (claims and \
texts of FEVER CC BY-SA 3.0), FactCG MIT, HANS MIT, syntactic augmentation MIT, ScoNe CC0, \
counterfactual edits Apache-2.0 (sentences of SNLI CC BY-SA 4.0), TRACIE Apache-2.0, FOLIO \
CC BY-SA 4.0 |
| command | {command}; `--only export` writes an earlier checkpoint |
| steps | {steps:,}{begun} |
| teacher | {teacher} |
| recipe | `{recipe}` |
| temperature of the claims | {temperature} |

The first {layers} of the 12 layers of all-mpnet-base-v2, {width} wide, all trained but the word
embeddings and the bias of relative positions, and heads for three classes of each token and of each
claim. Training began with matrices as 7-bit integers with a scale for each row hold them (of a
teacher's layers beyond the first {fine}: 6-bit). A claim's head reads the mean of its tokens'
states, a mean weighted by attention, and its tokens' highest log-odds. Matrices are 7-bit integers
with a scale for each column, rounded so that layers give what they gave (GPTQ), word embeddings
6-bit with one for each row; the rows of tokens that no English text has are zero. The rows are in
the order of the tokenizer, `../minilm/tokenizer.json`: MPNet's words are the same under other ids.

**Inputs** `input_ids`, `token_type_ids` (1 from the claims on): int64, `(batch, sequence)`, at most
512; `members`: float32, `(batch, claims, sequence)`, 1 where a token stands in a claim. A window is
"[CLS] question [SEP] evidence [SEP] claims [SEP]", the question only where there is one, the units
of evidence by what they share with the claims (`groundgraph.parts.readers.window`); there is no
padding. **Outputs** `tokens`, of the tokens of side 1 alone, and `claims`: logits of supported,
unsupported, contradicted.

## What it was shown

Rows, and how many of them are shown in a round of the mixture. `edits` and `worlds` are made here:
sentences of texts that may train with a few words changed, and invented texts; both beside a twin
that is right. `short_edits` stand beside at most three sentences, `bare_worlds` beside nothing
else. `written` are texts and claims that a language model wrote for this, each beside a twin of the
text; `written_answers` are answers of some sentences that it wrote, right and wrong ones, and
`ragtruth_written` such answers about RAGTruth's sources. `strangers` are pairs of a right and a
wrong answer by language models that had seen nothing of groundgraph, most also beside passages that
were changed so that the wrong one is right. `near_ragtruth` and the like are single
sentences of answers beside the two units nearest to them. `ragtruth_copies` are grounded answers
with one number or name exchanged. Of RAGTruth's train sources one fold is left out
(`datasets.ragtruth.unseen_by_reader`).

| corpus | supported | not | in a round |
|---|---|---|---|
{shown}
{before}
## Corpora left out

Never shown; AUROC for "not supported" of the worst claim's log-odds with a 95% bootstrap interval,
by the exported file. Beside it the weights as they were trained, at step {judged_at} (the last line
of `{figures}`), and the share of new words.

| corpus | n (not supported) | exported | as trained | share of new words |
|---|---|---|---|---|
{left_out}

Pairs of a right and a wrong answer, the share in the right order:

| pairs | n | exported | as trained |
|---|---|---|---|
{pairs}

## Limits

- English prose, and data as JSON or tables that `groundgraph` flattens to facts.
- At most 512 tokens at once. Of longer evidence `fused` shows it the units that share most rare
  words with the claims, and of a claim of more than 254 tokens the beginning; the verifier reads a
  longer premise in windows.
- The probabilities are calibrated, as far as one temperature can, on single claims of the corpora
  above, of which half are supported.
- Token scores were learned from RAGTruth's marks and from pairs that differ in known words;
  elsewhere only the label of the whole was known.
- "Contradicted" against "unsupported" rests on the corpora that tell them apart; where none did,
  only their sum was learned.
"""

_PAIRS = {
    HELD_PAIRS: "`bench meaning`, dev half",
    HELD_EDITS: "`edits` of RAGTruth's fold left out",
    HELD_WORLDS: "`worlds` of domains never shown",
    HELD_WRITTEN: "`written`, items never shown",
    HELD_ANSWERS: "`written_answers`, items never shown",
    HELD_STRANGERS: "`strangers`, items never shown",
}


class Made(NamedTuple):
    """What is exported.

    Attributes:
        content: The file.
        checkpoint: What `training.loop.read` returns of the weights.
        temperatures: Of the claims, and the one that fits the corpora left out best.
        said: What the file says of the rows that are held out.
    """

    content: bytes
    checkpoint: Mapping[str, Any]
    temperatures: tuple[float, float]
    said: Said


def card(work: Path, made: Made) -> str:
    """Return the card: what was shown, and what is said of what was not."""
    counts, trained = shown(work), as_trained(work)
    return CARD.format(
        size=len(made.content),
        digest=sha256(made.content),
        n=counts.total(),
        steps=made.checkpoint["step"],
        begun=_begun(made.checkpoint["made_of"]),
        teacher=_teacher(made.checkpoint["made_of"]),
        home=source.HOME,
        upstream=source.UPSTREAM_SHA256,
        layers=layers_of(made.checkpoint["model"]),
        width=made.checkpoint["model"]["token.weight"].shape[1],
        command=_command(made.checkpoint["made_of"]),
        fine=FINE,
        before="".join(_before_lines(made.checkpoint["made_of"])),
        recipe=json.dumps(made.checkpoint["made_of"]["recipe"]),
        temperature=_temperature(*made.temperatures),
        shown="\n".join(_shown_lines(counts, made.checkpoint["made_of"]["mixture"])),
        judged_at=f"{trained['step']:,}" if trained else UNDEFINED,
        figures=figures_of(WEIGHTS),
        left_out="\n".join(_left_out_lines(made.said, trained)),
        pairs="\n".join(_pair_lines(made.said, trained)),
    )


def shown(work: Path) -> Counter[tuple[str, bool]]:
    """Count the rows of each corpus that was shown, supported and not."""
    counts: Counter[tuple[str, bool]] = Counter()
    with (work / SHOWN_ROWS).open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            kinds = [claim[2] for claim in row["claims"]] or [row["outcome"]]
            counts[row["corpus"], any(kinds)] += 1
    return counts


def as_trained(work: Path) -> dict[str, Any]:
    """Return the last line of figures of the run; ``{}`` where no checkpoint has one."""
    path = work / figures_of(WEIGHTS)
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return dict(json.loads(lines[-1])) if lines else {}


def _begun(made_of: Mapping[str, Any]) -> str:
    if "begun" not in made_of:
        return ""
    return f", begun with the weights of another run of this command, sha256 `{made_of['begun']}`"


def _temperature(taken: float, best: float) -> str:
    if taken == best:
        return f"{taken:.3f}, fitted on the corpora left out"
    fits = f"{best:.3f} fits the corpora left out"
    return f"{taken:.3f}, which the sums of `fused` were fitted with; {fits}"


def _command(made_of: Mapping[str, Any]) -> str:
    command = "`python -m training reader --data DATA` on a GPU"
    if made_of["recipe"].get("mixture") == "later":
        command += ", then `python -m training reader_later --data DATA` on two cores"
    again = ", and once more with `--set train.begun=CHECKPOINT`" if "begun" in made_of else ""
    return command + again


def _teacher(made_of: Mapping[str, Any]) -> str:
    return _taught(made_of["teacher"]) if "teacher" in made_of else "none"


def _taught(known: Mapping[str, Any]) -> str:
    layers = f"{known['recipe']['layers']} layers of the same encoder"
    return (
        f"a reader of {layers}, {known['steps']:,} steps, sha256 `{known['file']}`: its scores "
        "and last states were learnt beside the labels"
    )


def _before_lines(made_of: Mapping[str, Any]) -> Iterator[str]:
    """Yield a paragraph for each run whose weights this one comes from, the latest first."""
    if "averaged" in made_of:
        yield f"\n{textwrap.fill(_shares(made_of['averaged']), 100)}\n"
    for run in made_of.get("before", ()):
        mixture = ", ".join(f"{name} {count:,}" for name, count in sorted(run["mixture"].items()))
        steps = f"Before, {run['steps']:,} steps with rounds of other rows of the same kinds"
        shares = f" {_shares(run['averaged'])}" if "averaged" in run else ""
        shares += f" Its teacher was {_taught(run['teacher'])}." if "teacher" in run else ""
        yield f"\n{textwrap.fill(f'{steps}: {mixture}.{shares}', 100)}\n"


def _shares(averaged: Mapping[str, Any]) -> str:
    own, steps = f"{averaged['share']:.0%}", f"{averaged['steps']:,}"
    return (
        f"Of the weights {own} are those of this run, the others those of a run of {steps} steps, "
        f"sha256 `{averaged['other']}`."
    )


def _shown_lines(counts: Counter[tuple[str, bool]], mixture: Mapping[str, int]) -> Iterator[str]:
    for corpus in sorted({corpus for corpus, _ in counts}):
        own = mixture.get(corpus, 0)
        yield f"| {corpus} | {counts[corpus, False]:,} | {counts[corpus, True]:,} | {own:,} |"


def _left_out_lines(said: Said, trained: Mapping[str, Any]) -> Iterator[str]:
    values = []
    for corpus in (*said.corpora(), HELD_RAGTRUTH):
        own = said.of_corpora([corpus])
        if not own.rows:
            continue
        found, new = told_apart(own)
        known = trained.get("ragtruth claim" if corpus == HELD_RAGTRUTH else corpus)
        name = "RAGTruth, the fold left out" if corpus == HELD_RAGTRUTH else corpus
        counts = f"{len(own.rows)} ({int(own.wrong.sum())})"
        yield f"| {name} | {counts} | {bounded(found)} | {number(known)} | {number(new)} |"
        if corpus != HELD_RAGTRUTH and found.value is not None:
            values.append(found.value)
    mean = sum(values) / len(values) if values else None
    known = number(trained.get("mean claim"))
    yield f"| mean of {len(values)}, without RAGTruth | | {number(mean)} | {known} | |"


def _pair_lines(said: Said, trained: Mapping[str, Any]) -> Iterator[str]:
    for corpus, name in _PAIRS.items():
        found, n = ordered(said.of_corpora([corpus]))
        yield f"| {name} | {n} | {bounded(found)} | {number(trained.get(f'{corpus} claim'))} |"
