"""The Apache-2.0 models whose mattes soften and check the masks."""

from pathlib import Path
from typing import Callable, Dict, List

import torch
import torch.nn.functional as F
from torch import Tensor

from onnx_graph import OnnxGraph

Teacher = Callable[[Tensor], Tensor]


def load_teachers(folder: Path, names: List[str], device: str) -> List[Teacher]:
    """Loads the teachers. Each converts float RGB [N, 3, H, W] from 0 to 1 to alpha [N, 1, H, W]."""
    unknown = [name for name in names if name not in _makers]
    if unknown:
        raise ValueError(f'unknown teachers: {", ".join(unknown)}; available: {", ".join(_makers)}')
    return [_makers[name](folder, device) for name in names]


def ask(teachers: List[Teacher], pictures: Tensor) -> Tensor:
    """Returns their mean matte of the images and of the mirrored images."""
    views = [teacher(pictures) for teacher in teachers]
    mirrored = [teacher(pictures.flip(3)).flip(3) for teacher in teachers]
    return torch.stack(views + mirrored).mean(0)


def _selfie(file: str) -> Callable[[Path, str], Teacher]:
    def make(folder: Path, device: str) -> Teacher:
        graph = OnnxGraph(folder / file, device)
        height, width = graph.shapes['input'][2:]
        return lambda x: _resize(graph.run({'input': _resize(x, height, width)})['segmentation'], *x.shape[2:])

    return make


def _pp_humanseg(folder: Path, device: str) -> Teacher:
    graph = OnnxGraph(folder / 'pp_humansegv2_lite_i8w.onnx', device)
    return lambda x: _resize(graph.run({'in0': _resize(x, 144, 256) * 2 - 1})['probs'][:, 1:], *x.shape[2:])


def _u2netp(folder: Path, device: str) -> Teacher:
    """Finds salient objects, including people; its range is stretched, as its authors do."""
    graph = OnnxGraph(folder / 'u2netp_fp16w.onnx', device)
    mean = torch.tensor([0.485, 0.456, 0.406], device=device).view(1, 3, 1, 1)
    deviation = torch.tensor([0.229, 0.224, 0.225], device=device).view(1, 3, 1, 1)

    def matte(x: Tensor) -> Tensor:
        brightest = x.amax((1, 2, 3), keepdim=True).clamp(min=1 / 255)
        y = graph.run({'input.1': (_resize(x / brightest, 320, 320) - mean) / deviation}, ['d0'])['d0']
        least, greatest = y.amin((2, 3), keepdim=True), y.amax((2, 3), keepdim=True)
        return _resize((y - least) / (greatest - least).clamp(min=0.2), *x.shape[2:])

    return matte


def _resize(x: Tensor, height: int, width: int) -> Tensor:
    return F.interpolate(x, size=(height, width), mode='bilinear', align_corners=False)


_makers: Dict[str, Callable[[Path, str], Teacher]] = {
    'selfie': _selfie('selfie_segmentation_general_fp16w.onnx'),
    'landscape': _selfie('selfie_segmentation_landscape_fp16w.onnx'),
    'pp-humanseg': _pp_humanseg,
    'u2netp': _u2netp,
}
