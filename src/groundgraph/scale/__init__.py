"""Many answers on many machines, through Ray: the rows of one file, or the files of a folder.

::

    from groundgraph import scale

    with scale.opened("local", workers=2) as cluster:
        for done in scale.check_folder("answers", "verdicts", cluster, detector="fused"):
            print(done.name, done.counts)

`opened` starts Ray or joins a cluster. `on_ray` sends the rows of one file to it, in batches, for
`groundgraph.checking.check_rows`; `check_folder` sends the names of files, which its workers read
and write. Needs the extra ``ray``. See docs/scale.md.
"""

from groundgraph.scale.cluster import Cluster, opened
from groundgraph.scale.folder import FileChecked, check_folder, places_of
from groundgraph.scale.rows import on_ray

__all__ = ["Cluster", "FileChecked", "check_folder", "on_ray", "opened", "places_of"]
