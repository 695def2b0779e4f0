"""Batches of short scenes that are composed from the images, with the true alpha of every frame.

A scene has a base (a photo with a person, or a background without people) and up to three cutouts of people in front of
it, all moving. It also has objects in the foreground, letterboxes, and the effects of light, lens and codec. The seed and
the number of the batch determine everything, so that resumed training continues with the same scenes.
"""

from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from geometry import Motion, Random, Views, choose_motion, look_at_background, look_at_photo, place_person
from looks import add_noise, compress, dye, flatten, match_light, recolour, send, shade, soften, sometimes, to_device
from pictures import Pictures


@dataclass(frozen=True)
class SceneConfig:
    """The shares of the kinds of scenes, and of photos that are cropped as the ensemble does (`look_share`). In
    `dye_share` of them clothes have other colours or stripes, and `drawn_share` look drawn. `source_weight` is the
    frequency of a source, by default 1."""

    photo_share: float = 0.55
    empty_share: float = 0.1
    crowd_share: float = 0.3
    guest_share: float = 0.12
    blocker_share: float = 0.08
    held_share: float = 0.08
    letterbox_share: float = 0.06
    dye_share: float = 0.0
    drawn_share: float = 0.0
    look_share: float = 0.0
    motion: float = 1.0
    source_weight: Optional[Dict[str, float]] = None


@dataclass
class Scenes:
    """The scenes: `frames` [T, N, 3, H, W] from 0 to 1, `alpha` and `trust` [T, N, 1, H, W]."""

    frames: Tensor
    alpha: Tensor
    trust: Tensor


@dataclass
class Layer:
    """The images [n, C, S, S] of a layer; `rows` are the samples of the batch that have it, `places` the same on the
    images' device."""

    rows: np.ndarray
    places: Tensor
    pictures: Tensor
    matrices: np.ndarray
    motion: Motion


