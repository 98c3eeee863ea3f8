"""How the embedded extractor reads clauses: tokens, tags, phrases, verbs, mentions, facts."""
