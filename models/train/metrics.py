"""Metrics of mattes, on numpy arrays from 0 to 1."""

from dataclasses import dataclass
from typing import List

import numpy as np


def iou(found: np.ndarray, truth: np.ndarray) -> float:
    """Returns the intersection over union of the pixels above one half; 1 if both are empty."""
    a, b = found > 0.5, truth > 0.5
    union = np.count_nonzero(a | b)
    return float(np.count_nonzero(a & b) / union) if union else 1.0


def mad(found: np.ndarray, truth: np.ndarray) -> float:
    """Returns the mean absolute difference, times 1000."""
    return float(np.abs(found - truth).mean() * 1000)


def dtssd(found: np.ndarray, truth: np.ndarray) -> float:
    """Returns the flicker: the root mean square of the difference between frame-to-frame changes, times 100. [T, H, W]
    each."""
    difference = np.diff(found, axis=0) - np.diff(truth, axis=0)
    return float(np.sqrt((difference**2).mean()) * 100)


@dataclass
class StillScores:
    ious: List[float]
    mads: List[float]

    def __str__(self) -> str:
        ious = np.array(self.ious)
        return (
            f'n {len(ious)}, IoU {ious.mean():.4f}, median {np.median(ious):.4f}, '
            f'below .8 {100 * (ious < 0.8).mean():.0f} %, MAD {np.mean(self.mads):.1f}'
        )
