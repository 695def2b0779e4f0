"""The initial weights of training."""

import dataclasses
from pathlib import Path
from typing import Any, Dict

import torch

import checkpoint
from detector import take_over_detector
from finder import MatteFinder
from graph_network import GraphConfig, GraphNetwork
from model import MatteNano, silence_additions
from networks import Network
from onnx_graph import OnnxGraph
from selfie import take_over


def layout_of(path: Path) -> Dict[str, Any]:
    """Returns the layout of a checkpoint or of an ONNX file, for `create_network`."""
    return checkpoint.load(path)['config'] if path.suffix != '.onnx' else dataclasses.asdict(GraphConfig(path.read_bytes()))


@torch.no_grad()
def start_from(model: Network, path: Path) -> None:
    """Loads a checkpoint, a file that `export.py` wrote, or another network, around which our additions have zero
    output."""
    if path.suffix != '.onnx':
        model.load_state_dict(checkpoint.load(path)['average'])
        return
    if isinstance(model, MatteFinder) and 'yolox' in path.name:
        take_over_detector(model, path)
        return
    weights = OnnxGraph(path).weights
    if isinstance(model, GraphNetwork):
        for name, value in model.weights.items():
            value.copy_(weights[name])
        return
    if isinstance(model, MatteNano) and 'stem.0.weight' not in weights:
        take_over(model, path)
        silence_additions(model)
        return
    for name, value in model.state_dict().items():
        # Exported files lack the weights that only training uses; those start from scratch.
        if not name.startswith('coarse.'):
            value.copy_(weights[name])