class SceneMaker:
    def __init__(self, pictures: Pictures, config: SceneConfig, seed: int, is_held_out: bool = False) -> None:
        self.pictures, self.config, self.seed = pictures, config, seed
        self.indices = pictures.held_out if is_held_out else pictures.train
        self.backgrounds = pictures.held_out_backgrounds if is_held_out else pictures.train_backgrounds
        people, weight = pictures.people, config.source_weight or {}
        shown = np.array([weight.get(source, 1.0) for source in people.source[self.indices]])
        is_cutout = people.is_cutout[self.indices]
        self.photo_odds = _odds(shown * ~is_cutout)
        self.cut_odds = _odds(shown * np.where(is_cutout, 2.0, 1.0) * (people.quality[self.indices] > 0.9))
        self.device = pictures.rgb.device

    def make(self, batch: int, count: int, height: int, width: int, frames: int = 1) -> Scenes:
        """Creates `count` scenes of `frames` frames; `batch` is the number of the batch."""
        random = np.random.default_rng([self.seed, batch])
        generator = torch.Generator(device=self.device).manual_seed(self.seed * 1_000_003 + batch)
        camera = choose_motion(random, count, self.config.motion)
        base, people = self._choose_layers(random, count)
        colours = int(random.integers(1 << 31))
        extras = int(random.integers(1 << 31))
        made = []
        for time in range(frames):
            # The same random values for every frame: light and foreground objects do not change.
            x, alpha, trust = self._draw(base, people, camera, time, (height, width), np.random.default_rng(colours))
            x = dye(x, alpha, np.random.default_rng(extras + 2), self.config.dye_share)
            x, alpha = self._put_in_front(x, alpha, np.random.default_rng(extras))
            x = flatten(x, np.random.default_rng(extras + 3), self.config.drawn_share)
            x = self._film(x, np.random.default_rng(extras + 1), generator)
            made.append((x, alpha, trust))
        return Scenes(*(torch.stack(parts) for parts in zip(*made)))

    def _choose_layers(self, random: Random, count: int) -> Tuple[List[Layer], List[Layer]]:
        """Returns the bases (photos and backgrounds) and the people in front of them, from the farthest to the
        nearest."""
        config = self.config
        draw = random.random(count)
        is_photo = draw < config.photo_share
        is_empty = draw > 1 - config.empty_share
        people = np.where(is_photo, random.random(count) < config.guest_share, ~is_empty).astype(int)
        people += ~is_photo & ~is_empty & (random.random(count) < config.crowd_share)
        people += (people == 2) & (random.random(count) < 0.4)
        base = [
            self._photos(random, np.flatnonzero(is_photo)),
            self._backdrops(random, np.flatnonzero(~is_photo)),
        ]
        cut = [self._cut_outs(random, np.flatnonzero(people > at)) for at in range(3)]
        return [b for b in base if len(b.rows)], [c for c in cut if len(c.rows)]

    def _photos(self, random: Random, rows: np.ndarray) -> Layer:
        at = random.choice(self.indices, len(rows), p=self.photo_odds)
        p, people = self.pictures, self.pictures.people
        views = look_at_photo(random, people.size[at], people.box[at], self.config.look_share)
        return self._layer(random, rows, [p.rgb, p.alpha, p.trust], at, views, people.size[at], 0.3)

    def _backdrops(self, random: Random, rows: np.ndarray) -> Layer:
        at = random.choice(self.backgrounds, len(rows))
        size = self.pictures.background_size[at]
        views = look_at_background(random, size)
        return self._layer(random, rows, [self.pictures.backgrounds], at, views, size, 0.0)

    def _cut_outs(self, random: Random, rows: np.ndarray) -> Layer:
        at = random.choice(self.indices, len(rows), p=self.cut_odds)
        p, people = self.pictures, self.pictures.people
        views = place_person(random, people.size[at], people.box[at], people.touches[at])
        return self._layer(random, rows, [p.foreground, p.alpha], at, views, people.size[at], 1.0)

    def _layer(self, random: Random, rows: np.ndarray, arrays: List[Tensor], at: np.ndarray, views: Views,
               size: np.ndarray, own_motion: float) -> Layer:
        chosen = send(at, self.device)
        parts = [array[chosen] for array in arrays]
        planes = [part.permute(0, 3, 1, 2) if part.ndim == 4 else part.unsqueeze(1) for part in parts]
        pictures = torch.cat(planes, 1).float() / 255
        motion = choose_motion(random, len(rows), own_motion * self.config.motion)
        return Layer(rows, send(rows, self.device), pictures, views.matrices(size), motion)

    def _draw(self, base: List[Layer], people: List[Layer], camera: Motion, time: int, size: Tuple[int, int],
              random: Random) -> Tuple[Tensor, Tensor, Tensor]:
        count = len(camera.turn)
        x = torch.zeros(count, 3, *size, device=self.device)
        alpha, trust = torch.zeros(count, 1, *size, device=self.device), torch.ones(count, 1, *size, device=self.device)
        for layer in base:
            seen = look(layer, camera, time, size, 'reflection')
            x[layer.places] = recolour(seen[:, :3], random, 0.8)
            if seen.shape[1] > 3:
                alpha[layer.places], trust[layer.places] = seen[:, 3:4], seen[:, 4:]
        for layer in people:
            seen = look(layer, camera, time, size, 'zeros')
            own, behind = seen[:, 3:4], x[layer.places]
            person = match_light(recolour(seen[:, :3], random, 0.6), own, behind, random)
            x[layer.places] = person * own + behind * (1 - own)
            alpha[layer.places] = 1 - (1 - own) * (1 - alpha[layer.places])
            trust[layer.places] = torch.max(trust[layer.places], own)
        return x, alpha, trust

    def _put_in_front(self, x: Tensor, alpha: Tensor, random: Random) -> Tuple[Tensor, Tensor]:
        """Adds foreground objects: furniture and banners hide people, held or worn objects belong to them, and bars do
        not."""
        count, _, height, width = x.shape
        texture = self._textures(random, count, height, width)
        rows, columns = (torch.linspace(-1, 1, n, device=self.device).view(shape)
                         for n, shape in ((height, (1, 1, -1, 1)), (width, (1, 1, 1, -1))))

        def chosen(share: float) -> Tensor:
            return to_device(sometimes(random, share, count), x)

        left, right = random.uniform(-1.6, 0.6, count), random.uniform(-0.6, 1.6, count)
        top = to_device(random.uniform(0.2, 0.9, count), x)
        hides = (rows > top) & (columns > to_device(left, x)) & (columns < to_device(right, x))
        hides = hides.float() * chosen(self.config.blocker_share)
        radius = [to_device(random.uniform(0.04, 0.22, count), x) for _ in range(2)]
        row, column = self._inside(alpha, random)
        is_held = ((columns - column) / radius[0]) ** 2 + ((rows - row) / radius[1]) ** 2 < 1
        is_held = is_held.float() * chosen(self.config.held_share) * (alpha.amax((2, 3), keepdim=True) > 0.9)
        bar = to_device(1 - random.uniform(0.06, 0.32, count), x)
        is_wide = to_device(random.random(count) < 0.5, x)
        is_bar = (is_wide * (rows.abs() > bar) + (1 - is_wide) * (columns.abs() > bar)) * chosen(self.config.letterbox_share)
        x = x + (hides + is_held).clamp(max=1) * (texture - x)
        x = x + is_bar * (to_device(random.random(count) < 0.2, x) - x)
        alpha = torch.max(alpha * (1 - hides), is_held) * (1 - is_bar)
        return x, alpha

    def _textures(self, random: Random, count: int, height: int, width: int) -> Tensor:
        at = random.choice(self.backgrounds, count)
        size = self.pictures.background_size[at]
        layer = self._layer(random, np.arange(count), [self.pictures.backgrounds], at, look_at_background(random, size), size, 0.0)
        return look(layer, None, 0, (height, width), 'reflection')

    def _inside(self, alpha: Tensor, random: Random) -> Tuple[Tensor, Tensor]:
        """Returns a position in each frame, from -1 to 1, that belongs to a person, if there is one."""
        count, _, height, width = alpha.shape
        luck = send(random.random((count, 1, 8, 8)).astype(np.float32), self.device)
        best = (F.adaptive_avg_pool2d(alpha, 8).gt(0.5) * luck).flatten(1).argmax(1)
        row, column = torch.div(best, 8, rounding_mode='floor'), best % 8
        return tuple(((place + 0.5) / 4 - 1).view(-1, 1, 1, 1) for place in (row, column))

    def _film(self, x: Tensor, random: Random, generator: torch.Generator) -> Tensor:
        return compress(add_noise(soften(shade(x, random), random), random, generator), random)


def look(layer: Layer, camera: Optional[Motion], time: int, size: Tuple[int, int], beyond: str) -> Tensor:
    """Returns the layer's images as in the frame at `time`; `beyond` is the padding outside of them."""
    matrices = layer.matrices
    if time:
        moved = camera.after(time)[layer.rows] @ layer.motion.after(time)
        matrices = matrices @ moved
    pictures = layer.pictures
    shrinking = np.abs(matrices[:, :, :2]).sum(2).max(1) * pictures.shape[2] / max(size)
    small = np.flatnonzero(shrinking > 1.7)
    seen = sample(pictures, matrices, size, beyond)
    if len(small):
        places = send(small, pictures.device)
        seen[places] = sample(F.avg_pool2d(pictures[places], 2), matrices[small], size, beyond)
    return seen


def sample(pictures: Tensor, matrices: np.ndarray, size: Tuple[int, int], beyond: str) -> Tensor:
    theta = send(matrices.astype(np.float32), pictures.device)
    grid = F.affine_grid(theta, [len(pictures), 1, *size], align_corners=False)
    return F.grid_sample(pictures, grid, mode='bilinear', padding_mode=beyond, align_corners=False)


def _odds(weight: np.ndarray) -> np.ndarray:
    return weight / weight.sum()
