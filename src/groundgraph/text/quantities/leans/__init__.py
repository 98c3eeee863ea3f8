"""What speaks for a claim, or against it, where it is not sure what of the evidence is meant."""
