"""Fits the weights of an ensemble on images that are held out of training.

    python3 models/train/fit.py --members models/a.onnx,models/b.onnx --pictures /tmp/train-data/arrays \\
        --config models/train/configs/members.json --out settings.json

Every member processes every image once. Then weights, sharpness, offset and the weights of the crops are changed one
after the other while that helps. Photos without people count as well: anything found there is an error.
"""

import argparse
import dataclasses
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Dict, Iterator, List, Tuple

import cv2
import numpy as np
import torch

from consensus import Look, Settings, agree, observe
from members import Member
from metrics import iou, mad
from pictures import Pictures, load_pictures

longest_side = 304
"""The size of the collected images."""

factors = (0.7, 0.85, 1.2, 1.45)
"""The factors by which each number is changed in turn."""


@dataclass
class Case:
    source: str
    looks: List[Look]
    truth: np.ndarray


def main() -> None:
    options = parse_options()
    torch.set_num_threads(options.threads)
    config = json.loads(options.config.read_text())
    pictures = load_pictures(options.pictures, [], config['held_out_folds'], 'cpu')
    members = [Member(path) for path in options.members]
    settings = Settings(weights=(1.0,) * len(members))
    cases = [
        Case(source, observe(members, picture, settings), truth)
        for source, picture, truth in held_out(pictures, options.every)
    ]
    settings = climb(cases, settings)
    print(describe(cases, settings))
    options.out.write_text(json.dumps(dataclasses.asdict(settings), indent=2) + '\n')


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--members', type=lambda text: [Path(name) for name in text.split(',')], required=True)
    parser.add_argument('--pictures', type=Path, required=True, help='arrays that prepare.py wrote')
    parser.add_argument('--config', type=Path, required=True, help='the configuration of the training')
    parser.add_argument('--every', type=int, default=1, help='use every nth image only, for a trial')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--threads', type=int, default=1)
    return parser.parse_args()


def held_out(pictures: Pictures, every: int) -> Iterator[Tuple[str, np.ndarray, np.ndarray]]:
    """Returns source, image and alpha from 0 to 1, with their original aspect ratios."""
    people = pictures.people
    for at in pictures.held_out[~people.is_cutout[pictures.held_out]][::every]:
        size = _fit(people.size[at])
        alpha = _resize(pictures.alpha[at].numpy(), size) / np.float32(255)
        yield str(people.source[at]), _resize(pictures.rgb[at].numpy(), size), alpha
    for at in pictures.held_out_backgrounds[::every]:
        size = _fit(pictures.background_size[at])
        yield 'empty', _resize(pictures.backgrounds[at].numpy(), size), np.zeros(size[::-1], np.float32)


def _fit(size: np.ndarray) -> Tuple[int, int]:
    width, height = np.maximum(np.round(size * longest_side / size.max()), 1).astype(int)
    return int(width), int(height)


def _resize(picture: np.ndarray, size: Tuple[int, int]) -> np.ndarray:
    return cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR)


def climb(cases: List[Case], settings: Settings) -> Settings:
    best = cost(cases, settings)
    print(f'{best:.5f} at {settings}', flush=True)
    while True:
        before = best
        for change in changes(settings):
            tried = cost(cases, change(settings))
            if tried < best:
                best, settings = tried, change(settings)
        print(f'{best:.5f} at {settings}', flush=True)
        if best > before - 2e-5:
            return settings


def changes(settings: Settings) -> Iterator[Callable[[Settings], Settings]]:
    """Returns `settings` with each number changed by a step down and up."""
    for factor in factors:
        for name in ('weights', 'look_weights'):
            for at in range(len(getattr(settings, name))):
                yield lambda s, name=name, at=at, factor=factor: replace(s, **{name: _scaled(getattr(s, name), at, factor)})
        yield lambda s, factor=factor: replace(s, sharpness=s.sharpness * factor)
        yield lambda s, factor=factor: replace(s, offset=s.offset + np.log(factor))


def _scaled(values: Tuple[float, ...], at: int, factor: float) -> Tuple[float, ...]:
    return (*values[:at], values[at] * factor, *values[at + 1 :])


def cost(cases: List[Case], settings: Settings) -> float:
    """Returns the missing overlap and the error of alpha, with equal weights of all sources, plus a tenth of the share
    of false alarms."""
    return sum(weight * value for weight, value in zip((-1, 2, 0.1), measure(cases, settings)[''])) + 1


def describe(cases: List[Case], settings: Settings) -> str:
    return '\n'.join(
        f'{source or "all"}: IoU {overlap:.4f}, MAD {1000 * error:.1f}, false alarms {100 * alarms:.0f} %'
        for source, (overlap, error, alarms) in sorted(measure(cases, settings).items())
    )


def measure(cases: List[Case], settings: Settings) -> Dict[str, Tuple[float, float, float]]:
    """Returns IoU and mean difference by source of images with people, and under '' of all; the last value is the
    share of false alarms."""
    scores: Dict[str, List[Tuple[float, float]]] = {}
    alarms = []
    for case in cases:
        alpha = agree(case.looks, settings)
        if case.source == 'empty':
            alarms.append(float((alpha > 0.5).mean()) > 0.01)
        else:
            scores.setdefault(case.source, []).append((iou(alpha, case.truth), mad(alpha, case.truth) / 1000))
    found = {source: tuple(np.mean(some, axis=0)) for source, some in scores.items()}
    found[''] = tuple(np.mean(list(found.values()), axis=0))
    return {source: (*some, float(np.mean(alarms))) for source, some in found.items()}


if __name__ == '__main__':
    main()
