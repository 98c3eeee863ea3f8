"""The head of ``gga`` that looks at no attention: six features of the reach block.

``python -m experiments.fit_untraced`` prints it, and what it does elsewhere: fitted on 900
answers that we made from MetaQA's questions (CC BY) and its knowledge base, half of them wrong,
it has an AUROC of 0.994 [0.990, 0.997] on 900 about other topics, and of 0.915 [0.889, 0.939] on
the 1,777 answers of GGA's authors about such topics. Its scores are no probabilities: where
answers are read off other graphs, wrong ones are rarer and of other kinds.
"""

from __future__ import annotations

from groundgraph.learn.heads import LogisticHead

HEAD = LogisticHead(
    names=(
        *("asked_named", "asked_covered", "way_behind", "hops_away"),
        *("topic_named", "strange_words"),
    ),
    mean=(0.563, 0.455, 0.347, 2.101, 0.107, 0.093),
    scale=(0.479, 0.443, 0.448, 1.215, 0.301, 0.276),
    coefficients=(-2.446, -0.429, 0.266, 0.175, 0.789, 1.277),
    intercept=1.223,
)
