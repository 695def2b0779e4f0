"""Unpacks the images into arrays of one size, so that training never decodes files.

    python3 models/train/prepare.py --pictures ../shared/training/data --out /tmp/train-data/arrays \\
        --teachers selfie,landscape,pp-humanseg --teacher-folder ../shared/models

Each folder of `--pictures` contains manifest.csv and the tar files that it names. For people, the script writes `rgb`,
`foreground` (the subject's own colours), `alpha` and `trust` (the confidence of alpha). It also writes `backgrounds` and
`index.csv`. All images are stretched to a square; the index contains their aspect ratios.
"""

import argparse
import csv
import hashlib
import multiprocessing
import tarfile
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Tuple

import cv2
import numpy as np
import torch
from numpy.lib.format import open_memmap

from images import estimate_foreground, guided_filter, read_gray, read_rgb, stretch
from teachers import Teacher, ask, load_teachers

Row = Dict[str, str]


def main() -> None:
    options = parse_options()
    torch.set_num_threads(options.threads)
    pool = ProcessPoolExecutor(options.workers, multiprocessing.get_context('spawn')) if options.workers > 1 else None
    teachers = load_teachers(options.teacher_folder, [t for t in options.teachers.split(',') if t], options.device)
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for pictures in options.pictures.split(','):
            with open(Path(pictures) / 'manifest.csv', newline='') as manifest:
                found = list(csv.DictReader(manifest))[:: options.every]
            unpack(Path(pictures), Path(folder), {row['shard'] for row in found})
            rows += found
        people = [row for row in rows if row['kind'] != 'bg']
        backgrounds = [row for row in rows if row['kind'] == 'bg']
        sizes = write_people(people, Path(folder), options, teachers, pool.map if pool else map)
        sizes += write_backgrounds(backgrounds, Path(folder), options)
        write_index(options.out / 'index.csv', people + backgrounds, sizes)
    print(f'{len(people)} people, {len(backgrounds)} backgrounds')


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--pictures', required=True, help='comma-separated folders')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--side', type=int, default=256)
    parser.add_argument('--teachers', default='', help='comma-separated names; by default the masks are used unchanged')
    parser.add_argument('--teacher-folder', type=Path)
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--batch', type=int, default=16)
    parser.add_argument('--workers', type=int, default=1, help='the number of processes that read images')
    parser.add_argument('--every', type=int, default=1, help='use every nth image only, for a trial')
    return parser.parse_args()


def unpack(pictures: Path, folder: Path, shards: set) -> None:
    # Newer versions of Python refuse members that would be extracted outside of the folder.
    safety = {'filter': 'data'} if hasattr(tarfile, 'data_filter') else {}
    for shard in sorted(shards):
        with tarfile.open(str(pictures / shard)) as archive:
            archive.extractall(str(folder), **safety)


def write_people(rows: List[Row], folder: Path, options: argparse.Namespace, teachers: List[Teacher],
                 spread: Callable[..., Iterable]) -> List[tuple]:
    side, sizes = options.side, []
    rgb, foreground = (create(options.out / f'{name}.npy', (len(rows), side, side, 3)) for name in ('rgb', 'foreground'))
    alpha, trust = (create(options.out / f'{name}.npy', (len(rows), side, side)) for name in ('alpha', 'trust'))
    for start in range(0, len(rows), options.batch):
        part = slice(start, min(start + options.batch, len(rows)))
        for at, person in enumerate(spread(read_person, [(row, folder, side) for row in rows[part]]), start):
            rgb[at], alpha[at], trust[at], size = person
            sizes.append(size)
        # If trust is given, teachers have already processed the image, with crops.
        asked = [at for at, row in enumerate(rows[part], start) if teachers and not row.get('trust')]
        if asked:
            alpha[asked], trust[asked] = teach(teachers, rgb[asked], alpha[asked], options.device)
        for at, colours in enumerate(spread(find_foreground, zip(rgb[part], alpha[part])), start):
            foreground[at] = colours
        if part.start % (20 * options.batch) == 0:
            print(f'{part.stop} of {len(rows)}', flush=True)
    return sizes


def read_person(task: Tuple[Row, Path, int]) -> tuple:
    """Returns colours, a mask with the edges of the image, trust, and the original size."""
    row, folder, side = task
    picture = read_rgb(folder / row['file'])
    rgb = stretch(picture, side, side)
    alpha = refine(rgb, stretch(read_gray(folder / row['mask']), side, side))
    trust = stretch(read_gray(folder / row['trust']), side, side) if row.get('trust') else np.full_like(alpha, 255)
    return rgb, alpha, trust, picture.shape[1::-1]


def find_foreground(task: Tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    rgb, alpha = task
    return estimate_foreground(rgb.astype(np.float32), alpha.astype(np.float32) / 255).astype(np.uint8)


def write_backgrounds(rows: List[Row], folder: Path, options: argparse.Namespace) -> List[tuple]:
    sizes = []
    backgrounds = create(options.out / 'backgrounds.npy', (len(rows), options.side, options.side, 3))
    for at, row in enumerate(rows):
        picture = read_rgb(folder / row['file'])
        sizes.append(picture.shape[1::-1])
        backgrounds[at] = stretch(picture, options.side, options.side)
    return sizes


def create(path: Path, shape: tuple) -> np.memmap:
    return open_memmap(str(path), mode='w+', dtype=np.uint8, shape=shape)


def refine(rgb: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Adds the edges of the image to a binary mask. A mask with soft edges is unchanged."""
    if ((mask > 20) & (mask < 235)).mean() > 0.005:
        return mask
    guide = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    return (guided_filter(guide, mask.astype(np.float32) / 255, 3, 1e-3) * 255 + 0.5).astype(np.uint8)


def teach(teachers: List[Teacher], rgb: np.ndarray, mask: np.ndarray, device: str) -> tuple:
    """Replaces edges by the mean of mask and teachers. Elsewhere the mask stays, with less trust where all teachers
    contradict it."""
    pictures = torch.from_numpy(np.ascontiguousarray(rgb)).to(device).permute(0, 3, 1, 2).float() / 255
    opinion = ask(teachers, pictures)[:, 0].cpu().numpy()
    alphas, trusts = np.empty_like(mask), np.empty_like(mask)
    for at, one in enumerate(mask.astype(np.float32) / 255):
        kernel = np.ones((5, 5), np.uint8)
        is_edge = cv2.dilate(one, kernel) - cv2.erode(one, kernel) > 0.5
        difference = np.abs(opinion[at] - one)
        is_near = is_edge & (difference < 0.5)
        alphas[at] = np.where(is_near, 0.7 * one + 0.3 * opinion[at], one) * 255 + 0.5
        doubt = np.where(is_edge, 0, np.clip(difference - 0.5, 0, 0.5) * 1.6)
        trusts[at] = (1 - doubt) * 255 + 0.5
    return alphas, trusts


def write_index(path: Path, rows: List[Row], sizes: List[tuple]) -> None:
    with open(path, 'w', newline='') as file:
        writer = csv.writer(file)
        writer.writerow(['file', 'source', 'licence', 'kind', 'quality', 'label', 'width', 'height', 'fold'])
        for row, (width, height) in zip(rows, sizes):
            values = [row[key] for key in ('file', 'source', 'licence', 'kind', 'quality', 'label')]
            writer.writerow([*values, width, height, find_fold(row['file'])])


def find_fold(file: str) -> int:
    """Returns 0 to 19, always the same for an image, so that held-out images stay held out."""
    return hashlib.sha256(file.encode()).digest()[0] % 20


if __name__ == '__main__':
    main()
