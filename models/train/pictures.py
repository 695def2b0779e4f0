"""The prepared images: all of them in memory, on the CPU or on the GPU, as bytes."""

import csv
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Sequence

import numpy as np
import torch
from torch import Tensor


@dataclass
class People:
    """The metadata of each image with people; positions are in pixels of the original. One entry per image in every
    array."""

    source: np.ndarray
    size: np.ndarray  # [n, 2] width, height
    box: np.ndarray  # [n, 4] left, top, right, bottom of the subject
    touches: np.ndarray  # [n, 4] whether the subject is cut off at the left, top, right, bottom
    is_cutout: np.ndarray
    quality: np.ndarray


@dataclass
class Pictures:
    """The image data: `rgb`, `foreground` [n, S, S, 3], `alpha`, `trust` [n, S, S] of people; `backgrounds` [m, S, S,
    3]. All uint8."""

    rgb: Tensor
    foreground: Tensor
    alpha: Tensor
    trust: Tensor
    backgrounds: Tensor
    people: People
    background_size: np.ndarray
    train: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    held_out: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    train_backgrounds: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    held_out_backgrounds: np.ndarray = field(default_factory=lambda: np.zeros(0, int))


def load_pictures(folder: Path, exclude: Sequence[str], held_out_folds: Dict[str, int], device: str) -> Pictures:
    """Loads the images. `exclude` names sources or licenses. The first folds of twenty of each source are held out:
    `held_out_folds` contains their number, under the source's name or 'default'."""
    rows = read_index(folder)
    people, backgrounds = ([r for r in rows if (r['kind'] == 'bg') == is_bg] for is_bg in (False, True))
    arrays = {name: np.load(str(folder / f'{name}.npy'), mmap_mode='c')
              for name in ('rgb', 'foreground', 'alpha', 'trust', 'backgrounds')}
    boxes, touches = find_boxes(arrays['alpha'])
    size = _sizes(people)
    described = People(
        source=np.array([r['source'] for r in people]),
        size=size,
        box=boxes * np.tile(size, 2) / arrays['alpha'].shape[1],
        touches=touches,
        is_cutout=np.array([r['kind'] == 'cutout' for r in people]),
        quality=np.array([float(r['quality']) for r in people]),
    )
    tensors = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
    pictures = Pictures(people=described, background_size=_sizes(backgrounds), **tensors)
    pictures.train, pictures.held_out = _split(people, exclude, held_out_folds)
    pictures.train_backgrounds, pictures.held_out_backgrounds = _split(backgrounds, exclude, held_out_folds)
    if not len(pictures.train) or not len(pictures.train_backgrounds):
        raise ValueError('no images are left for training')
    return pictures


def read_index(folder: Path) -> List[Dict[str, str]]:
    with open(folder / 'index.csv', newline='') as file:
        return list(csv.DictReader(file))


def _sizes(rows: List[Dict[str, str]]) -> np.ndarray:
    return np.array([[int(r['width']), int(r['height'])] for r in rows], float).reshape(-1, 2)


def _split(rows: List[Dict[str, str]], exclude: Sequence[str], held_out_folds: Dict[str, int]) -> tuple:
    train, held_out = [], []
    for at, row in enumerate(rows):
        if row['source'] in exclude or row['licence'] in exclude:
            continue
        folds = held_out_folds.get(row['source'], held_out_folds['default'])
        (held_out if int(row['fold']) < folds else train).append(at)
    return np.array(train, int), np.array(held_out, int)


def find_boxes(alpha: np.ndarray) -> tuple:
    """Returns the box of the subject, in pixels of the square arrays, and the sides at which it is cut off."""
    boxes = np.zeros((len(alpha), 4))
    touches = np.zeros((len(alpha), 4), bool)
    side = alpha.shape[1]
    for at in range(len(alpha)):
        there = np.asarray(alpha[at]) > 100
        columns, rows = np.flatnonzero(there.any(0)), np.flatnonzero(there.any(1))
        if not len(columns):
            boxes[at] = 0, 0, side, side
            continue
        boxes[at] = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
        touches[at] = [there[:, 0].mean() > 0.03, there[0].mean() > 0.02, there[:, -1].mean() > 0.03, there[-1].mean() > 0.05]
    return boxes, touches
