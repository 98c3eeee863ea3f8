"""Before and after, longer and shorter, the first and the most: orders that a claim tells."""
