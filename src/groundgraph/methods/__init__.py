"""The methods, a room each: `detector.py` reads like the paper's method section."""
