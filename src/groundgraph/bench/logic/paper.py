"""The numbers that "Logic Matters" prints (papers/logic.txt), and what to say of them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ABLATION: Mapping[str, float] = MappingProxyType(
    {
        "full": 0.827,
        "without_a": 0.782,
        "without_b": 0.631,
        "without_c": 0.594,
        "without_ab": 0.550,
        "without_bc": 0.519,
        "without_ac": 0.521,
    }
)
"""Table 5: accuracy on bridge-hard."""

LEVELS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "full": MappingProxyType({"easy": 0.806, "medium": 0.829, "hard": 0.827, "": 0.824}),
        "provenance": MappingProxyType({"easy": 0.545, "medium": 0.522, "hard": 0.524, "": 0.527}),
    }
)
"""Table 4: accuracy on bridge questions by level, and of all levels."""

RAGTRUTH: Mapping[str, Mapping[str, tuple[float, float, float]]] = MappingProxyType(
    {
        "full": MappingProxyType(
            {
                "QA": (0.898, 0.821, 0.858),
                "Data2txt": (0.397, 0.424, 0.410),
                "Summary": (0.807, 0.672, 0.737),
                "": (0.758, 0.690, 0.722),
            }
        ),
        "provenance": MappingProxyType(
            {
                "QA": (0.178, 1.0, 0.302),
                "Data2txt": (0.643, 1.0, 0.783),
                "Summary": (0.238, 0.814, 0.368),
                "": (0.362, 0.960, 0.526),
            }
        ),
    }
)
"""Table 1: precision, recall, F1."""

RAGTRUTH_SIDES: Mapping[str, str] = MappingProxyType(
    {"full": "grounded", "provenance": "hallucinated"}
)
"""The class that each row of Table 1 seems to be about."""

HALUEVAL: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "full": MappingProxyType(
            {"qa": 0.6849, "dialogue": 0.6001, "summarization": 0.5984, "general": 0.5810}
        ),
        "provenance": MappingProxyType(
            {"qa": 0.6748, "dialogue": 0.6297, "summarization": 0.6227, "general": 0.5670}
        ),
    }
)
"""Table 3: accuracy."""

LATENCY_MS = 220.0
"""§4.3: of an example of HotPotQA-derived on an RTX 4060."""

PUBLISHED: Mapping[str, Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "RAGTruth, F1 of the hallucinated class": {
            "tuned Llama-2-13B": {"QA": 0.682, "Data2txt": 0.881, "Summary": 0.591, "all": 0.787},
            "RAG-HAT": {"QA": 0.748, "Data2txt": 0.916, "Summary": 0.676, "all": 0.839},
            "Luna": {"QA": 0.513, "Data2txt": 0.759, "Summary": 0.525, "all": 0.654},
            "GPT-4-turbo prompt": {"QA": 0.456, "Data2txt": 0.783, "Summary": 0.476, "all": 0.634},
            "RAGAS faithfulness": {"QA": 0.281, "Data2txt": 0.760, "Summary": 0.312, "all": 0.400},
        },
        "HaluBench, accuracy": {
            "gpt-4o": {"all": 0.879},
            "gpt-3.5-turbo": {"all": 0.622},
            "Lynx 70B": {"all": 0.884},
            "RAGAS faithfulness": {"all": 0.569},
            "Provenance": {"all": 0.656},
            "Logic Matters": {"all": 0.701},
        },
        "HaluEval, accuracy": {
            "ChatGPT": {
                "qa": 0.6259, "dialogue": 0.7240, "summarization": 0.5853, "general": 0.7944
            },
            "RAGAS faithfulness": {
                "qa": 0.6101, "dialogue": 0.5279, "summarization": 0.5120, "general": 0.5364
            },
        },
        "HotPotQA-derived, accuracy": {
            "gpt-3.5-turbo": {"easy": 0.423, "medium": 0.441, "hard": 0.439, "all": 0.437},
            "gpt-4o": {"easy": 0.860, "medium": 0.801, "hard": 0.798, "all": 0.812},
            "qwen3-0.6b": {"easy": 0.489, "medium": 0.488, "hard": 0.491, "all": 0.489},
            "qwen3-0.6b reasoning": {"easy": 0.696, "medium": 0.670, "hard": 0.661, "all": 0.674},
            "RAGAS faithfulness": {"easy": 0.551, "medium": 0.499, "hard": 0.502, "all": 0.510},
        },
    }
)  # fmt: skip
"""Other methods' numbers in Tables 1 to 4."""

