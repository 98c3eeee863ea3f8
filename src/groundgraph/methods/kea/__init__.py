"""KEA Explain (arXiv:2507.03847): two knowledge graphs and a kernel between them."""
