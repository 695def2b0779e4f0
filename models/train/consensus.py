"""An ensemble of small networks that also process a crop of every figure.

    python3 models/train/consensus.py --members models/a.onnx,models/b.onnx --stills ../shared/training/test \\
        --pictures /tmp/train-data/arrays

Prints the scores of each member alone, with crops, and of all members together. The product does the same in
`src/workers/matting`, with boxes that track a figure over time.
"""

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import List, Sequence, Tuple

import cv2
import numpy as np
import torch

from evaluate import load_stills, score_empty, score_stills, score_video
from geometry import frame_figure
from matters import Matter
from members import Member

longest_side = 960
"""The size of stills, equal to that of the measurements with which the ensemble is compared."""

least_alpha, least_area = 0.35, 0.004
"""The definition of a figure: connected pixels above the first value, whose share of the image is above the second."""

shallow, doubtful, certain = 0.25, 0.65, 0.75
"""The thresholds of the confidence filter. A figure consists of pixels above the first. It is removed if its most
confident tenth is below the second, and kept completely if that tenth reaches the third. No held-out person was
lost by it; between .7 and .8 everyday photos lose some."""

most_area = 0.95
"""The maximum share of the image that a crop covers; a larger one is hardly a crop."""


@dataclass(frozen=True)
class Settings:
    """The weights of the crops: `weights` has one for each member, `look_weights` one for each factor, relative to 1
    for the whole image.

    The scores (the logits of the mean alpha) are increased by `offset`, because the mean of different mattes is too
    low for people who are hard to detect, and are multiplied by `sharpness`. The first crop of each figure is
    mirrored. With `is_mirrored`, every crop is processed both normally and mirrored.
    """

    weights: Tuple[float, ...]
    sharpness: float = 2.2
    offset: float = 0.35
    factors: Tuple[float, ...] = (1.35, 1.82)
    look_weights: Tuple[float, ...] = (1.5, 1.5)
    is_mirrored: bool = False


@dataclass
class Look:
    """A rectangle of the image (top, bottom, left, right), the weight of each pixel, and the matte of each member."""

    rectangle: Tuple[int, int, int, int]
    window: np.ndarray  # [h, w]
    factor: int
    found: np.ndarray  # [members, h, w]


class Consensus(Matter):
    def __init__(self, members: Sequence[Member], settings: Settings) -> None:
        self.members, self.settings = members, settings

    def matte(self, picture: np.ndarray) -> np.ndarray:
        return agree(observe(self.members, picture, self.settings), self.settings)

    def reset(self) -> None:
        """Clears the state; there is none."""


def observe(members: Sequence[Member], picture: np.ndarray, settings: Settings) -> List[Look]:
    """Returns the look at the whole image, and two crops of every figure in it."""
    height, width = picture.shape[:2]
    everywhere = (0, height, 0, width)
    whole = Look(everywhere, np.ones((height, width), np.float32), -1, _find(members, picture, settings, False))
    places = [
        (rectangle, factor)
        for box in find_figures(_mean(whole.found, settings))
        for factor, rectangle in enumerate(rectangles_around(box, settings.factors, (width, height)))
    ]
    closer = [
        Look((top, bottom, left, right), make_window((top, bottom, left, right), (height, width)), factor,
             _find(members, picture[top:bottom, left:right], settings, factor == 0))
        for (top, bottom, left, right), factor in places
        if (bottom - top) * (right - left) < most_area * height * width
    ]
    return [whole, *closer]


def _find(members: Sequence[Member], picture: np.ndarray, settings: Settings, turns: bool) -> np.ndarray:
    """Returns the mattes of all members, [members, h, w]."""
    views = (False, True) if settings.is_mirrored else (turns,)
    return np.mean([[_turn(member.find(_turn(picture, view)), view) for member in members] for view in views], axis=0)


def _turn(picture: np.ndarray, is_turned: bool) -> np.ndarray:
    return np.ascontiguousarray(picture[:, ::-1]) if is_turned else picture


def find_figures(alpha: np.ndarray) -> np.ndarray:
    """Returns the boxes [n, 4] (left, top, right, bottom) of the separate figures."""
    count, _, boxes, _ = cv2.connectedComponentsWithStats((alpha > least_alpha).astype(np.uint8))
    large = [box[:4] for box in boxes[1:count] if box[cv2.CC_STAT_AREA] >= least_area * alpha.size]
    return np.array([[left, top, left + width, top + height] for left, top, width, height in large], float).reshape(-1, 4)


