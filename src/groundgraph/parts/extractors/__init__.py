"""Triple extractors: the facts that a text states. File name = registry name."""
