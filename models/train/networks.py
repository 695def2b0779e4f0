"""The networks that can be trained: Matte Nano, the one that starts from a detector, and those that keep the layout of an ONNX file."""

from typing import Any, Dict, Union

import torch
from torch.utils.flop_counter import FlopCounterMode

from finder import FinderConfig, MatteFinder
from graph_network import GraphConfig, GraphNetwork
from model import MatteNano, ModelConfig

Network = Union[MatteNano, MatteFinder, GraphNetwork]
"""`find` gives the scores before the sigmoid, `forward` alpha; both take [N, 4, H, W], as `MatteNano` says."""


def create_network(config: Dict[str, Any]) -> Network:
    """`config` is that of a checkpoint: the contents of an ONNX file, or what ours is to be like."""
    if 'graph' in config:
        return GraphNetwork(GraphConfig(**config))
    if 'encoder' in config:
        return MatteFinder(FinderConfig(**config))
    return MatteNano(ModelConfig(**config))


def count_parameters(network: Network) -> int:
    """Without those that only training uses."""
    return sum(p.numel() for name, p in network.named_parameters() if not name.startswith('coarse.'))


def count_multiply_adds(network: Network, height: int, width: int) -> int:
    """Of the convolutions, for one picture."""
    counter = FlopCounterMode(display=False)
    with counter, torch.no_grad():
        network(torch.zeros(1, 4, height, width))
    return counter.get_total_flops() // 2
