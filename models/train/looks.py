"""Effects of light, lens, sensor and codec: operations on batches [N, 3, H, W] from 0 to 1, on any device.

Parameters come from a numpy generator, one row per sample, so that the same seed gives the same images on every device.
Only noise comes from torch.
"""

from typing import Tuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from geometry import Random, log_uniform


def to_device(values: np.ndarray, like: Tensor) -> Tensor:
    """Returns one number per sample, in a shape that can be multiplied with a batch."""
    tensor = send(np.asarray(values, np.float32), like.device)
    return tensor.view(*tensor.shape, *[1] * (4 - tensor.ndim))


def send(values: np.ndarray, device: torch.device) -> Tensor:
    """Copies to a GPU without waiting for its queued work."""
    tensor = torch.from_numpy(np.ascontiguousarray(values))
    return tensor.pin_memory().to(device, non_blocking=True) if device.type == 'cuda' else tensor.to(device)


def sometimes(random: Random, share: float, count: int) -> np.ndarray:
    return random.random(count) < share


def recolour(x: Tensor, random: Random, strength: float) -> Tensor:
    """Changes contrast, brightness, white balance, saturation and gamma."""
    n = len(x)
    contrast = 1 + strength * random.uniform(-0.35, 0.35, n) * sometimes(random, 0.8, n)
    brightness = strength * random.uniform(-0.12, 0.12, n) * sometimes(random, 0.8, n)
    balance = 1 + strength * random.uniform(-0.15, 0.15, (n, 3)) * sometimes(random, 0.5, n)[:, None]
    saturation = 1 + strength * random.uniform(-0.7, 0.6, n) * sometimes(random, 0.4, n)
    gamma = np.where(sometimes(random, 0.3, n), log_uniform(random, 1 - 0.45 * strength, 1 / (1 - 0.45 * strength), n), 1)
    x = (x * to_device(contrast, x) + to_device(brightness, x)) * to_device(balance, x)
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * to_device(saturation, x)
    return x.clamp(1e-4, 1).pow(to_device(gamma, x))


def match_light(foreground: Tensor, alpha: Tensor, background: Tensor, random: Random) -> Tensor:
    """Sometimes moves the person's mean colour towards that of the background, which makes the contrast harder."""
    n = len(foreground)
    share = random.uniform(0.2, 0.7, n) * sometimes(random, 0.35, n)
    own = (foreground * alpha).sum((2, 3), keepdim=True) / (alpha.sum((2, 3), keepdim=True) + 1e-3)
    around = background.mean((2, 3), keepdim=True)
    return (foreground + to_device(share, foreground) * (around - own)).clamp(0, 1)


def dye(x: Tensor, alpha: Tensor, random: Random, share: float) -> Tensor:
    """Dyes clothes: the person is dyed from somewhere below the middle down, in one band or in stripes. A person does
    not end where a colour does. Folds stay visible."""
    n, _, height, width = x.shape
    rows, columns = (torch.linspace(-1, 1, size, device=x.device).view(shape)
                     for size, shape in ((height, (1, 1, -1, 1)), (width, (1, 1, 1, -1))))
    middle = (alpha * rows).sum((2, 3), keepdim=True) / (alpha.sum((2, 3), keepdim=True) + 1e-3)
    below = rows + to_device(random.normal(0, 0.15, n), x) * columns - middle - to_device(random.uniform(-0.05, 0.55, n), x)
    ends = to_device(np.where(sometimes(random, 0.5, n), random.uniform(0.05, 0.4, n), 4), x)
    period = to_device(random.uniform(0.06, 0.35, n), x)
    is_striped = to_device(sometimes(random, 0.4, n), x)
    stripe = (below / period).frac().lt(0.5).float()
    is_dyed = ((below > 0) & (below < ends)).float() * (1 - is_striped * (1 - stripe))
    light = 0.35 + 0.8 * x.mean(1, keepdim=True)
    colour = to_device(random.random((n, 3)) * random.uniform(0.3, 1, (n, 1)), x)
    strength = to_device(random.uniform(0.6, 1, n) * sometimes(random, share, n), x)
    return x + alpha * is_dyed * strength * ((colour * light).clamp(0, 1) - x)


def flatten(x: Tensor, random: Random, share: float, radius: int = 3) -> Tensor:
    """Makes images look drawn, with the filter of Kuwahara et al. (1976): each pixel gets the mean of the most uniform
    of four squares that meet there. Colours are stronger in few steps, with lines where they change."""
    chosen = send(np.flatnonzero(sometimes(random, share, len(x))), x.device)
    if not len(chosen):
        return x
    part = x[chosen]
    n, _, height, width = part.shape
    padded = F.pad(part, (radius,) * 4, mode='replicate')
    mean = F.avg_pool2d(padded, radius + 1, 1)
    unrest = (F.avg_pool2d(padded**2, radius + 1, 1) - mean**2).sum(1, keepdim=True)
    corners = [(slice(top, top + height), slice(left, left + width)) for top in (0, radius) for left in (0, radius)]
    calmest = torch.stack([unrest[:, :, rows, columns] for rows, columns in corners]).argmin(0)
    flat = sum(mean[:, :, rows, columns] * (calmest == at) for at, (rows, columns) in enumerate(corners))
    grey = flat.mean(1, keepdim=True)
    flat = grey + (flat - grey) * to_device(random.uniform(1, 1.8, n), x)
    steps = to_device(random.integers(5, 16, n), x)
    flat = (flat.clamp(0, 1) * steps).round() / steps
    line = F.max_pool2d(grey, 3, 1, 1) + F.max_pool2d(-grey, 3, 1, 1)
    has_lines = to_device(random.uniform(1, 4, n) * sometimes(random, 0.4, n), x)
    y = x.clone()
    y[chosen] = flat * (1 - (has_lines * line).clamp(0, 1))
    return y


