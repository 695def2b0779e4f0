"""The quality of a model on images that are held out of training, by which a checkpoint may be chosen."""

from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

import numpy as np
import torch
from torch import Tensor

from geometry import Views, frame_figure
from metrics import dtssd, iou, mad
from networks import Network
from pictures import Pictures
from scenes import SceneConfig, SceneMaker, sample

seed = 2

whole = (np.inf,)
close = (1.35, 1.8)
"""The sizes of crops in multiples of a figure's box: the whole photo, and the crops of the ensemble."""


@dataclass
class Validation:
    """IoU and MAD of whole photos by source, and IoU of crops; mean IoU, MAD and dtSSD of short composed scenes."""

    photos: Dict[str, float]
    photo_mads: Dict[str, float]
    looks: Dict[str, float]
    scene_iou: float
    scene_mad: float
    scene_dtssd: float

    @property
    def score(self) -> float:
        """Returns the score: every source has the same weight, crops the same as whole photos, and scenes the same as
        all photos."""
        return (float(np.mean([*self.photos.values(), *self.looks.values()])) + self.scene_iou) / 2

    @property
    def error(self) -> float:
        """Returns the error of alpha in photos and in scenes, and of its changes: their geometric mean, because their
        units differ."""
        return float(np.cbrt(np.mean(list(self.photo_mads.values())) * self.scene_mad * self.scene_dtssd))

    def __str__(self) -> str:
        return (
            f'score {self.score:.4f}, photos {_list(self.photos)}, close {_list(self.looks)}, scenes IoU {self.scene_iou:.4f} '
            f'MAD {self.scene_mad:.1f} dtSSD {self.scene_dtssd:.2f}'
        )


@torch.no_grad()
def validate(model: Network, pictures: Pictures, scenes: SceneConfig, side: int = 256, scene_count: int = 32) -> Validation:
    ious, mads, flickers = [], [], []
    maker = SceneMaker(pictures, scenes, seed, is_held_out=True)
    for batch in range(scene_count // 8):
        made = maker.make(batch, 8, side, side, frames=4)
        found = run_scenes(model, made.frames)
        for at in range(8):
            mine, truth = found[:, at, 0].cpu().numpy(), made.alpha[:, at, 0].cpu().numpy()
            ious.append(np.mean([iou(a, b) for a, b in zip(mine, truth)]))
            mads.append(mad(mine, truth))
            flickers.append(dtssd(mine, truth))
    photo_ious, photo_mads = score_photos(model, pictures, side, whole)
    look_ious, _ = score_photos(model, pictures, side, close)
    return Validation(photo_ious, photo_mads, look_ious, *(float(np.mean(v)) for v in (ious, mads, flickers)))


def run_scenes(model: Network, frames: Tensor) -> Tensor:
    """Converts [T, N, 3, H, W] to alpha [T, N, 1, H, W]; each frame receives the result of the previous one."""
    past = frames.new_zeros(frames[0, :, :1].shape)
    found = []
    for frame in frames:
        past = model(torch.cat([frame, past], 1))
        found.append(past)
    return torch.stack(found)


def score_photos(
    model: Network, pictures: Pictures, side: int, factors: Sequence[float]
) -> Tuple[Dict[str, float], Dict[str, float]]:
    """Returns IoU and MAD by source, of the crops of every held-out photo that `factors` names."""
    ious: Dict[str, List[float]] = {}
    mads: Dict[str, List[float]] = {}
    held_out = pictures.held_out[~pictures.people.is_cutout[pictures.held_out]]
    for factor in factors:
        for start in range(0, len(held_out), 8):
            at = held_out[start : start + 8]
            seen = _look_at(pictures, at, factor, side)
            found = run_scenes(model, seen[None, :, :3])[0, :, 0].cpu().numpy()
            for index, mine, truth in zip(at, found, seen[:, 3].cpu().numpy()):
                source = str(pictures.people.source[index])
                ious.setdefault(source, []).append(iou(mine, truth))
                mads.setdefault(source, []).append(mad(mine, truth))
    return _average(ious), _average(mads)


def _look_at(pictures: Pictures, at: np.ndarray, factor: float, side: int) -> Tensor:
    """Returns colours and alpha [n, 4, side, side] from 0 to 1."""
    size, box = pictures.people.size[at], pictures.people.box[at]
    straight = np.zeros(len(at))
    views = Views(*frame_figure(size, box, np.full(len(at), factor)), straight, straight + 1)
    chosen = torch.from_numpy(at).to(pictures.rgb.device)
    planes = torch.cat([pictures.rgb[chosen].permute(0, 3, 1, 2), pictures.alpha[chosen].unsqueeze(1)], 1)
    return sample(planes.float() / 255, views.matrices(size), (side, side), 'reflection')


def _average(values: Dict[str, List[float]]) -> Dict[str, float]:
    return {source: float(np.mean(some)) for source, some in values.items()}


def _list(values: Dict[str, float]) -> str:
    return ' '.join(f'{source} {value:.4f}' for source, value in sorted(values.items()))
