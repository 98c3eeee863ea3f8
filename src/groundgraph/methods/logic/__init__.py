"""Logic Matters: passages joined over bridges, then relevance-weighted entailment."""
