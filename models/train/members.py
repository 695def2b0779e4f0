"""One network of an ensemble, which returns its own matte of each image."""

from pathlib import Path
from typing import Callable, Sequence

import cv2
import numpy as np
import torch
from torch import Tensor

from checkpoint import load_model
from images import stretch
from onnx_graph import OnnxGraph


class Member:
    """An ONNX file with one input and one output, or a checkpoint, whose input size is `size`, height and width."""

    def __init__(self, path: Path, size: tuple = (256, 256)) -> None:
        if path.suffix == '.onnx':
            graph = OnnxGraph(path)
            self.channels, *self.size = graph.shapes[graph.inputs[0]][1:]
            self._run = _open(path, graph)
            last = next(node for node in reversed(graph.nodes) if node.op_type != 'Identity')
            self.has_two_classes = last.op_type == 'Softmax'
        else:
            self.channels, self.size, self._run, self.has_two_classes = 4, list(size), load_model(path), False

    @torch.no_grad()
    def find(self, picture: np.ndarray) -> np.ndarray:
        """Converts uint8 [H, W, 3], red first, to float32 [H, W] from 0 to 1. No network receives the previous alpha."""
        planes = to_planes(picture, self.size)
        if self.has_two_classes:
            # Of the known networks, only the one with two classes expects its input from -1 to 1.
            planes = planes * 2 - 1
        if self.channels == 4:
            planes = torch.cat([planes, torch.zeros_like(planes[:, :1])], 1)
        return enlarge(self._run(planes)[0, -1].numpy(), picture)


def _open(path: Path, graph: OnnxGraph) -> Callable[[Tensor], Tensor]:
    """Opens the file with onnxruntime if it is installed, because it is several times as fast; otherwise with torch,
    with the same result."""
    try:
        import onnxruntime
    except ImportError:
        return lambda x: graph.run({graph.inputs[0]: x})[graph.outputs[0]]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    session = onnxruntime.InferenceSession(str(path), options, providers=['CPUExecutionProvider'])
    return lambda x: torch.from_numpy(session.run(graph.outputs, {graph.inputs[0]: x.numpy()})[0])


def to_planes(picture: np.ndarray, size: Sequence[int]) -> Tensor:
    """Stretches uint8 [H, W, 3] to size (height, width), as [1, 3, h, w] from 0 to 1."""
    small = stretch(picture, size[1], size[0])
    return torch.from_numpy(np.ascontiguousarray(small)).permute(2, 0, 1).unsqueeze(0).float() / 255


def enlarge(alpha: np.ndarray, picture: np.ndarray) -> np.ndarray:
    """Scales float32 [h, w] to the size of the image."""
    height, width = picture.shape[:2]
    return np.clip(cv2.resize(alpha, (width, height), interpolation=cv2.INTER_LINEAR), 0, 1)
