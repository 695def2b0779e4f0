"""A trainable network with the layout of an ONNX file.

MediaPipe selfie segmentation and PP-HumanSegV2-Lite are trained further with their own layout: the computation of the file
stays, and its convolutions get new weights. Therefore a runtime that runs the original also runs the result.

Input and output are those of `MatteNano`; the previous alpha is ignored.
"""

from dataclasses import dataclass
from typing import Callable, List, Tuple

import onnx
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from onnx_graph import OnnxGraph


@dataclass(frozen=True)
class GraphConfig:
    """The layout: `graph` is an ONNX file with one image input, which ends in a sigmoid, or in a softmax of two
    classes."""

    graph: bytes


class GraphNetwork(nn.Module):
    def __init__(self, config: GraphConfig) -> None:
        super().__init__()
        self.config = config
        self.graph = OnnxGraph(onnx.load_model_from_string(config.graph))
        self.input = self.graph.inputs[0]
        self.size: Tuple[int, int] = tuple(self.graph.shapes[self.input][2:])
        last = next(node for node in reversed(self.graph.nodes) if node.op_type != 'Identity')
        if last.op_type not in ('Sigmoid', 'Softmax'):
            raise ValueError(f'a network that ends in {last.op_type}, not in a sigmoid or a softmax')
        self.scores, self.has_two_classes = last.input[0], last.op_type == 'Softmax'
        layers = [node for node in self.graph.nodes if node.op_type in ('Conv', 'ConvTranspose')]
        learnt = [name for node in layers for name in node.input[1:]]
        self.last = list(layers[-1].input[1:])
        self.weights = nn.ParameterDict({name: nn.Parameter(self.graph.weights[name].clone()) for name in learnt})

    def _apply(self, change: Callable[[Tensor], Tensor], recurse: bool = True) -> nn.Module:
        """Moves the constants of the computation to a GPU with the network. Sizes stay on the CPU."""
        self.graph.change_factors(change)
        return super()._apply(change, recurse)

    def forward(self, x: Tensor) -> Tensor:
        return torch.sigmoid(self.find(x)[0])

    def last_parameters(self) -> List[Tensor]:
        """Returns the parameters that scale the scores."""
        return [self.weights[name] for name in self.last]

    def is_new(self, parameter: str) -> bool:
        """Returns False: all parameters are copied."""
        return False

    def find(self, x: Tensor) -> Tuple[Tensor, None]:
        """Returns scores before the sigmoid at the size of `x`, and no coarse ones."""
        picture = _resize(x[:, :3], self.size)
        # Of the known networks, only the one with two classes expects its input from -1 to 1.
        feeds = {**self.weights, self.input: picture * 2 - 1 if self.has_two_classes else picture}
        scores = self.graph.compute(feeds, [self.scores])[self.scores]
        return _resize(scores[:, 1:] - scores[:, :1] if self.has_two_classes else scores, tuple(x.shape[2:])), None


def _resize(x: Tensor, size: Tuple[int, int]) -> Tensor:
    return x if tuple(x.shape[2:]) == size else F.interpolate(x, size=size, mode='bilinear', align_corners=False)
