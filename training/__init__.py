"""How the shipped models are made, outside the wheel: ``python -m training`` lists them.

Each folder holds one pipeline: ``steps.py`` names its steps, the files beside it do them. What
several use: `training.loop` trains, `training.onnx_graph` writes ONNX files, `training.made` makes
wrong answers from right ones.
"""
