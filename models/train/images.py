"""Small image functions on numpy arrays, for preparation and evaluation."""

from pathlib import Path

import cv2
import numpy as np

cv2.setNumThreads(1)


def read_rgb(path: Path) -> np.ndarray:
    """Returns an image as uint8 [H, W, 3], red first. Raises ValueError if the file is not an image."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f'{path} is not an image')
    return np.ascontiguousarray(picture[:, :, ::-1])


def read_gray(path: Path) -> np.ndarray:
    """Returns a grayscale image as uint8 [H, W]."""
    picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if picture is None:
        raise ValueError(f'{path} is not an image')
    return picture


def stretch(picture: np.ndarray, width: int, height: int) -> np.ndarray:
    """Scales to a size with any aspect ratio, without aliasing."""
    is_smaller = width < picture.shape[1]
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA if is_smaller else cv2.INTER_LINEAR)


def guided_filter(guide: np.ndarray, alpha: np.ndarray, radius: int, epsilon: float) -> np.ndarray:
    """Applies the guided filter of He, Sun, Tang: Guided Image Filtering (2010), with a grayscale guide. Both are
    float32 from 0 to 1."""
    def mean(x: np.ndarray) -> np.ndarray:
        return cv2.blur(x, (2 * radius + 1, 2 * radius + 1))

    mean_guide, mean_alpha = mean(guide), mean(alpha)
    slope = (mean(guide * alpha) - mean_guide * mean_alpha) / (mean(guide * guide) - mean_guide**2 + epsilon)
    offset = mean_alpha - slope * mean_guide
    return np.clip(mean(slope) * guide + mean(offset), 0, 1)


def estimate_foreground(rgb: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Estimates the colours of the subject where it is mixed with the background. float32 [H, W, 3] 0..255, alpha
    0..1. Forte: Approximate Fast Foreground Colour Estimation (2021): blurred twice, with a wide and a narrow
    window."""
    opacity = alpha[..., None]
    foreground, background = rgb, rgb
    for size in (45, 7):
        window = (size, size)
        spread = cv2.blur(alpha, window)[..., None]
        near = cv2.blur(foreground * opacity, window) / (spread + 1e-5)
        behind = cv2.blur(background * (1 - opacity), window) / (1 - spread + 1e-5)
        foreground = np.clip(near + opacity * (rgb - opacity * near - (1 - opacity) * behind), 0, 255)
        background = behind
    return foreground
