"""GGA, Graph Grounding and Alignment (arXiv:2512.09148): a generator's attention to triples."""
