"""The part of an image that a frame shows, as affine matrices. numpy, one row per sample.

A matrix [2, 3] maps a position in the frame to a position in the image, both from -1 to 1, as
`torch.nn.functional.grid_sample` expects it. Frames of any aspect ratio are stretched to the input size, as in the product.
"""

from dataclasses import dataclass
from typing import Tuple

import numpy as np

Random = np.random.Generator

least_side = 0.6
"""The minimum side of a figure's crop, as a share of its longer side."""


def log_uniform(random: Random, low: float, high: float, count: int) -> np.ndarray:
    return np.exp(random.uniform(np.log(low), np.log(high), count))


@dataclass
class Views:
    """Rectangles in pixels of the image: centres and sizes [n, 2], rotated by `angle` and mirrored where `flip` is -1."""

    centre: np.ndarray
    extent: np.ndarray
    angle: np.ndarray
    flip: np.ndarray

    def matrices(self, size: np.ndarray) -> np.ndarray:
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        half = self.extent / 2
        to_picture = np.empty((len(half), 2, 3))
        to_picture[:, 0, 0], to_picture[:, 0, 1] = cos * half[:, 0] * self.flip, -sin * half[:, 1]
        to_picture[:, 1, 0], to_picture[:, 1, 1] = sin * half[:, 0] * self.flip, cos * half[:, 1]
        to_picture[:, :, 2] = self.centre - size / 2
        return to_picture * (2 / size)[:, :, None]


def look_at_photo(random: Random, size: np.ndarray, box: np.ndarray, look_share: float) -> Views:
    """Chooses the whole photo, a crop around the person, or (`look_share`) a crop like those of the ensemble."""
    n = len(size)
    extent = box[:, 2:] - box[:, :2]
    height = np.minimum(size[:, 1], extent[:, 1] * log_uniform(random, 0.28, 1.6, n))
    width = np.minimum(size[:, 0], height * log_uniform(random, 0.5, 2.2, n))
    view = np.stack([width, height], 1)
    across = random.uniform(0.2, 0.8, n)
    down = np.where(random.random(n) < 0.6, random.uniform(0, 0.45, n), random.uniform(0, 1, n))
    centre = box[:, :2] + extent * np.stack([across, down], 1)
    centre = np.clip(centre, view / 2, size - view / 2)
    is_whole = random.random(n) < 0.4
    angle = random.uniform(-0.14, 0.14, n) * (random.random(n) < 0.3)
    centre = np.where(is_whole[:, None], size / 2, centre)
    view = np.where(is_whole[:, None], size, view)
    is_look = (random.random(n) < look_share)[:, None]
    look_centre, look_view = frame_figure(size, _misjudge(random, box), log_uniform(random, 1.15, 2.1, n))
    return Views(np.where(is_look, look_centre, centre), np.where(is_look, look_view, view), angle, _flips(random, n))


def frame_figure(size: np.ndarray, box: np.ndarray, factor: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Returns centre and size of the crop of a figure: its box times `factor`, with each side at least `least_side` of
    the longer one, within the image."""
    extent = (box[:, 2:] - box[:, :2]) * factor[:, None]
    half = np.maximum(extent, least_side * extent.max(1, keepdims=True)) / 2
    middle = (box[:, :2] + box[:, 2:]) / 2
    start, end = np.maximum(middle - half, 0), np.minimum(middle + half, size)
    return (start + end) / 2, np.maximum(end - start, 1)


def _misjudge(random: Random, box: np.ndarray) -> np.ndarray:
    """Returns a box with the errors of a first matte: each side is off by up to a tenth."""
    extent = np.tile(box[:, 2:] - box[:, :2], 2)
    return box + extent * random.uniform(-0.1, 0.1, box.shape)


def look_at_background(random: Random, size: np.ndarray) -> Views:
    n = len(size)
    width = size[:, 0] * random.uniform(0.4, 1, n)
    height = np.minimum(size[:, 1], width / log_uniform(random, 0.6, 2.2, n))
    view = np.stack([width, height], 1)
    centre = random.uniform(view / 2, size - view / 2 + 1e-6)
    return Views(centre, view, random.uniform(-0.05, 0.05, n), _flips(random, n))


def place_person(random: Random, size: np.ndarray, box: np.ndarray, touches: np.ndarray) -> Views:
    """Returns the view in which a cutout of a person fits a frame: small to large, and never cut off inside of the
    frame."""
    n = len(size)
    extent = box[:, 2:] - box[:, :2]
    is_standing = ~touches[:, 3]
    share = np.where(is_standing, log_uniform(random, 0.18, 2.0, n), log_uniform(random, 0.4, 1.5, n))
    height = extent[:, 1] / share
    view = np.stack([height * log_uniform(random, 0.5, 2.2, n), height], 1)
    is_cut = touches[:, :2] & touches[:, 2:]
    view = np.where(is_cut, np.minimum(view, size), view)
    middle = (box[:, :2] + box[:, 2:]) / 2
    centre = middle - (random.uniform(0.1, 0.9, (n, 2)) - 0.5) * view
    bottom = size[:, 1] - random.uniform(0, 0.5, n) * extent[:, 1] * (random.random(n) < 0.4)
    centre[:, 1] = np.where(is_standing, centre[:, 1], bottom - view[:, 1] / 2)
    centre = np.where(touches[:, :2], np.maximum(centre, view / 2), centre)
    centre = np.where(touches[:, 2:], np.minimum(centre, size - view / 2), centre)
    angle = random.uniform(-0.25, 0.25, n) * (random.random(n) < 0.25) * ~touches.any(1)
    return Views(centre, view, angle, _flips(random, n))


@dataclass
class Motion:
    """The motion of a layer per frame: shift in half frames, rotation in radians, growth as a factor's logarithm."""

    shift: np.ndarray
    turn: np.ndarray
    growth: np.ndarray

    def after(self, frames: int) -> np.ndarray:
        """Returns matrices [n, 3, 3] from the frame at that time to the first frame."""
        scale = np.exp(self.growth * frames)
        cos, sin = np.cos(self.turn * frames) * scale, np.sin(self.turn * frames) * scale
        matrices = np.zeros((len(scale), 3, 3))
        matrices[:, 0, 0], matrices[:, 0, 1], matrices[:, 1, 0], matrices[:, 1, 1] = cos, -sin, sin, cos
        matrices[:, :2, 2] = self.shift * frames
        matrices[:, 2, 2] = 1
        return matrices


def choose_motion(random: Random, count: int, strength: float) -> Motion:
    """Chooses mostly slow motion; one in four layers does not move."""
    speed = strength * log_uniform(random, 0.1, 2, count) * (random.random(count) > 0.25)
    return Motion(
        random.normal(0, 0.03, (count, 2)) * speed[:, None],
        random.normal(0, 0.02, count) * speed,
        random.normal(0, 0.02, count) * speed,
    )


def _flips(random: Random, count: int) -> np.ndarray:
    return np.where(random.random(count) < 0.5, 1.0, -1.0)
