"""The matting network that starts from a detector: YOLOX-Nano (Apache-2.0), which learned to detect people from a
hundred thousand everyday photos, and a decoder that creates a matte from its features. See `detector.py` for the weights.

Input and output are those of `MatteNano`; the previous alpha is ignored. H and W are multiples of 32.
"""

from dataclasses import dataclass
from typing import List, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model import Inverted, ModelConfig, Up, enlarge


@dataclass(frozen=True)
class FinderConfig:
    """The layout: `encoder` names the only available one. `norm` applies to the decoder: 'batch' during training,
    'none' once folded."""

    encoder: str = 'yolox-nano'
    norm: str = 'batch'


class Step(nn.Sequential):
    """Convolution and SiLU, as in the detector, with folded normalizations."""

    def __init__(self, before: int, after: int, kernel: int = 1, stride: int = 1, groups: int = 1) -> None:
        super().__init__(nn.Conv2d(before, after, kernel, stride, (kernel - 1) // 2, groups=groups), nn.SiLU())


def deep_step(before: int, after: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(Step(before, before, 3, stride, before), Step(before, after))


class Residual(nn.Module):
    def __init__(self, channels: int, is_addition: bool) -> None:
        super().__init__()
        self.first, self.second, self.is_addition = Step(channels, channels), deep_step(channels, channels), is_addition

    def forward(self, x: Tensor) -> Tensor:
        y = self.second(self.first(x))
        return x + y if self.is_addition else y


class Split(nn.Module):
    """Half of the channels pass through residual blocks, the other half bypass them ("CSP")."""

    def __init__(self, before: int, after: int, count: int = 1, is_addition: bool = True) -> None:
        super().__init__()
        half = after // 2
        self.through, self.past = Step(before, half), Step(before, half)
        self.blocks = nn.Sequential(*[Residual(half, is_addition) for _ in range(count)])
        self.join = Step(after, after)

    def forward(self, x: Tensor) -> Tensor:
        through, past = self.through(x), self.past(x)
        return self.join(torch.cat([self.blocks(through), past], 1))


class Pyramid(nn.Module):
    """The maxima around each position, near and far ("SPP")."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.narrow, self.join = Step(channels, channels // 2), Step(2 * channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        x = self.narrow(x)
        return self.join(torch.cat([x, *(F.max_pool2d(x, size, 1, size // 2) for size in (5, 9, 13))], 1))


class Encoder(nn.Module):
    """The detector without its heads. Modules are in the order in which its file computes them."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = Step(3, 16, 6, 2)
        self.stage4 = nn.Sequential(deep_step(16, 32, 2), Split(32, 32))
        self.stage8 = nn.Sequential(deep_step(32, 64, 2), Split(64, 64, 3))
        self.stage16 = nn.Sequential(deep_step(64, 128, 2), Split(128, 128, 3))
        self.stage32 = nn.Sequential(deep_step(128, 256, 2), Pyramid(256), Split(256, 256, 1, False))
        self.narrow16, self.join16 = Step(256, 128), Split(256, 128, 1, False)
        self.narrow8, self.join8 = Step(128, 64), Split(128, 64, 1, False)
        self.down16, self.again16 = deep_step(64, 64, 2), Split(128, 128, 1, False)
        self.down32, self.again32 = deep_step(128, 128, 2), Split(256, 256, 1, False)

    def forward(self, x: Tensor) -> Tuple[Tensor, ...]:
        """Returns features at 1/2, 1/4, 1/8, 1/16 and 1/32."""
        f2 = self.stem(x)
        f4 = self.stage4(f2)
        f8 = self.stage8(f4)
        f16 = self.stage16(f8)
        top = self.narrow16(self.stage32(f16))
        middle = self.narrow8(self.join16(torch.cat([enlarge(top, f16), f16], 1)))
        p8 = self.join8(torch.cat([enlarge(middle, f8), f8], 1))
        p16 = self.again16(torch.cat([self.down16(p8), middle], 1))
        p32 = self.again32(torch.cat([self.down32(p16), top], 1))
        return f2, f4, p8, p16, p32


class MatteFinder(nn.Module):
    def __init__(self, config: FinderConfig = FinderConfig()) -> None:
        super().__init__()
        self.config = config
        decoder = ModelConfig(norm=config.norm)
        self.encoder = Encoder()
        self.up16, self.up8 = Up(decoder, 256, 128), Up(decoder, 128, 64)
        self.up4, self.up2 = Up(decoder, 64, 32), Up(decoder, 32, 16)
        self.polish8 = Inverted(decoder, (64, 192, 64), 5, is_addition=True)
        self.polish4 = Inverted(decoder, (32, 64, 32), 5, is_addition=True)
        self.polish2 = Inverted(decoder, (16, 32, 16), 3, is_addition=True)
        self.last = nn.Conv2d(16, 4, 3, padding=1)
        self.coarse = nn.Conv2d(128, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        return torch.sigmoid(self.find(x)[0])

    def last_parameters(self) -> List[Tensor]:
        """Returns the parameters that scale the scores."""
        return [self.last.weight, self.last.bias]

    def is_new(self, parameter: str) -> bool:
        """Returns whether a parameter is new, not copied from the detector."""
        return not parameter.startswith('encoder.')

    def find(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        """Returns scores before the sigmoid: at full size, and at 1/16 for training only."""
        f2, f4, p8, p16, p32 = self.encoder(x if x.shape[1] == 3 else x[:, :3])
        meaning = self.up16(p32, p16)
        y = self.polish8(self.up8(meaning, p8))
        y = self.polish4(self.up4(y, f4))
        y = self.polish2(self.up2(y, f2))
        return F.pixel_shuffle(self.last(y), 2), self.coarse(meaning)
