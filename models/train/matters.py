"""A common interface for models: it converts an image to its matte at full size, and keeps the state."""

from pathlib import Path
from typing import Dict, Optional

import numpy as np
import torch
from torch import Tensor

from checkpoint import load_model
from members import Member, enlarge, to_planes
from onnx_graph import OnnxGraph


class Matter:
    """A matting model: `matte` converts uint8 [H, W, 3], red first, to float32 [H, W] from 0 to 1."""

    def matte(self, picture: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def reset(self) -> None:
        """Clears the previous frames."""


class OurMatter(Matter):
    """One of our checkpoints or exported files. With `has_memory`, it receives its own previous matte."""

    def __init__(self, path: Path, size: tuple, has_memory: bool) -> None:
        self.size, self.has_memory = size, has_memory
        self.past: Optional[Tensor] = None
        if path.suffix == '.onnx':
            graph = OnnxGraph(path)
            self.size = tuple(graph.shapes['input'][2:])
            self.run = lambda x: graph.run({'input': x})['alpha']
        else:
            self.run = load_model(path)

    @torch.no_grad()
    def matte(self, picture: np.ndarray) -> np.ndarray:
        past = self.past if self.past is not None else torch.zeros(1, 1, *self.size)
        alpha = self.run(torch.cat([to_planes(picture, self.size), past], 1))
        if self.has_memory:
            self.past = alpha
        return enlarge(alpha[0, 0].numpy(), picture)

    def reset(self) -> None:
        self.past = None


class PlainMatter(Matter):
    """Any network that processes single frames."""

    def __init__(self, path: Path) -> None:
        self.member = Member(path)

    def matte(self, picture: np.ndarray) -> np.ndarray:
        return self.member.find(picture)

    def reset(self) -> None:
        """Clears the state; there is none."""


class RobustVideoMatter(Matter):
    """Robust Video Matting with its four states. The long side becomes 256, as small as for our models."""

    def __init__(self, path: Path) -> None:
        self.graph = OnnxGraph(path)
        self.reset()

    def reset(self) -> None:
        self.states: Dict[str, Tensor] = {f'r{level}i': torch.zeros(1, 1, 1, 1) for level in range(1, 5)}

    def matte(self, picture: np.ndarray) -> np.ndarray:
        ratio = 256 / max(picture.shape[:2])
        size = tuple(round(side * ratio / 16) * 16 for side in picture.shape[:2])
        feeds = {'src': to_planes(picture, size), 'downsample_ratio': torch.ones(1), **self.states}
        result = self.graph.run(feeds)
        self.states = {f'r{level}i': result[f'r{level}o'] for level in range(1, 5)}
        return enlarge(result['pha'][0, 0].numpy(), picture)


def load_matter(path: Path, size: tuple, has_memory: bool) -> Matter:
    """Returns the model of a file, by the name of the file."""
    if 'rvm' in path.name:
        return RobustVideoMatter(path)
    if path.suffix == '.onnx' and Member(path).channels == 3:
        return PlainMatter(path)
    return OurMatter(path, size, has_memory)
