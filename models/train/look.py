"""Creates a contact sheet of clips: frames, and the cutout of each model over one colour.

    python3 models/train/look.py --clips ../shared/media/video --out /tmp/sheet.png \\
        --models models/matte_nano_*_256x256_fp16w.onnx runs/a/last.pt ../shared/models/rvm_mobilenetv3_fgf_u8w.onnx

A row is a moment of a clip; a column is a model, in the given order. Every model receives half a second before each
moment, so that models with a state have one.
"""

import argparse
import subprocess
from pathlib import Path
from typing import List

import cv2
import numpy as np
import torch

from matters import load_matter

backdrop = np.array([60, 200, 90], np.float32)
seen_before = 12
gap = 4


def main() -> None:
    options = parse_options()
    torch.set_num_threads(options.threads)
    width, height = (int(side) for side in options.size.split('x'))
    matters = [load_matter(path, (height, width), options.has_memory) for path in options.models]
    rows = []
    for clip in sorted(p for p in options.clips.iterdir() if p.suffix in ('.mp4', '.mkv', '.webm', '.mov')):
        for share in options.moments:
            frames = read_frames(clip, share)
            tiles = [frames[-1]]
            for matter in matters:
                matter.reset()
                alpha = [matter.matte(frame) for frame in frames][-1][..., None]
                tiles.append((frames[-1] * alpha + backdrop * (1 - alpha)).astype(np.uint8))
            rows.append(lay_out(tiles, options.height))
    widest = max(row.shape[1] for row in rows)
    sheet = np.concatenate([np.pad(row, ((0, gap), (0, widest - row.shape[1]), (0, 0))) for row in rows])
    cv2.imwrite(str(options.out), sheet[:, :, ::-1])


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--clips', type=Path, required=True, help='a folder')
    parser.add_argument('--models', type=Path, nargs='+', required=True, help='checkpoints or ONNX files')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--size', default='256x256', help='the input size of checkpoints, width x height')
    parser.add_argument('--has-memory', action='store_true', help='pass the previous matte to our models')
    parser.add_argument('--moments', type=float, nargs='+', default=[0.4], help='moments as shares of the duration of a clip')
    parser.add_argument('--height', type=int, default=200, help='the size of a tile')
    parser.add_argument('--threads', type=int, default=1)
    return parser.parse_args()


def read_frames(clip: Path, share: float) -> List[np.ndarray]:
    """Returns the frame at `share` of the clip and the frames shortly before it, 432 rows high."""
    duration = float(subprocess.check_output(
        ['ffprobe', '-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', str(clip)], text=True))
    raw = subprocess.check_output(
        ['ffmpeg', '-v', 'error', '-ss', str(duration * share), '-i', str(clip), '-vf', 'scale=-2:432', '-frames:v',
         str(seen_before), '-f', 'image2pipe', '-c:v', 'ppm', '-'])
    return split_ppm(raw)


def split_ppm(raw: bytes) -> List[np.ndarray]:
    """Splits concatenated PPM images. A header has four fields: `P6`, width and height, maximum value, on separate
    lines."""
    frames = []
    while raw:
        _, size, _, rest = raw.split(b'\n', 3)
        width, height = (int(side) for side in size.split())
        frames.append(np.frombuffer(rest[: 3 * width * height], np.uint8).reshape(height, width, 3))
        raw = rest[3 * width * height :]
    return frames


def lay_out(tiles: List[np.ndarray], height: int) -> np.ndarray:
    width = round(tiles[0].shape[1] * height / tiles[0].shape[0])
    small = [cv2.resize(tile, (width, height), interpolation=cv2.INTER_AREA) for tile in tiles]
    return np.concatenate([np.pad(tile, ((0, 0), (0, gap), (0, 0))) for tile in small], 1)


if __name__ == '__main__':
    main()
