"""Check the files of a folder on Ray: python examples/on_ray.py answers verdicts local."""

import sys

from groundgraph import scale

if __name__ == "__main__":
    source, output, address = sys.argv[1:]
    with scale.opened(address) as cluster:
        for file in scale.check_folder(source, output, cluster, detector="fused"):
            print(file.name, dict(file.counts), file.failure)
