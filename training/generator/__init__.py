"""A small generator of our own over MetaQA, whose attention bench ``gga`` measures."""
