"""Judge short claims, right and wrong, that a person would try first.

    python scripts/short_claims.py [.cache/tokens/fold_0.pt …]

Prints, for each claim, the log-odds that checkpoints of `train_token_model.py` give the answer, and
what the shipped `fused` says; then the AUROC of each. The claims were written before the model that
is shipped was trained, and nothing was chosen by them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import torch

from groundgraph import Example, Passage, load
from groundgraph.measures.metrics import auroc
from token_data import Lower, prepare, read_rarity
from train_token_model import Data, Recipe, TokenModel, judged

CLAIMS = Path(__file__).with_name("short_claims.json")


def examples() -> list[Example]:
    """Return the claims as answers."""
    return [
        Example(
            claim,
            (Passage(group["passage"]),),
            id=f"{number}-{side}-{place}",
            label=side == "wrong",
            metadata={"task": "claims", "source_id": str(number)},
        )
        for number, group in enumerate(json.loads(CLAIMS.read_text(encoding="utf-8")))
        for side in ("right", "wrong")
        for place, claim in enumerate(group[side])
    ]


def log_odds(path: Path, work: Path, folder: Path) -> list[float]:
    """Return what a checkpoint says of each answer."""
    content = torch.load(path, weights_only=True)
    data = Data(folder, "cpu", like=Data(work, "cpu"))
    model = TokenModel(len(data.mean), Recipe(**content["recipe"]))
    model.load_state_dict(content["model"])
    said = {number: answer for number, _, answer in judged(model, data, sorted(data.groups))}
    return [said[number] for number in range(len(said))]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("checkpoints", nargs="*", type=Path)
    parser.add_argument("--work", type=Path, default=Path(".cache/tokens"))
    arguments = parser.parse_args()
    answers = examples()
    columns = {"fused": [v.hallucination_score or 0.0 for v in load("fused").detect(answers)]}
    if arguments.checkpoints:
        with tempfile.TemporaryDirectory() as folder:
            prepare(answers, Path(folder), Lower(1), read_rarity(arguments.work))
            for path in arguments.checkpoints:
                columns[str(path)] = log_odds(path, arguments.work, Path(folder))
    for number, answer in enumerate(answers):
        said = " ".join(f"{scores[number]:6.2f}" for scores in columns.values())
        print(f"{'wrong' if answer.label else 'right'} {said}  {answer.answer}")
    labels = [bool(answer.label) for answer in answers]
    for name, scores in columns.items():
        print(f"{name}: AUROC {auroc(labels, scores):.3f} of {len(labels)} claims")


if __name__ == "__main__":
    main()
