"""Reading English: sentences, numbers, dates, units, names, records; what is a claim."""
