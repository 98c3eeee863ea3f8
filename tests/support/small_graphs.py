"""The small knowledge graphs over which tests walk: films by director, actor and year; a family."""

from __future__ import annotations

from groundgraph.types import Triple

DIRECTED = (
    Triple("Up", "directed_by", "Docter"),
    Triple("Up", "written_by", "Peterson"),
    Triple("Up", "starred_actors", "Asner"),
    Triple("JFK", "starred_actors", "Asner"),
    Triple("JFK", "directed_by", "Stone"),
    Triple("JFK", "release_year", "1991"),
)
"""Two films that share an actor."""
FAMILY = (
    Triple("Ann", "father", "Ben"),
    Triple("Ann", "mother", "Cora"),
    Triple("Ben", "father", "Dov"),
    Triple("Cora", "father", "Egon"),
    Triple("Ann", "spouse", "Finn"),
    Triple("Ann", "date of birth", "1 May 1970"),
    Triple("Finn", "date of birth", "2 June 1968"),
)
"""Three generations."""
STARRED = (
    Triple("Inception", "directed_by", "Christopher Nolan"),
    Triple("Inception", "starred_actors", "Leonardo DiCaprio"),
    Triple("Titanic", "starred_actors", "Leonardo DiCaprio"),
    Triple("Titanic", "directed_by", "James Cameron"),
    Triple("Inception", "release_year", "2010"),
)
"""Films, their directors and years, and who starred in one."""
RELEASED = (
    Triple("Kismet", "directed_by", "Dieterle"),
    Triple("Kismet", "release_year", "1944"),
    Triple("Gaslight", "release_year", "1944"),
    Triple("Portrait", "directed_by", "Dieterle"),
    Triple("Portrait", "release_year", "1948"),
    Triple("Rope", "release_year", "1948"),
    Triple("Island", "has_tags", "sea"),
)
"""Films joined by directors and years; one apart."""
