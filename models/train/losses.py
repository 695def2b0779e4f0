"""The losses of training. They compare scores before the sigmoid with alpha, all [N, 1, H, W]."""

from typing import Optional

import torch
import torch.nn.functional as F
from torch import Tensor


def matte_loss(scores: Tensor, coarse: Optional[Tensor], alpha: Tensor, trust: Tensor, certainty: float) -> Tensor:
    """Returns the sum of difference, edges at several scales, overlap, and cross entropy, which has more weight early
    (`certainty` 0 to 1). `coarse` are the scores at 1/16 of networks that have them."""
    found = torch.sigmoid(scores)
    entropy_share = 1 - 0.6 * certainty
    entropy = (F.binary_cross_entropy_with_logits(scores, alpha, reduction='none') * trust).mean()
    difference = ((found - alpha).abs() * trust).mean()
    overall = coarse_loss(coarse, alpha) if coarse is not None else 0
    return (
        difference
        + 0.5 * edge_loss(found, alpha, trust)
        + 0.3 * overlap_loss(found, alpha, trust)
        + entropy_share * (entropy + 0.2 * overall)
    )


def coarse_loss(coarse: Tensor, alpha: Tensor) -> Tensor:
    return F.binary_cross_entropy_with_logits(coarse, F.interpolate(alpha, size=coarse.shape[2:], mode='area'))


def edge_loss(found: Tensor, alpha: Tensor, trust: Tensor, scales: int = 3) -> Tensor:
    """Compares the differences of neighbouring pixels, at full, half and quarter size."""
    total = found.new_zeros(())
    error = (found - alpha) * trust
    for _ in range(scales):
        total = total + error.diff(dim=3).abs().mean() + error.diff(dim=2).abs().mean()
        error = F.avg_pool2d(error, 2)
    return total


def overlap_loss(found: Tensor, alpha: Tensor, trust: Tensor) -> Tensor:
    """Returns one minus Dice's coefficient of each image, so that small figures have the same weight as large ones."""
    both = (found * alpha * trust).sum((1, 2, 3))
    either = ((found + alpha) * trust).sum((1, 2, 3))
    return (1 - (2 * both + 16) / (either + 16)).mean()


def flicker_loss(found: Tensor, before: Tensor, alpha: Tensor, alpha_before: Tensor) -> Tensor:
    """Compares the changes of the matte from frame to frame with those of the truth."""
    return ((found - before) - (alpha - alpha_before)).abs().mean()
