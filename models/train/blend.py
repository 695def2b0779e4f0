"""Interpolates between the weights at the start of training and those at its end.

    python3 models/train/blend.py --checkpoint runs/a/last.pt --start selfie.onnx --shares 0.5,0.65,0.8,1 \\
        --config models/train/configs/cpu.json --pictures /tmp/train-data/arrays --out runs/a/blended.pt

Interpolated weights keep more of what the start learned from its many images, and are often better than both ends
(Wortsman and others: Robust fine-tuning of zero-shot models, 2022). Then the scores before the sigmoid are scaled to
calibrate the confidence of alpha (Guo and others: On calibration of modern neural networks, 2017): harder alpha has
fewer errors and more flicker. Both values are chosen on held-out images.
"""

import argparse
import copy
import json
from pathlib import Path
from typing import Callable, List, Tuple

import torch

import checkpoint
from networks import Network
from pictures import load_pictures
from scenes import SceneConfig
from start import start_from
from validate import validate


def main() -> None:
    options = parse_options()
    torch.set_num_threads(options.threads)
    config = json.loads(options.config.read_text())
    exclude = [name for name in options.exclude.split(',') if name]
    pictures = load_pictures(options.pictures, exclude, config['held_out_folds'], 'cpu')
    scenes = SceneConfig(**config['scenes'])
    trained = checkpoint.load_model(options.checkpoint)
    start = load_start(options.start, trained)
    shares = [(share, blend(start, trained, share)) for share in numbers(options.shares)]
    share, blended = choose(shares, lambda model: -validate(model, pictures, scenes).score, 'share')
    scales = [(scale, sharpen(blended, scale)) for scale in numbers(options.scales)]
    scale, model = choose(scales, lambda model: validate(model, pictures, scenes).error, 'scale')
    checkpoint.save(options.out, model, model, share=share, scale=scale)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--checkpoint', type=Path, required=True)
    parser.add_argument('--start', type=Path, required=True, help='the initial weights that train.py received')
    parser.add_argument('--shares', default='0.5,0.65,0.8,0.9,1', help='shares of the trained weights, from 0 to 1')
    parser.add_argument('--scales', default='1,1.2,1.4,1.6,1.8,2', help='factors for the scores before the sigmoid')
    parser.add_argument('--config', type=Path, required=True, help='the configuration of the training')
    parser.add_argument('--pictures', type=Path, required=True)
    parser.add_argument('--exclude', default='')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--threads', type=int, default=1)
    return parser.parse_args()


def load_start(path: Path, trained: Network) -> Network:
    start = copy.deepcopy(trained)
    start_from(start, path)
    return start


def numbers(text: str) -> List[float]:
    return [float(value) for value in text.split(',')]


def choose(candidates: List[Tuple[float, Network]], cost: Callable[[Network], float], name: str) -> Tuple[float, Network]:
    """Returns the candidate with the lowest cost. A single candidate is not measured."""
    if len(candidates) == 1:
        return candidates[0]
    costs = [cost(model) for _, model in candidates]
    for (value, _), one in zip(candidates, costs):
        print(f'{name} {value}: {one:.4f}', flush=True)
    return candidates[costs.index(min(costs))]


@torch.no_grad()
def blend(start: Network, trained: Network, share: float) -> Network:
    blended = copy.deepcopy(trained)
    values = zip(blended.state_dict().values(), start.state_dict().values(), trained.state_dict().values())
    for mine, before, after in values:
        if mine.dtype.is_floating_point:
            mine.copy_(before + share * (after - before))
    return blended.eval()


@torch.no_grad()
def sharpen(model: Network, scale: float) -> Network:
    """Multiplies the scores before the sigmoid by `scale`. Alpha above one half stays above it."""
    sharpened = copy.deepcopy(model)
    for parameter in sharpened.last_parameters():
        parameter.mul_(scale)
    return sharpened.eval()


if __name__ == '__main__':
    main()
