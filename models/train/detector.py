"""Copies the weights of YOLOX-Nano (Megvii, Apache-2.0) from its ONNX file."""

from pathlib import Path
from typing import List

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from finder import Encoder, MatteFinder


@torch.no_grad()
def take_over_detector(model: MatteFinder, path: Path) -> None:
    """Fills the encoder of `model`. The decoder is unchanged."""
    graph = onnx.load(str(path)).graph
    weights = {t.name: torch.from_numpy(np.array(numpy_helper.to_array(t))) for t in graph.initializer}
    nodes = [node for node in graph.node if node.op_type == 'Conv']
    for layer, node in zip(in_order(model.encoder), nodes):
        weight, bias = (weights[name] for name in node.input[1:3])
        weight = without_focus(weight) if layer.in_channels == 3 else weight
        if layer.weight.shape != weight.shape:
            raise ValueError(f'{path} does not have the layout of YOLOX-Nano: {node.name}')
        layer.weight.copy_(weight)
        layer.bias.copy_(bias)


def in_order(encoder: Encoder) -> List[nn.Conv2d]:
    """Returns the convolutions in the order of computation."""
    order: List[nn.Conv2d] = []
    layers = [layer for layer in encoder.modules() if isinstance(layer, nn.Conv2d)]
    hooks = [layer.register_forward_hook(lambda layer, *_: order.append(layer)) for layer in layers]
    encoder(torch.zeros(1, 3, 64, 64))
    for hook in hooks:
        hook.remove()
    return order


def without_focus(weight: Tensor) -> Tensor:
    """Converts the first layer. In the detector it receives four pixels as one of twelve channels, blue first and up
    to 255; here it is a convolution of stride 2 that receives red first and up to 1."""
    whole = weight.new_zeros(weight.shape[0], 3, 6, 6)
    for patch, (down, right) in enumerate([(0, 0), (1, 0), (0, 1), (1, 1)]):
        whole[:, :, down::2, right::2] = weight[:, 3 * patch : 3 * patch + 3]
    return whole.flip(1) * 255
