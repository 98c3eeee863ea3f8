"""What several parts need of the world outside: an HTTP client and a SQLite store."""
