"""Copies the weights of MediaPipe selfie segmentation, general (Apache-2.0), from its ONNX file."""

from pathlib import Path

import torch

from model import MatteNano, core_layers
from onnx_graph import OnnxGraph


@torch.no_grad()
def take_over(model: MatteNano, path: Path) -> None:
    """Fills the core of `model`. The additions around the core are unchanged."""
    if model.config.norm != 'none' or model.config.width != 1:
        raise ValueError("the weights fit only a model with norm 'none' and width 1")
    graph = OnnxGraph(path)
    layers = core_layers(model)
    nodes = [n for n in graph.nodes if n.op_type in ('Conv', 'ConvTranspose')]
    if len(nodes) != len(layers):
        raise ValueError(f'{path} has {len(nodes)} convolutions, not the {len(layers)} of selfie segmentation')
    for layer, node in zip(layers, nodes):
        weight, bias = (graph.weights[name] for name in node.input[1:3])
        if node.op_type == 'ConvTranspose':
            # In the original every pixel becomes two by two on its own; here the neighbours have taps as well.
            layer.weight.zero_()
            layer.weight[:, :, 1, 1] = weight.flatten(1).t()
            layer.bias.copy_(bias.expand(4))
        else:
            layer.weight.copy_(weight)
            layer.bias.copy_(bias)
