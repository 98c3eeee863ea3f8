"""What a text writes: numbers, units, amounts, dates, codes, each with the words around it."""
