"""The temperature of the shipped reranker."""
