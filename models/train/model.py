"""The matting network.

Its core has the layout of MediaPipe selfie segmentation (an encoder of inverted residuals after MobileNetV3 and a light
decoder), so that it can start from those weights; see `selfie.py`. Our additions surround the core and end in weights of
zero, so that a network with freshly copied weights has exactly the output of the original:

- `past`    receives the previous alpha at 1/2, 1/4 and 1/8 of the size;
- `context` is two more blocks at 1/16 and a stage at 1/32, where a large field of view is cheap;
- `polish`  is a block after the coarser steps of the decoder, and overlapping taps in the last one.

Input  [N, 4, H, W]: red, green, blue from 0 to 1 and the previous alpha, or zeros without one.
Output [N, 1, H, W]: alpha from 0 to 1. H and W are multiples of 16.
"""

from dataclasses import dataclass
from typing import List, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn


@dataclass(frozen=True)
class ModelConfig:
    """The layout: `norm` is 'none' for copied weights (their normalization is folded in) or 'batch' for new ones."""

    norm: str = 'none'
    width: float = 1.0
    context_blocks: int = 2
    deep_channels: int = 64
    deep_blocks: int = 4
    has_past: bool = True


class Conv(nn.Sequential):
    """Convolution, normalization, activation. Stride 2 pads only below and to the right, as in TensorFlow."""

    def __init__(self, config: ModelConfig, channels: Tuple[int, int], kernel: int = 1, stride: int = 1,
                 groups: int = 1, act: str = 'none') -> None:
        activation = {'relu': nn.ReLU, 'hswish': nn.Hardswish, 'none': nn.Identity}[act]
        norm = nn.BatchNorm2d(channels[1], momentum=0.05) if config.norm == 'batch' else nn.Identity()
        padding = kernel // 2 if stride == 1 else 0
        super().__init__(nn.Conv2d(channels[0], channels[1], kernel, stride, padding, groups=groups), norm, activation())
        self.total = max(kernel - stride, 0) if stride > 1 else 0

    def forward(self, x: Tensor) -> Tensor:
        if self.total:
            first = self.total // 2
            x = F.pad(x, (first, self.total - first, first, self.total - first))
        return super().forward(x)


