"""How good a model is on pictures that are held out of training: what a checkpoint may be chosen by."""

from dataclasses import dataclass
from typing import Dict, List, Tuple

import numpy as np
import torch
from torch import Tensor

from metrics import dtssd, iou, mad
from model import MatteNano
from pictures import Pictures
from scenes import SceneConfig, SceneMaker

seed = 2


@dataclass
class Validation:
    """IoU and MAD of whole photos by source; mean IoU, MAD and dtSSD of short made scenes."""

    photos: Dict[str, float]
    photo_mads: Dict[str, float]
    scene_iou: float
    scene_mad: float
    scene_dtssd: float

    @property
    def score(self) -> float:
        """Every source counts as much as any other, and the scenes as much as they together."""
        return (float(np.mean(list(self.photos.values()))) + self.scene_iou) / 2

    @property
    def error(self) -> float:
        """Of alpha in photos and in scenes, and of its changes: their geometric mean, as their units are not alike."""
        return float(np.cbrt(np.mean(list(self.photo_mads.values())) * self.scene_mad * self.scene_dtssd))

    def __str__(self) -> str:
        photos = ' '.join(f'{source} {value:.4f}' for source, value in sorted(self.photos.items()))
        return (
            f'score {self.score:.4f}, photos {photos}, scenes IoU {self.scene_iou:.4f} '
            f'MAD {self.scene_mad:.1f} dtSSD {self.scene_dtssd:.2f}'
        )


@torch.no_grad()
def validate(model: MatteNano, pictures: Pictures, scenes: SceneConfig, side: int = 256, scene_count: int = 32) -> Validation:
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
    return Validation(*score_photos(model, pictures, side), *(float(np.mean(v)) for v in (ious, mads, flickers)))


def run_scenes(model: MatteNano, frames: Tensor) -> Tensor:
    """[T, N, 3, H, W] to alpha [T, N, 1, H, W], each frame with what was found in the one before."""
    past = frames.new_zeros(frames[0, :, :1].shape)
    found = []
    for frame in frames:
        past = model(torch.cat([frame, past], 1))
        found.append(past)
    return torch.stack(found)


def score_photos(model: MatteNano, pictures: Pictures, side: int) -> Tuple[Dict[str, float], Dict[str, float]]:
    """IoU and MAD, each by source."""
    ious: Dict[str, List[float]] = {}
    mads: Dict[str, List[float]] = {}
    held_out = [at for at in pictures.held_out if not pictures.people.is_cutout[at]]
    for start in range(0, len(held_out), 8):
        at = torch.tensor(held_out[start : start + 8], device=pictures.rgb.device)
        frames = pictures.rgb[at].permute(0, 3, 1, 2).float() / 255
        if frames.shape[2] != side:
            frames = torch.nn.functional.interpolate(frames, size=(side, side), mode='area')
        found = run_scenes(model, frames.unsqueeze(0))[0]
        found = torch.nn.functional.interpolate(found, size=pictures.alpha.shape[1:], mode='bilinear', align_corners=False)
        for index, mine in zip(at.tolist(), found[:, 0].cpu().numpy()):
            truth = pictures.alpha[index].cpu().numpy() / 255
            source = str(pictures.people.source[index])
            ious.setdefault(source, []).append(iou(mine, truth))
            mads.setdefault(source, []).append(mad(mine, truth))
    return _average(ious), _average(mads)


def _average(values: Dict[str, List[float]]) -> Dict[str, float]:
    return {source: float(np.mean(some)) for source, some in values.items()}
