"""What a person sees: the HTML report, the bench tables and the terminal view."""