def rectangles_around(box: np.ndarray, factors: Sequence[float], size: Tuple[int, int]) -> List[Tuple[int, int, int, int]]:
    """Returns top, bottom, left and right for each factor."""
    count = len(factors)
    centre, extent = frame_figure(np.tile(size, (count, 1)), np.tile(box, (count, 1)), np.array(factors))
    corners = np.concatenate([centre - extent / 2, centre + extent / 2], 1).astype(int)
    return [(top, max(bottom, top + 1), left, max(right, left + 1)) for left, top, right, bottom in corners.tolist()]


def make_window(rectangle: Tuple[int, int, int, int], size: Tuple[int, int]) -> np.ndarray:
    """Returns 1 inside, falling towards each side of the rectangle unless it and its opposite are edges of the image."""
    top, bottom, left, right = rectangle

    def along(start: int, end: int, length: int) -> np.ndarray:
        return np.ones(end - start) if start == 0 and end == length else np.hanning(end - start + 2)[1:-1] ** 0.3

    return np.outer(along(top, bottom, size[0]), along(left, right, size[1])).astype(np.float32)


def agree(looks: Sequence[Look], settings: Settings) -> np.ndarray:
    """Returns the mean alpha [H, W] of all crops."""
    total = np.zeros(looks[0].window.shape, np.float32)
    weight = np.zeros_like(total)
    for look in looks:
        top, bottom, left, right = look.rectangle
        counts = look.window * (1 if look.factor < 0 else settings.look_weights[look.factor])
        total[top:bottom, left:right] += counts * _mean(look.found, settings)
        weight[top:bottom, left:right] += counts
    return sharpen(drop_doubtful(total / weight), settings.sharpness, settings.offset)


def drop_doubtful(alpha: np.ndarray) -> np.ndarray:
    """Removes the figures with low confidence. Networks with different errors agree on people and disagree on false
    subjects."""
    count, labels, boxes, _ = cv2.connectedComponentsWithStats((alpha > shallow).astype(np.uint8))
    kept = alpha.copy()
    for at, (left, top, width, height, _) in enumerate(boxes[1:count], 1):
        part, mine = kept[top : top + height, left : left + width], labels[top : top + height, left : left + width] == at
        inside = part[mine & (part > 0.5)]
        sure = np.percentile(inside, 90) if inside.size else 0
        part[mine] *= np.clip((sure - doubtful) / (certain - doubtful), 0, 1)
    return kept


def _mean(found: np.ndarray, settings: Settings) -> np.ndarray:
    weights = np.array(settings.weights, np.float32)
    return np.tensordot(weights / weights.sum(), found.astype(np.float32), 1)


def sharpen(alpha: np.ndarray, sharpness: float, offset: float) -> np.ndarray:
    """Returns the sigmoid of the scores plus `offset`, times `sharpness`."""
    alpha = np.clip(alpha, 1e-4, 1 - 1e-4)
    return 1 / (1 + ((1 - alpha) / alpha * np.exp(-offset)) ** sharpness)


def main() -> None:
    options = parse_options()
    torch.set_num_threads(options.threads)
    members = [Member(path) for path in options.members]
    settings = read_settings(options.settings) if options.settings else Settings(weights=(1.0,) * len(members))
    if options.each:
        for path, member in zip(options.members, members):
            alone = replace(settings, weights=(1.0,))
            report(f'{path.name}, whole picture', Consensus([member], replace(alone, factors=(), sharpness=1, offset=0)), options)
            report(f'{path.name}, with looks', Consensus([member], alone), options)
    report('together', Consensus(members, settings), options)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--members', type=lambda text: [Path(name) for name in text.split(',')], required=True)
    parser.add_argument('--settings', type=Path, help='settings that fit.py wrote; by default all members have the same weight')
    parser.add_argument('--stills', type=Path, help='folder with Training_Images and Ground_Truth')
    parser.add_argument('--video', type=Path, help='folder with comp.mp4 and alpha.mkv')
    parser.add_argument('--pictures', type=Path, help='arrays that prepare.py wrote, for images without people')
    parser.add_argument('--each', action='store_true', help='also measure each member alone')
    parser.add_argument('--threads', type=int, default=1)
    return parser.parse_args()


def read_settings(path: Path) -> Settings:
    values = json.loads(path.read_text())
    return Settings(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})


def report(name: str, consensus: Consensus, options: argparse.Namespace) -> None:
    print(name)
    if options.stills:
        print(f'  stills: {score_stills(consensus, load_stills(options.stills, longest_side))}')
    if options.video:
        print(f'  video: {score_video(consensus, options.video, forgets=True)}')
    if options.pictures:
        print(f'  no person: {score_empty(consensus, options.pictures)}', flush=True)


if __name__ == '__main__':
    main()
