"""Reading English with the standard library alone: sentences, marks, quotations, languages."""
