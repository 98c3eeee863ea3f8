"""Values that follow from others: sums, differences, rates, shares, elapsed times."""
