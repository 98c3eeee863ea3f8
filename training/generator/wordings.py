"""How the questions made from MetaQA's graph are worded; {x} is the topic, {films} a phrase."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ONE_HOP: Mapping[str, Sequence[str]] = {
    "movie_to_director": (
        "who directed {x}",
        "{x} was made by which director",
        "name the person who directed the movie {x}",
        "the film {x} had what director",
        "who was in the director's chair for {x}",
    ),
    "movie_to_writer": (
        "who wrote {x}",
        "whose script is {x} based on",
        "name the writers of the movie {x}",
        "the screenplay of {x} is by whom",
        "the film {x} was written by which person",
    ),
    "movie_to_actor": (
        "who plays in {x}",
        "who acted in the movie {x}",
        "name the cast of {x}",
        "which actors are seen in {x}",
        "the film {x} has which actors in it",
    ),
    "movie_to_year": (
        "when did {x} come out",
        "in which year was the movie {x} released",
        "what is the release date of {x}",
        "the film {x} is from what year",
    ),
    "movie_to_genre": (
        "what kind of movie is {x}",
        "to which genre does {x} belong",
        "name the genre of the film {x}",
        "the movie {x} is of what genre",
    ),
    "movie_to_language": (
        "what language do they speak in {x}",
        "in which language was {x} filmed",
        "name the language of the movie {x}",
        "the film {x} is in what language",
    ),
    "movie_to_tags": (
        "what terms describe {x}",
        "name some words about the movie {x}",
        "how would you describe the film {x}",
        "which topics come up in {x}",
    ),
    "movie_to_imdbrating": (
        "how well is {x} rated",
        "what rating does the movie {x} have",
        "do people like the film {x}",
    ),
    "movie_to_imdbvotes": (
        "how well known is {x}",
        "is the movie {x} famous",
        "how many people know the film {x}",
    ),
    "actor_to_movie": (
        "what films did {x} act in",
        "which movies have {x} in the cast",
        "name the films that star {x}",
        "{x} can be seen in which movies",
        "what did {x} play in",
    ),
    "director_to_movie": (
        "what films did {x} direct",
        "which movies were made by the director {x}",
        "name the films that {x} directed",
        "{x} is the director of which movies",
    ),
    "writer_to_movie": (
        "what films did {x} write",
        "which movies have a script by {x}",
        "name the films that {x} wrote",
        "{x} is the writer of which movies",
    ),
    "tag_to_movie": (
        "which films are described by {x}",
        "what movies deal with {x}",
        "name some films about {x}",
        "{x} is a topic of which movies",
    ),
}
"""Questions of one hop, by type."""
FILMS: Mapping[str, Sequence[str]] = {
    "actor": (
        "films that {x} acted in",
        "films with {x} in the cast",
        "films starring {x}",
        "films {x} played in",
    ),
    "director": (
        "films that {x} directed",
        "films made by the director {x}",
        "films directed by {x}",
    ),
    "writer": (
        "films that {x} wrote",
        "films with a script by {x}",
        "films written by {x}",
    ),
}
"""The films of a person, by what the person did."""
SHARED: Mapping[str, Sequence[str]] = {
    "actor": (
        "other films with an actor of {x}",
        "films that have actors in common with {x}",
        "films starring someone from the cast of {x}",
    ),
    "director": (
        "other films by the director of {x}",
        "films that have their director in common with {x}",
        "films directed by the one who directed {x}",
    ),
    "writer": (
        "other films by the writer of {x}",
        "films that have writers in common with {x}",
        "films written by someone who wrote {x}",
    ),
}
"""The films that share a person with a film, by what the person did."""
LISTING = ("what are the {films}", "list the {films}", "name the {films}", "which are the {films}")
"""Questions for the films themselves."""
ABOUT_FILMS: Mapping[str, Sequence[str]] = {
    "actor": (
        "who acted in the {films}",
        "which actors are seen in the {films}",
        "name the cast of the {films}",
    ),
    "director": (
        "who directed the {films}",
        "name the directors of the {films}",
        "the {films} were made by which directors",
    ),
    "writer": (
        "who wrote the {films}",
        "name the writers of the {films}",
        "the {films} have a script by whom",
    ),
    "year": (
        "when did the {films} come out",
        "in which years were the {films} released",
        "the {films} are from which years",
    ),
    "genre": (
        "what kinds of movies are the {films}",
        "to which genres do the {films} belong",
        "name the genres of the {films}",
    ),
    "language": (
        "what languages do they speak in the {films}",
        "name the languages of the {films}",
        "the {films} are in which languages",
    ),
}
"""Questions about films, by what they ask for."""


def wording(type_: str, choose: Callable[[Sequence[str]], str]) -> str:
    """Return a question of a type, with {x} for its topic.

    Args:
        type_: One of `training.generator.questions.question_types`.
        choose: Picks one of several.
    """
    if type_ in ONE_HOP:
        return choose(ONE_HOP[type_])
    first, middle, *_, last = type_.split("_to_")
    films = choose(SHARED[middle] if first == "movie" else FILMS[first])
    if choose(("films", "movies")) == "movies":
        films = films.replace("films", "movies")
    return choose(LISTING if last == "movie" else ABOUT_FILMS[last]).replace("{films}", films)
