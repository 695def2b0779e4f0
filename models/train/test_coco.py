"""Tests of coco.py with drawn images and a teacher that classifies red as people: part of `unittest discover -s
models/train`."""

import csv
import json
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import torch
from torch import Tensor

import coco
import prepare

figures = {'one.jpg': [(40, 20, 80, 100)], 'two.jpg': [(10, 20, 50, 100), (80, 30, 120, 90)]}
"""Red rectangles in front of gray, 160 x 120: left, top, right, bottom. In two.jpg another box contains nothing red."""

empty_box = (125, 60, 155, 110)


class OfCoco(unittest.TestCase):
    def test_makes_mattes_of_polygons_and_of_boxes_and_doubts_what_does_not_fit(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_dataset(folder)
            run(folder)
            with open(folder / 'packed' / 'manifest.csv', newline='') as file:
                rows = {Path(row['file']).stem: row for row in csv.DictReader(file)}
            self.assertEqual(sorted(rows), ['one', 'two'], 'a picture that shows a crowd, or nobody, is left out')
            self.assertEqual([rows['one']['label'], rows['two']['label']], ['mask', 'pseudo'])
            self.assertEqual([rows['one']['licence'], rows['two']['licence']], ['Attribution License', 'NoDerivs License'])
            alpha, trust = (np.load(str(folder / 'arrays' / f'{name}.npy')) for name in ('alpha', 'trust'))
            for at, file in enumerate(('one.jpg', 'two.jpg')):
                truth = cv2.resize(red(paint(file)).astype(np.uint8), (128, 128), interpolation=cv2.INTER_NEAREST)
                found = alpha[at] > 127
                self.assertGreater(np.count_nonzero(found & (truth > 0)) / np.count_nonzero(found | (truth > 0)), 0.9)
            left, top, right, bottom = (np.array(empty_box) * (0.8, 128 / 120, 0.8, 128 / 120)).astype(int)
            self.assertEqual(int(trust[1, top:bottom, left:right].max()), 0)
            self.assertGreater(float(trust[1, 40:70, 20:30].mean()), 250)


def run(folder: Path) -> None:
    paths = {'images': 'images', 'annotations': 'instances.json', 'boxes': 'boxes', 'out': 'packed', 'teacher-folder': '.'}
    command = ['coco.py', '--teachers', 'red', *(f'--{name}={folder / path}' for name, path in paths.items())]
    with patch('sys.argv', command), patch('coco.load_teachers', lambda *_: [teacher]):
        coco.main()
    with patch('sys.argv', ['prepare.py', f'--pictures={folder / "packed"}', f'--out={folder / "arrays"}', '--side=128']):
        prepare.main()


def write_dataset(folder: Path) -> None:
    for name in ('images', 'boxes'):
        (folder / name).mkdir()
    for file in ('one.jpg', 'two.jpg', 'crowd.jpg', 'nobody.jpg'):
        cv2.imwrite(str(folder / 'images' / file), paint(file)[:, :, ::-1])
    boxes = [*figures['two.jpg'], empty_box]
    lines = [f'0 {(a + c) / 320} {(b + d) / 240} {(c - a) / 160} {(d - b) / 120}' for a, b, c, d in boxes]
    (folder / 'boxes' / 'two.txt').write_text('\n'.join(lines))
    left, top, right, bottom = figures['one.jpg'][0]
    polygon = [left, top, right, top, right, bottom, left, bottom]
    box = [left, top, right - left, bottom - top]
    (folder / 'instances.json').write_text(json.dumps({
        'licenses': [{'id': 4, 'name': 'Attribution License'}, {'id': 6, 'name': 'NoDerivs License'}],
        'images': [{'id': at, 'file_name': file, 'license': 6 if file == 'two.jpg' else 4}
                   for at, file in enumerate(('one.jpg', 'two.jpg', 'crowd.jpg', 'nobody.jpg'))],
        'annotations': [
            {'image_id': 0, 'category_id': 1, 'bbox': box, 'segmentation': [polygon]},
            {'image_id': 2, 'category_id': 1, 'iscrowd': 1, 'bbox': [0, 0, 160, 120], 'segmentation': {}},
            {'image_id': 3, 'category_id': 18, 'bbox': box, 'segmentation': [polygon]},
        ],
    }))


def paint(file: str) -> np.ndarray:
    picture = np.full((120, 160, 3), 128, np.uint8)
    for left, top, right, bottom in figures.get(file, []):
        picture[top:bottom, left:right] = (230, 20, 20)
    return picture


def red(picture: np.ndarray) -> np.ndarray:
    return picture[:, :, 0].astype(int) - picture[:, :, 1] > 100


def teacher(pictures: Tensor) -> Tensor:
    return torch.sigmoid((pictures[:, :1] - pictures[:, 1:2] - 0.4) * 30)


if __name__ == '__main__':
    unittest.main()
