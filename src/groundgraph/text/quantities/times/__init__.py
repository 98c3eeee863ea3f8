"""When things happened: dates told by other dates, and what came before what."""
