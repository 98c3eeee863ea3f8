"""The HTTP door: `groundgraph serve`. It asks the same detectors as `check` and judges nothing."""