def shade(x: Tensor, random: Random) -> Tensor:
    """Adds light that falls off from one side to the other, and removes the colour of some images."""
    n, _, _, width = x.shape
    ends = np.where(sometimes(random, 0.15, n)[:, None], random.uniform([0.5, 0.8], [1.0, 1.3], (n, 2)), 1)
    ends = np.where(sometimes(random, 0.5, n)[:, None], ends, ends[:, ::-1])
    ramp = torch.linspace(0, 1, width, device=x.device).view(1, 1, 1, -1)
    x = x * (to_device(ends[:, 0], x) * (1 - ramp) + to_device(ends[:, 1], x) * ramp)
    is_grey = to_device(sometimes(random, 0.08, n), x)
    return (x + is_grey * (x.mean(1, keepdim=True) - x)).clamp(0, 1)


def soften(x: Tensor, random: Random) -> Tensor:
    """Blurs a part of the batch by defocus, and another part by low resolution."""
    n, _, height, width = x.shape
    chosen = send(np.flatnonzero(sometimes(random, 0.2, n)), x.device)
    if len(chosen):
        x = x.clone()
        sigma = log_uniform(random, 0.4, 1.8, len(chosen))
        x[chosen] = blur(x[chosen], sigma)
    chosen = send(np.flatnonzero(sometimes(random, 0.12, n)), x.device)
    scale = random.uniform(0.3, 0.8)
    if len(chosen):
        small = F.interpolate(x[chosen], size=(int(height * scale), int(width * scale)), mode='area')
        x = x.clone()
        x[chosen] = F.interpolate(small, size=(height, width), mode='bilinear', align_corners=False)
    return x


def blur(x: Tensor, sigma: np.ndarray, radius: int = 4) -> Tensor:
    """Applies a Gaussian blur, with one sigma per sample, in pixels."""
    n, channels, height, width = x.shape
    taps = np.arange(-radius, radius + 1)
    kernel = np.exp(-(taps**2) / (2 * sigma[:, None] ** 2))
    kernel = send((kernel / kernel.sum(1, keepdims=True)).astype(np.float32), x.device)
    kernel = kernel.repeat_interleave(channels, 0).view(n * channels, 1, 1, -1)
    y = F.pad(x.reshape(1, n * channels, height, width), (radius, radius, radius, radius), mode='replicate')
    y = F.conv2d(F.conv2d(y, kernel, groups=n * channels), kernel.transpose(2, 3), groups=n * channels)
    return y.view(n, channels, height, width)


def add_noise(x: Tensor, random: Random, generator: torch.Generator) -> Tensor:
    n = len(x)
    deviation = log_uniform(random, 0.004, 0.055, n) * sometimes(random, 0.35, n)
    noise = torch.randn(x.shape, generator=generator, device=x.device)
    return (x + noise * to_device(deviation, x)).clamp(0, 1)


def compress(x: Tensor, random: Random) -> Tensor:
    """Simulates block codecs: rounds the coefficients of the 8 by 8 cosine transform, more coarsely for higher
    frequencies."""
    chosen = send(np.flatnonzero(sometimes(random, 0.3, len(x))), x.device)
    step = to_device(log_uniform(random, 0.004, 0.05, len(chosen)), x).unsqueeze(-1).unsqueeze(-1)
    if not len(chosen):
        return x
    part = x[chosen]
    n, channels, height, width = part.shape
    basis, coarseness = _cosines(x.device)
    blocks = part.view(n, channels, height // 8, 8, width // 8, 8).transpose(3, 4)
    coefficients = basis @ blocks @ basis.t()
    rounding = step * coarseness
    blocks = basis.t() @ (torch.round(coefficients / rounding) * rounding) @ basis
    y = x.clone()
    y[chosen] = blocks.transpose(3, 4).reshape(n, channels, height, width).clamp(0, 1)
    return y


def _cosines(device: torch.device) -> Tuple[Tensor, Tensor]:
    k = torch.arange(8, device=device, dtype=torch.float32)
    basis = torch.cos((2 * k + 1).view(1, -1) * k.view(-1, 1) * np.pi / 16) / 2
    basis[0] /= 2**0.5
    return basis, 1 + (k.view(-1, 1) + k.view(1, -1))
