"""What is fitted: heads, calibration, thresholds; scikit-learn inside, JSON outside."""
