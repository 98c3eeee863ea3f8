"""Feature blocks of the sentence-level detectors, one named block a file."""
