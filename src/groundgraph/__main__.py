"""``python -m groundgraph``."""

from groundgraph.cli import main

if __name__ == "__main__":
    main()
