"""Reading English: sentences, numbers, dates, units, names, records."""
