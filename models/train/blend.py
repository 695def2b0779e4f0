"""Goes a part of the way from the weights that training started from to those that it ended with.

    python3 models/train/blend.py --checkpoint runs/a/last.pt --start selfie.onnx --shares 0.5,0.65,0.8,1 \\
        --config models/train/configs/cpu.json --pictures /tmp/train-data/arrays --out runs/a/blended.pt

Weights in between keep more of what the start had learnt from its many pictures, and are often better than both ends
(Wortsman and others: Robust fine-tuning of zero-shot models, 2022). The share is chosen by held-out pictures.
"""

import argparse
import copy
import json
from pathlib import Path

import torch

import checkpoint
from model import MatteNano, silence_additions
from pictures import load_pictures
from scenes import SceneConfig
from selfie import take_over
from validate import validate


def main() -> None:
    options = parse_options()
    torch.set_num_threads(options.threads)
    config = json.loads(options.config.read_text())
    exclude = [name for name in options.exclude.split(',') if name]
    pictures = load_pictures(options.pictures, exclude, config['held_out_folds'], 'cpu')
    trained = checkpoint.load_model(options.checkpoint)
    start = copy.deepcopy(trained)
    take_over(start, options.start)
    silence_additions(start)
    best = 0.0
    for share in (float(value) for value in options.shares.split(',')):
        model = blend(start, trained, share)
        result = validate(model, pictures, SceneConfig(**config['scenes']))
        print(f'{share}: {result}', flush=True)
        if result.score > best:
            best = result.score
            checkpoint.save(options.out, model, model, share=share)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--checkpoint', type=Path, required=True)
    parser.add_argument('--start', type=Path, required=True, help='selfie segmentation as ONNX')
    parser.add_argument('--shares', default='0.5,0.65,0.8,0.9,1', help='of the way, from 0 to 1')
    parser.add_argument('--config', type=Path, required=True, help='the one that was trained with')
    parser.add_argument('--pictures', type=Path, required=True)
    parser.add_argument('--exclude', default='')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--threads', type=int, default=1)
    return parser.parse_args()


@torch.no_grad()
def blend(start: MatteNano, trained: MatteNano, share: float) -> MatteNano:
    blended = copy.deepcopy(trained)
    values = zip(blended.state_dict().values(), start.state_dict().values(), trained.state_dict().values())
    for mine, before, after in values:
        if mine.dtype.is_floating_point:
            mine.copy_(before + share * (after - before))
    return blended.eval()


if __name__ == '__main__':
    main()
