"""Measures models on images that were used neither for training nor for the choice of a model.

    python3 models/train/evaluate.py --model runs/a/last.pt --stills ../shared/training/test \\
        --video ../shared/media/gt_video/derived_man_over_swan --pictures /tmp/train-data/arrays

Stills: IoU, median, share below .8 and MAD at the size of the image, also by group. Video: IoU, MAD and dtSSD of a
composite with known alpha, frame by frame and with the model's state. `--pictures`: false alarms in held-out images
without people.
"""

import argparse
import csv
import subprocess
from pathlib import Path
from typing import Dict, List, Tuple

import cv2
import numpy as np
import torch

from images import read_gray, read_rgb
from matters import Matter, load_matter
from metrics import StillScores, dtssd, iou, mad
from pictures import read_index

Still = Tuple[np.ndarray, np.ndarray, str]
"""Image, mask, and the number that is its name."""

longest_side = 1280
first_frames = 3
"""Frames that are not measured, because a model with a state may need them."""

empty_folds = 2
"""The held-out folds of twenty, as the configurations hold them out of backgrounds."""


def main() -> None:
    options = parse_options()
    torch.set_num_threads(options.threads)
    width, height = (int(side) for side in options.size.split('x'))
    for path in options.model:
        single = load_matter(path, (height, width), has_memory=False)
        print(f'{path.name} at {options.size}')
        if options.stills:
            report_stills(single, load_stills(options.stills))
        if options.video:
            print(f'  video, one frame at a time: {score_video(single, options.video, forgets=True)}')
            remembering = load_matter(path, (height, width), has_memory=True)
            print(f'  video, with state: {score_video(remembering, options.video, forgets=False)}')
        if options.pictures:
            print(f'  no person: {score_empty(single, options.pictures)}', flush=True)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--model', type=Path, nargs='+', required=True, help='checkpoints or ONNX files')
    parser.add_argument('--size', default='256x256', help='the input size of checkpoints, width x height')
    parser.add_argument('--stills', type=Path, help='folder with Training_Images and Ground_Truth')
    parser.add_argument('--video', type=Path, help='folder with comp.mp4 and alpha.mkv')
    parser.add_argument('--pictures', type=Path, help='arrays that prepare.py wrote')
    parser.add_argument('--threads', type=int, default=1)
    return parser.parse_args()


def load_stills(folder: Path, longest: int = longest_side) -> List[Still]:
    stills = []
    for path in sorted((folder / 'Training_Images').glob('*.jpg'), key=lambda p: int(p.stem)):
        picture, truth = read_rgb(path), read_gray(folder / 'Ground_Truth' / f'{path.stem}.png')
        scale = longest / max(picture.shape[:2])
        if scale < 1:
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        size = (picture.shape[1], picture.shape[0])
        truth = cv2.resize(truth, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        stills.append((picture, truth, path.stem))
    return stills


def report_stills(matter: Matter, stills: List[Still]) -> None:
    scores = score_stills(matter, stills)
    print(f'  stills: {scores}')
    groups: Dict[str, List[int]] = {}
    marked = read_marks()
    for at, (picture, truth, number) in enumerate(stills):
        for name in find_groups(picture, truth) + marked.get(number, []):
            groups.setdefault(name, []).append(at)
    for name, members in sorted(groups.items()):
        print(f'    {name}: {StillScores([scores.ious[at] for at in members], [scores.mads[at] for at in members])}')
    grey = [(np.repeat(cv2.cvtColor(p, cv2.COLOR_RGB2GRAY)[..., None], 3, 2), truth, number) for p, truth, number in stills]
    print(f'    all in grayscale: {score_stills(matter, grey)}')
    dark = [((p.astype(np.float32) * 0.35).astype(np.uint8), truth, number) for p, truth, number in stills]
    print(f'    all darkened: {score_stills(matter, dark)}', flush=True)


def score_stills(matter: Matter, stills: List[Still]) -> StillScores:
    scores = StillScores([], [])
    for picture, truth, _ in stills:
        matter.reset()
        found = matter.matte(picture)
        scores.ious.append(iou(found, truth))
        scores.mads.append(mad(found, truth))
    return scores


def read_marks() -> Dict[str, List[str]]:
    """Returns manual annotations of the stills: the view of the nearest person, and the number of people."""
    with open(Path(__file__).with_name('stills.csv'), newline='') as file:
        return {row['still']: [f'seen from the {row["view"]}', row['people']] for row in csv.DictReader(file)}


def find_groups(picture: np.ndarray, truth: np.ndarray) -> List[str]:
    """Returns the groups that can be derived from the image and its mask: size, separate figures, light."""
    share = float((truth > 0.5).mean())
    limits = [(0.1, 'person under 10 %'), (0.25, 'person 10 to 25 %'), (0.5, 'person 25 to 50 %'), (1.01, 'person over 50 %')]
    names = [next(name for limit, name in limits if share < limit)]
    _, _, statistics, _ = cv2.connectedComponentsWithStats((truth > 0.5).astype(np.uint8))
    figures = int((statistics[1:, cv2.CC_STAT_AREA] > 0.1 * share * truth.size).sum())
    names.append('one figure' if figures <= 1 else 'several separate figures')
    luminance = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).mean()
    names.append('dark' if luminance < 85 else 'bright' if luminance > 170 else 'medium light')
    return names


def score_video(matter: Matter, folder: Path, forgets: bool) -> str:
    frames = read_video(folder / 'comp.mp4', 'rgb24', 3)
    truth = read_video(folder / 'alpha.mkv', 'gray', 1)[first_frames : len(frames), :, :, 0].astype(np.float32) / 255
    matter.reset()
    found = []
    for frame in frames:
        if forgets:
            matter.reset()
        found.append(matter.matte(frame))
    mine = np.stack(found)[first_frames : first_frames + len(truth)]
    mean_iou = np.mean([iou(a, b) for a, b in zip(mine, truth)])
    return f'IoU {mean_iou:.4f}, MAD {mad(mine, truth):.1f}, dtSSD {dtssd(mine, truth):.2f}'


def read_video(path: Path, pixels: str, channels: int) -> np.ndarray:
    """Decodes a video with ffmpeg. uint8 [T, H, W, channels]."""
    probe = ['ffprobe', '-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=width,height', '-of', 'csv=p=0']
    width, height = (int(v) for v in subprocess.check_output([*probe, str(path)], text=True).strip().split(',')[:2])
    raw = subprocess.check_output(['ffmpeg', '-v', 'error', '-i', str(path), '-f', 'rawvideo', '-pix_fmt', pixels, '-'])
    return np.frombuffer(raw, np.uint8).reshape(-1, height, width, channels)


def score_empty(matter: Matter, folder: Path) -> str:
    """Returns the share of each image that is classified as a person. A share above one hundredth is a false alarm."""
    backgrounds = np.load(str(folder / 'backgrounds.npy'), mmap_mode='r')
    rows = [row for row in read_index(folder) if row['kind'] == 'bg']
    shares = []
    for picture, row in zip(backgrounds, rows):
        if int(row['fold']) < empty_folds:
            matter.reset()
            shares.append(float((matter.matte(np.asarray(picture)) > 0.5).mean()))
    alarms = np.array(shares) > 0.01
    return f'n {len(shares)}, mean share {100 * np.mean(shares):.2f} %, false alarms {100 * alarms.mean():.0f} %'


if __name__ == '__main__':
    main()
