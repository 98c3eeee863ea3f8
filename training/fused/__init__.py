"""The trees of `fused` and `lexical`, and their cards."""
