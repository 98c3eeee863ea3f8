"""What reaches out of the process: HTTP, chat models, files of SQLite."""
