"""Whether one case falls under what evidence rules: limits, bands, seasons, hours, versions."""