class Gate(nn.Module):
    """Squeeze and excite: the content of the whole image determines the scale of each channel."""

    def __init__(self, channels: int, hidden: int) -> None:
        super().__init__()
        self.squeeze, self.excite = nn.Conv2d(channels, hidden, 1), nn.Conv2d(hidden, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        return torch.sigmoid(self.excite(F.relu(self.squeeze(F.adaptive_avg_pool2d(x, 1)))))


class Inverted(nn.Module):
    """Inverted residual: 1x1 to more channels, depthwise, gate, 1x1 to fewer. With `is_addition`, it starts as the
    identity."""

    def __init__(self, config: ModelConfig, channels: Tuple[int, int, int], kernel: int = 3, stride: int = 1,
                 act: str = 'relu', hidden: int = 0, is_addition: bool = False) -> None:
        super().__init__()
        before, middle, after = channels
        self.expand = Conv(config, (before, middle), act=act)
        self.depthwise = Conv(config, (middle, middle), kernel, stride, groups=middle, act=act)
        self.gate = Gate(middle, hidden) if hidden else None
        self.project = Conv(config, (middle, after))
        self.is_residual = stride == 1 and before == after
        if is_addition:
            _silence(self.project)

    def forward(self, x: Tensor) -> Tensor:
        y = self.depthwise(self.expand(x))
        if self.gate is not None:
            y = y * self.gate(y)
        y = self.project(y)
        return x + y if self.is_residual else y


class Up(nn.Module):
    """One step of the decoder: the enlarged coarse features select the contribution of the fine ones (`skip`)."""

    def __init__(self, config: ModelConfig, coarse: int, skip: int) -> None:
        super().__init__()
        self.narrow = Conv(config, (coarse, skip))
        self.gate = Gate(skip, skip)
        self.mix = Conv(config, (skip, skip), act='relu')
        self.smooth = Conv(config, (skip, skip), 3, groups=skip, act='relu')

    def forward(self, coarse: Tensor, skip: Tensor) -> Tensor:
        y = enlarge(self.narrow(coarse), skip)
        y = self.mix(skip * self.gate(skip + y) + y)
        return y + self.smooth(y)


class Past(nn.Module):
    """The previous alpha at 1/2, 1/4 and 1/8, each with the number of channels of the features that it is added to."""

    def __init__(self, config: ModelConfig, channels: Tuple[int, int, int]) -> None:
        super().__init__()
        self.steps = nn.ModuleList([
            Conv(config, (1, 8), 3, 2, act='relu'),
            Conv(config, (8, 8), 3, 2, act='relu'),
            Conv(config, (8, 16), 3, 2, act='relu'),
        ])
        self.projections = nn.ModuleList([nn.Conv2d(w, c, 1) for w, c in zip((8, 8, 16), channels)])
        for projection in self.projections:
            _zero(projection)

    def forward(self, alpha: Tensor) -> List[Tensor]:
        features, x = [], alpha
        for step, projection in zip(self.steps, self.projections):
            x = step(x)
            features.append(projection(x))
        return features


class MatteNano(nn.Module):
    def __init__(self, config: ModelConfig = ModelConfig()) -> None:
        super().__init__()
        self.config = config

        def wide(channels: int) -> int:
            return max(8, int(channels * config.width / 8 + 0.5) * 8)

        c2, c4, c8, c16, head, deep = (wide(c) for c in (16, 16, 24, 32, 128, config.deep_channels))
        self.stem = Conv(config, (3, c2), 3, 2, act='hswish')
        self.stage4 = Inverted(config, (c2, c2, c4), 3, 2, hidden=8)
        self.stage8 = nn.Sequential(
            Inverted(config, (c4, wide(72), c8), 3, 2),
            Inverted(config, (c8, wide(88), c8)),
        )
        self.stage16 = nn.Sequential(
            Inverted(config, (c8, wide(96), c16), 5, 2, 'hswish', 24),
            Inverted(config, (c16, wide(128), c16), 5, 1, 'hswish', 32),
            Inverted(config, (c16, wide(128), c16), 5, 1, 'hswish', 32),
            Inverted(config, (c16, wide(96), c16), 5, 1, 'hswish', 24),
            Inverted(config, (c16, wide(96), c16), 5, 1, 'hswish', 24),
        )
        self.head, self.head_gate = Conv(config, (c16, head), act='relu'), nn.Conv2d(c16, head, 1)
        self.up8, self.up4, self.up2 = Up(config, head, c8), Up(config, c8, c4), Up(config, c4, c2)
        self.last = nn.Conv2d(c2, 4, 3, padding=1)

        self.past = Past(config, (c2, c4, c8)) if config.has_past else None
        self.context = nn.Sequential(*[
            Inverted(config, (c16, 6 * c16, c16), 5, 1, 'hswish', 48, is_addition=True) for _ in range(config.context_blocks)
        ])
        self.deep = nn.Sequential(
            Inverted(config, (c16, 4 * c16, deep), 3, 2, 'hswish'),
            *[Inverted(config, (deep, 4 * deep, deep), 5, 1, 'hswish', deep) for _ in range(config.deep_blocks)],
            _silence(Conv(config, (deep, head))),
        )
        self.polish8 = Inverted(config, (c8, 3 * c8, c8), 5, is_addition=True)
        self.polish4 = Inverted(config, (c4, 3 * c4, c4), 5, is_addition=True)
        self.coarse = nn.Conv2d(head, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        return torch.sigmoid(self.find(x)[0])

    def last_parameters(self) -> List[Tensor]:
        """Returns the parameters that scale the scores at full size."""
        return [self.last.weight, self.last.bias]

    def is_new(self, parameter: str) -> bool:
        """Returns whether a parameter is new, not copied."""
        return parameter.split('.')[0] in ('past', 'context', 'deep', 'polish8', 'polish4', 'coarse')

    def find(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        """Returns scores before the sigmoid: at full size, and at 1/16 for training only."""
        past2, past4, past8 = self.past(x[:, 3:]) if self.past is not None else (0, 0, 0)
        f2 = self.stem(x[:, :3])
        f4 = self.stage4(f2)
        f8 = self.stage8(f4) + past8
        f16 = self.context(self.stage16(f8))
        meaning = self.head(f16) * torch.sigmoid(self.head_gate(F.adaptive_avg_pool2d(f16, 1)))
        meaning = meaning + enlarge(self.deep(f16), meaning)
        y = self.polish8(self.up8(meaning, f8))
        y = self.polish4(self.up4(y, f4 + past4))
        y = self.up2(y, f2 + past2)
        return F.pixel_shuffle(self.last(y), 2), self.coarse(meaning)


def enlarge(x: Tensor, like: Tensor) -> Tensor:
    return F.interpolate(x, size=[int(side) for side in like.shape[2:]], mode='bilinear', align_corners=False)


def _zero(layer: nn.Conv2d) -> None:
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)


def _silence(conv: Conv) -> Conv:
    """Makes the output zero until training changes it. Before a normalization, its scale must be zero."""
    if isinstance(conv[1], nn.BatchNorm2d):
        nn.init.zeros_(conv[1].weight)
    else:
        _zero(conv[0])
    return conv


@torch.no_grad()
def silence_additions(model: MatteNano) -> None:
    """Makes the output of all additions around the core zero, as at the start of training."""
    blocks = [*model.context, model.polish8, model.polish4]
    for conv in [*(block.project for block in blocks), model.deep[-1]]:
        _silence(conv)
    for projection in model.past.projections if model.past is not None else []:
        _zero(projection)


def core_layers(model: MatteNano) -> List[nn.Conv2d]:
    """Returns the layers of the core that have weights, in the order of computation."""
    def of_block(block: Inverted) -> List[nn.Conv2d]:
        gate = [block.gate.squeeze, block.gate.excite] if block.gate is not None else []
        return [block.expand[0], block.depthwise[0], *gate, block.project[0]]

    def of_up(up: Up) -> List[nn.Conv2d]:
        return [up.narrow[0], up.gate.squeeze, up.gate.excite, up.mix[0], up.smooth[0]]

    blocks = [model.stage4, *model.stage8, *model.stage16]
    ups = [model.up8, model.up4, model.up2]
    return [
        model.stem[0],
        *[layer for block in blocks for layer in of_block(block)],
        model.head[0],
        model.head_gate,
        *[layer for up in ups for layer in of_up(up)],
        model.last,
    ]
