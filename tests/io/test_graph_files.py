from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from groundgraph import InputError, Triple
from groundgraph.io.graph_files import GRAPH, TABLE, graph_file
from groundgraph.io.triples import Layout, read_graph, read_triples

if TYPE_CHECKING:
    from pathlib import Path

FOUNDED = "John Pike founded Acme Robotics in 1989."


@pytest.fixture
def lightrag(tmp_path: Path) -> Path:
    """Return a working folder of LightRAG's, its graph as it writes it."""
    made = nx.Graph()
    for name in ("Acme Robotics", "John Pike", "Porto"):
        made.add_node(name, entity_id=name, entity_type="thing", description=f"{name} is one.")
    said = f"{FOUNDED}<SEP>Pike is the founder."
    made.add_edge("Acme Robotics", "John Pike", weight=2.0, description=said, keywords="founder")
    made.add_edge("Acme Robotics", "Porto", weight=1.0, keywords="headquarters")
    made.add_edge("John Pike", "Porto", weight=1.0)
    folder = tmp_path / "lr"
    folder.mkdir()
    nx.write_graphml(made, folder / GRAPH)
    (folder / "vdb_relationships.json").write_text('{"embedding_dim": 3, "data": []}')
    return folder


@pytest.fixture
def graphrag(tmp_path: Path) -> Path:
    """Return a project folder of GraphRAG's with its output."""
    folder = tmp_path / "gr" / "output"
    folder.mkdir(parents=True)
    edge = {"source": ["JOHN PIKE"], "target": ["ACME ROBOTICS"], "description": [FOUNDED]}
    pq.write_table(pa.table({"id": ["u1"], **edge, "weight": [1.0]}), folder / TABLE)
    pq.write_table(pa.table({"id": ["e1"], "title": ["JOHN PIKE"]}), folder / "entities.parquet")
    return folder


def test_the_graph_of_lightrag_is_read_of_its_folder_and_its_file(lightrag: Path) -> None:
    for source in (lightrag, lightrag / GRAPH, lightrag.parent):
        found, errors = read_graph(source)
        assert found.triples == (
            Triple("Acme Robotics", FOUNDED, "John Pike"),
            Triple("Acme Robotics", "headquarters", "Porto"),
        )
        assert [error.line for error in errors] == [3]
    assert read_graph(lightrag, Layout(unnamed="relates to")).errors == []


def test_the_output_of_graphrag_is_read_of_its_folder(graphrag: Path) -> None:
    for folder in (graphrag, graphrag.parent):
        found, errors = read_graph(folder)
        assert found.triples == (Triple("JOHN PIKE", FOUNDED, "ACME ROBOTICS"),)
        assert not errors


def test_another_file_of_theirs_names_the_one_to_give(graphrag: Path, lightrag: Path) -> None:
    with pytest.raises(InputError, match=f"the graph is in .*{TABLE}"):
        read_graph(graphrag / "entities.parquet")
    with pytest.raises(InputError, match=f"the graph is in .*{GRAPH}"):
        read_graph(lightrag / "vdb_relationships.json")
    (lightrag / GRAPH).unlink()
    with pytest.raises(InputError, match=f"give {GRAPH}"):
        read_graph(lightrag / "vdb_relationships.json")
    with pytest.raises(InputError, match=r"a folder without a graph; .*GraphRAG.*LightRAG"):
        read_graph(lightrag)


def test_of_several_graphs_one_is_to_be_named(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / GRAPH).touch()
    with pytest.raises(InputError, match=r"several graphs; give one of them: .*one/.*two/"):
        graph_file(tmp_path)


def test_nodes_are_called_by_their_names_and_edges_by_their_labels(tmp_path: Path) -> None:
    made: Any = nx.MultiDiGraph()
    made.add_node(0, name="Up")
    made.add_node(1, name="Pete Docter")
    made.add_edge(0, 1, label="directed_by")
    nx.write_graphml(made, tmp_path / "films.graphml")
    rows = list(read_triples(tmp_path / "films.graphml"))
    assert [row.triple for row in rows] == [Triple("Up", "directed_by", "Pete Docter")]


def test_what_is_no_graphml_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "kb.graphml").write_text("<graphml>\n<node id='a'>")
    with pytest.raises(InputError, match="is no GraphML") as caught:
        read_graph(tmp_path / "kb.graphml")
    assert caught.value.line == 2