PUBLISHED_NOTE = (
    "Other methods as Tables 1 to 4 print them, for comparison; nothing here was run. HaluBench is "
    "not among the corpora, so the paper's own figure on it stands here too."
)
MULTIHOP_NOTE = (
    "Each question with its gold answer or a typed distractor from the same paragraphs, which "
    "stay apart; the paper's wrong answers were written by a language model and are not "
    "published. The paper has bridge questions alone: its Table 5 stands beside bridge-hard, its "
    "Table 4 beside the levels. All decisions at T_s = 0.4, but for 'threshold from train' "
    "(balanced accuracy on 2WikiMultihopQA, on whose questions the embedded verifier was "
    "trained). Rows of 'logic' are about the answers that all of its variants could check. "
    "'lexical' is the shipped detector, fitted on RAGTruth's long answers."
)
CROSS_VALIDATED_NOTE = (
    "The same answers with each variant's threshold chosen for balanced accuracy on four fifths "
    "of the questions and judged on the fifth: what is left of a difference then does not come "
    "from a threshold that suits one variant better."
)
DIFFERENCES_NOTE = (
    "Paired differences on the same answers, with intervals by question or source: the full "
    "model minus each other."
)
ABLATION_B_NOTE = (
    "What merging over bridges adds on bridge questions, paired on the same answers, with "
    "intervals by question; the paper prints 0.196 on bridge-hard."
)
SETTINGS_NOTE = (
    "Other settings of the chunk graph on a seeded draw of bridge questions. 'minus without_b' is "
    "paired. 'supporting' reads only the paragraphs that hold the supporting facts: an oracle for "
    "what to read together; wrong answers may then be in no passage. 'shuffled' merges as many "
    "chunks at random. 'supporting_together': share of questions whose supporting paragraphs all "
    "stand in one group; 'groups' and 'group_characters' are means per question. The embedded "
    "verifier reads 512 tokens at once, so a larger group is read in windows, of which the one "
    "that entails most counts. 'oracle' is the verifier of 'hotpotqa_derived_oracle'."
)
ORACLE_NOTE = (
    "Bridge questions with a verifier that is never wrong: a right answer is entailed by what "
    "holds every supporting paragraph, whole, and by nothing else. It is what grouping could give "
    "at best, so the rest is the verifier's. 'oracle' reads a group at once, 'oracle of 512 "
    "tokens' in the windows of the embedded verifier. 'own verifier' is the difference on the "
    "same answers with the detector's own. Differences are paired, with intervals by question."
)
RAGTRUTH_NOTE = (
    "Bare rows: the official test rows that are present (or, with --split train, the train rows "
    "below). Decisions at T_s = 0.4; 'threshold from train' and 'fitted on train' were chosen and "
    "fitted on the drawn train rows of the same tasks. The paper's Table 1 has no class named: its "
    "own row fits the grounded class only, so it stands there, and Provenance's beside the "
    "hallucinated class; mind both trivial baselines. 'within_generator_auroc' compares answers "
    "of one generator."
)
RAGTRUTH_TRAIN_NOTE = (
    "A seeded draw of train sources that the embedded reader was not shown, with all their "
    "answers. 'threshold by cross-validation' (best F1) chooses on four fifths of the sources. "
    "The lexical detector was fitted on these rows, so it does not stand here; its out-of-fold "
    "figures are in bench 'egc'."
)
HALUEVAL_NOTE = (
    "HaluEval's 'general' answers have no passages, so all are unverifiable; the paper does not "
    "say what it read. 'halueval2' takes as passages the facts of the answer that people judged "
    "true: what is left in the answer is then false or was not judged. Parts that are not in the "
    "data folder are in 'corpora'."
)
LATENCY_NOTE = (
    "One answer at a time, models loaded, nothing known of its texts; milliseconds. 'ms_group' is "
    "what is left of the total: chunks, distances, bridges, merging, weighing, findings. "
    "'share_outside_model_calls' is segmenting and that. The paper's is on an RTX 4060, with "
    "models of 60 to 480 million parameters."
)
SENSITIVITY_NOTE = (
    "Figure 3 and what the paper leaves open, on train data alone: questions of 2WikiMultihopQA, "
    "and RAGTruth train sources that the embedded reader was not shown. It was trained on these "
    "questions, though not on these premises, so compare settings and not levels. C: passages "
    "above C tokens are cut into chunks of C. T: T_t, with T_a = T_d = T/2. "
    "Without a line of its own a parameter has its default. The paper draws curves and prints no "
    "figures: above 0.75 for C ≥ 128 and T ≥ 384, about 0.80 for T_s of 0.3 to 0.7."
)
VERIFIER_NOTE = (
    "The verifier on pairs that it was not trained on: WiCE's test claims with their oracle "
    "chunks, and corpora that may not train weights; seeded draws. 'accuracy' takes the likeliest "
    "of three labels, where the corpus has three; 'accuracy_entailed' is entailed (above one half) "
    "or not; beside each, always saying the commonest label."
)
CLAIM_FILTER_NOTE = (
    "f(c). BEGIN's 'Generic' replies state nothing of the passage, the others do; the share that "
    "the filter leaves out. RAGTruth: sentences of the drawn train answers; 'hallucinated' is the "
    "share of those left out that overlap a marked span, 'hallucinated_lost' the share of all "
    "hallucinated sentences that are left out."
)
