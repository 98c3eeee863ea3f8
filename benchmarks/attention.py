"""Memory and time of the attention probe beside a plain forward pass and output_attentions.

    python benchmarks/attention.py                       # needs the extra ``gga``
    python benchmarks/attention.py --size 7b --prompt 4096 --device cuda

Models have the Qwen2 architecture and random weights. All variants see the same prompt and
answer, and compute the logits of the answer's tokens alone:

    plain       the forward pass, on torch's fused attention
    probe       the same pass, with the answer's attention and hidden states collected
    triples     that, and each triple's text read alone (the whole of a trace)
    attentions  the forward pass with output_attentions=True, on eager attention

Memory is the peak above what stood before the pass: resident memory of a process of its own
(Linux), or torch's count on a GPU. Variants take turns; the fastest round of each counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from transformers import Qwen2Config, Qwen2ForCausalLM

from groundgraph.parts.huggingface import fastest_device
from groundgraph.parts.probe.forward import Plan, embed_pass, trace_pass

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES: dict[str, dict[str, int]] = {
    "128m": {
        "vocab_size": 32_000,
        "hidden_size": 768,
        "intermediate_size": 3072,
        "num_hidden_layers": 12,
        "num_attention_heads": 12,
        "num_key_value_heads": 4,
    },
    "7b": {
        "vocab_size": 152_064,
        "hidden_size": 3584,
        "intermediate_size": 18_944,
        "num_hidden_layers": 28,
        "num_attention_heads": 28,
        "num_key_value_heads": 4,
    },
}
VARIANTS = ("plain", "probe", "triples", "attentions")
TRIPLES, TRIPLE_TOKENS = 20, 12


def build(options: argparse.Namespace) -> Any:
    torch.manual_seed(0)
    config = Qwen2Config(**SIZES[options.size], max_position_embeddings=8192)
    kind = torch.bfloat16 if options.device == "cuda" else torch.float32
    before = torch.get_default_dtype()
    torch.set_default_dtype(kind)
    with torch.device(options.device):
        model = Qwen2ForCausalLM(config).eval()
    torch.set_default_dtype(before)
    return model


def plan(options: argparse.Namespace) -> Plan:
    """Return a prompt of random tokens, a fifth or so of which state triples."""
    random = np.random.default_rng(0)
    highest = SIZES[options.size]["vocab_size"]
    owner = np.full(options.prompt, -1)
    owner[8 : 8 + TRIPLES * TRIPLE_TOKENS] = np.repeat(np.arange(TRIPLES), TRIPLE_TOKENS)
    prompt, answer = (
        random.integers(0, highest, n).tolist() for n in (options.prompt, options.answer)
    )
    return Plan(prompt, owner, answer, ("",) * TRIPLES)


def variants(model: Any, one: Plan) -> dict[str, Callable[[], Any]]:
    ids = torch.tensor([one.prompt + one.answer], device=model.device)
    keep = {"use_cache": False, "logits_to_keep": len(one.answer) + 1}
    texts = [
        one.prompt[i : i + TRIPLE_TOKENS]
        for i in range(8, 8 + TRIPLES * TRIPLE_TOKENS, TRIPLE_TOKENS)
    ]

    @torch.inference_mode()
    def plain() -> Any:
        return model(ids, **keep)

    def probe() -> Any:
        return trace_pass(model, [one], "answer", "mean")

    def triples() -> Any:
        return embed_pass(model, texts, [[True] * TRIPLE_TOKENS] * TRIPLES), probe()

    @torch.inference_mode()
    def attentions() -> Any:
        model.set_attn_implementation("eager")
        try:
            return model(ids, output_attentions=True, **keep)
        finally:
            model.set_attn_implementation("sdpa")

    return {"plain": plain, "probe": probe, "triples": triples, "attentions": attentions}


def peak_mib(work: Callable[[], Any], device: str) -> float:
    """Return the peak above what stood before."""
    if device == "cuda":
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        result = work()
        torch.cuda.synchronize()
        del result
        return (torch.cuda.max_memory_allocated() - before) / 2**20
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forget the peak so far
    before = status_kib("VmRSS")
    result = work()
    del result
    return (status_kib("VmHWM") - before) / 2**10


def status_kib(name: str) -> int:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def seconds(work: Callable[[], Any], device: str) -> float:
    start = time.perf_counter()
    work()
    if device == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter() - start


def memory(options: argparse.Namespace) -> dict[str, float]:
    """Return the peak of each variant, on the CPU in a process of its own."""
    if options.device == "cuda":
        work = variants(build(options), plan(options))
        for one in work.values():
            one()
        return {name: peak_mib(work[name], options.device) for name in VARIANTS}
    # Freed blocks go back to the system at once, so that resident memory tells what is held.
    quiet = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}
    peaks = {}
    for name in VARIANTS:
        command = [sys.executable, *sys.argv, "--only", name]
        done = subprocess.run(
            command, env=os.environ | quiet, check=True, stdout=subprocess.PIPE, text=True
        )
        peaks[name] = json.loads(done.stdout)
    return peaks


def times(options: argparse.Namespace) -> dict[str, float]:
    work = variants(build(options), plan(options))
    found: dict[str, list[float]] = {name: [] for name in VARIANTS}
    for number in range(options.rounds + 1):
        for name, one in work.items():
            taken = seconds(one, options.device)
            if number:  # the first round warms up
                found[name].append(taken)
    return {name: min(taken) for name, taken in found.items()}


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--size", choices=SIZES, default="128m")
    parser.add_argument("--prompt", type=int, default=1024, help="tokens")
    parser.add_argument("--answer", type=int, default=32, help="tokens")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--device", default=fastest_device(None))
    parser.add_argument("--only", choices=VARIANTS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.prompt < 8 + TRIPLES * TRIPLE_TOKENS:
        parser.error(f"the triples alone take {8 + TRIPLES * TRIPLE_TOKENS} tokens of the prompt")
    return options


def main() -> None:
    """Print memory, time and their ratios."""
    options = parsed()
    if options.only:
        work = variants(build(options), plan(options))
        short = plan(argparse.Namespace(**{**vars(options), "prompt": 260, "answer": 2}))
        variants(build(options), short)[options.only]()  # libraries and threads have started
        print(json.dumps(peak_mib(work[options.only], options.device)))
        return
    peaks, taken = memory(options), times(options)
    print(f"{options.size}, {options.device}, {options.prompt} + {options.answer} tokens")
    for name in VARIANTS:
        ratio = taken[name] / taken["plain"]
        print(f"{name:10}  peak {peaks[name]:9.1f} MiB  {taken[name]:8.3f} s  {ratio:6.3f} x plain")
    added = peaks["attentions"] - peaks["plain"]
    for name in ("probe", "triples"):
        share = (peaks[name] - peaks["plain"]) / added
        print(f"{name}: adds {share:.2%} of the memory that output_attentions adds")


if __name__ == "__main__":
    main()
