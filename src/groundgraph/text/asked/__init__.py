"""Questions, the turns before them, and short answers as what they say of their question."""
