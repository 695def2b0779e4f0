"""The weights that training starts from."""

from pathlib import Path

import torch

import checkpoint
from model import MatteNano, silence_additions
from onnx_graph import OnnxGraph
from selfie import take_over


@torch.no_grad()
def start_from(model: MatteNano, path: Path) -> None:
    """A checkpoint, a file that `export.py` wrote, or selfie segmentation, around whose weights ours are silent."""
    if path.suffix != '.onnx':
        model.load_state_dict(checkpoint.load(path)['average'])
        return
    weights = OnnxGraph(path).weights
    if 'stem.0.weight' not in weights:
        take_over(model, path)
        silence_additions(model)
        return
    for name, value in model.state_dict().items():
        # What only training uses is in no exported file, and begins anew.
        if not name.startswith('coarse.'):
            value.copy_(weights[name])
