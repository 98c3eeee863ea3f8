"""Token classifiers: which words of an answer its evidence does not support."""
