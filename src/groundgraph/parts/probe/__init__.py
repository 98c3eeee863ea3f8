"""The probe of a generator's attention and hidden states, and the traces that it records."""
