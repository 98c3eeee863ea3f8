"""The constants that turn the shipped reranker's cosines into log-odds."""
