"""The trainable networks: Matte Nano, the one that starts from a detector, and those with the layout of an ONNX file."""

from typing import Any, Dict, Union

import torch
from torch.utils.flop_counter import FlopCounterMode

from finder import FinderConfig, MatteFinder
from graph_network import GraphConfig, GraphNetwork
from model import MatteNano, ModelConfig

Network = Union[MatteNano, MatteFinder, GraphNetwork]
"""A network. `find` returns the scores before the sigmoid, `forward` alpha; both expect [N, 4, H, W], as `MatteNano`
does."""


def create_network(config: Dict[str, Any]) -> Network:
    """Creates a network from the `config` of a checkpoint: the contents of an ONNX file, or the layout of our own
    network."""
    if 'graph' in config:
        return GraphNetwork(GraphConfig(**config))
    if 'encoder' in config:
        return MatteFinder(FinderConfig(**config))
    return MatteNano(ModelConfig(**config))


def count_parameters(network: Network) -> int:
    """Counts the parameters, without those that only training uses."""
    return sum(p.numel() for name, p in network.named_parameters() if not name.startswith('coarse.'))


def count_multiply_adds(network: Network, height: int, width: int) -> int:
    """Counts the multiply-adds of the convolutions for one image."""
    counter = FlopCounterMode(display=False)
    with counter, torch.no_grad():
        network(torch.zeros(1, 4, height, width))
    return counter.get_total_flops() // 2
