"""What a reader is told: words for findings and views of graphs."""
