"""What passages, their sentences and claims have to do with each other, as a graph."""
