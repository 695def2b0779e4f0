"""Creates training images from COCO: photos of everyday scenes, with a matte of all people in each.

    python3 models/train/coco.py --images COCO/images --annotations COCO/instances.json,COCO/captions.json --boxes COCO/labels \\
        --teachers selfie,landscape --teacher-folder ../shared/models --out /tmp/train-data/coco

`--annotations` are files in COCO's format. They contain each image's license and, if available, polygons of its people.
`--boxes` contains text files with the names of the images and a line for each person: class, centre and size of the box,
from 0 to 1. Boxes are used for images without polygons. The script writes tar files and manifest.csv, the input of
prepare.py.

Polygons are coarse, and boxes are not mattes. Therefore each person is cropped with a margin and passed to the teachers,
which find far more detail in a crop than in the whole image. If their result does not fit the box or the polygon, that
part of the image is not used for training.
"""

import argparse
import csv
import io
import json
import tarfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Tuple

import cv2
import numpy as np
import torch

from images import read_rgb, stretch
from metrics import iou
from teachers import Teacher, ask, load_teachers

person_class = 1
long_side = 304
# Shares of the image: smaller people are too small to learn from, and too small to count as missing.
least_person, least_subject = 0.004, 0.02
least_agreement = 0.6
most_people = 8


@dataclass
class Person:
    """A person: `box` is left, top, right, bottom in pixels; `polygons` are x, y in pixels, or None if unknown."""

    box: np.ndarray
    polygons: Optional[List[np.ndarray]]


@dataclass
class Photo:
    path: Path
    licence: str
    people: Optional[List[Person]]


@dataclass
class Matte:
    """The matte of one person: `alpha` and its confidence, float32 [H, W]. `agreement` with the known box or polygon
    is 0 to 1."""

    alpha: np.ndarray
    trust: np.ndarray
    agreement: float


def main() -> None:
    options = parse_options()
    torch.set_num_threads(options.threads)
    teachers = load_teachers(options.teacher_folder, options.teachers.split(','), options.device)
    options.out.mkdir(parents=True, exist_ok=True)
    photos = find_photos(options)[options.first :: options.every]
    rows = []
    with tarfile.open(str(options.out / f'{options.out.name}.tar'), 'w') as archive:
        for at, photo in enumerate(photos):
            row = write_photo(photo, options, teachers, archive)
            rows += [(*row, f'{options.out.name}.tar')] if row else []
            if at % 100 == 0:
                print(f'{at} of {len(photos)} processed, {len(rows)} accepted', flush=True)
    with open(options.out / 'manifest.csv', 'w', newline='') as file:
        writer = csv.writer(file)
        writer.writerow(['file', 'mask', 'trust', 'source', 'licence', 'kind', 'quality', 'label', 'shard'])
        writer.writerows(rows)
    print(f'{len(rows)} of {len(photos)} images')


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--images', type=Path, required=True, help='a folder, including subfolders')
    parser.add_argument('--annotations', required=True, help='comma-separated files')
    parser.add_argument('--boxes', type=Path, help='a folder, including subfolders')
    parser.add_argument('--teachers', required=True)
    parser.add_argument('--teacher-folder', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--first', type=int, default=0, help='with --every, for several processes: 0 to n - 1')
    parser.add_argument('--every', type=int, default=1, help='process every nth image only')
    return parser.parse_args()


def find_photos(options: argparse.Namespace) -> List[Photo]:
    licences: Dict[str, str] = {}
    people: Dict[str, List[Person]] = {}
    for path in options.annotations.split(','):
        content = json.loads(Path(path).read_text())
        names = {one['id']: one['name'] for one in content['licenses']}
        files = {one['id']: one['file_name'] for one in content['images']}
        licences.update({one['file_name']: names[one['license']] for one in content['images']})
        for file, found in read_people(content['annotations'], files).items():
            people.setdefault(file, found)
    return [Photo(path, licences[path.name], people.get(path.name)) for path in sorted(options.images.rglob('*.jpg'))]


def read_people(annotations: List[dict], files: Dict[int, str]) -> Dict[str, List[Person]]:
    """Returns the people of each image; nobody for an image with an unsegmented crowd, because its person pixels are
    unknown."""
    people, crowded = defaultdict(list), set()
    for one in annotations:
        if one.get('category_id') != person_class:
            continue
        file = files[one['image_id']]
        if one.get('iscrowd'):
            crowded.add(file)
            continue
        left, top, width, height = one['bbox']
        polygons = [np.array(p, float).reshape(-1, 2) for p in one['segmentation']]
        people[file].append(Person(np.array([left, top, left + width, top + height]), polygons))
    return {**people, **{file: [] for file in crowded}}


def write_photo(photo: Photo, options: argparse.Namespace, teachers: List[Teacher], archive: tarfile.TarFile) -> Optional[tuple]:
    """Returns the row of the manifest without the tar file; None for an unusable image."""
    rgb = read_rgb(photo.path)
    people = photo.people if photo.people is not None else read_boxes(photo.path, options.boxes, rgb.shape)
    areas = [np.prod(p.box[2:] - p.box[:2]) / (rgb.shape[0] * rgb.shape[1]) for p in people]
    if not areas or max(areas) < least_subject or sum(area > least_person for area in areas) > most_people:
        return None
    large = [person for person, area in zip(people, areas) if area > least_person]
    known = find_mattes(rgb, large, teachers, options.device)
    alpha = np.max([one.alpha for one in known], 0)
    # Edges are thin: a wide area that is neither means that the teachers do not recognize the subject.
    trust = np.clip(cv2.blur(np.abs(2 * alpha - 1), (15, 15)) * 2.5 - 1, 0, 1)
    trust *= np.min([one.trust for one in known], 0)
    doubted = [person for person, one in zip(large, known) if one.agreement < least_agreement]
    for person in doubted + [person for person, area in zip(people, areas) if area <= least_person]:
        left, top, right, bottom = _around(person.box, 0.05, rgb.shape)
        trust[top:bottom, left:right] = 0
    if (alpha * trust > 0.5).mean() < least_person or trust.mean() < 0.7:
        return None
    scale = long_side / max(rgb.shape[:2])
    size = tuple(int(side * scale + 0.5) for side in rgb.shape[1::-1])
    name = f'people/coco/{photo.path.stem}'
    _add(archive, f'{name}.webp', stretch(rgb, *size)[:, :, ::-1], [cv2.IMWRITE_WEBP_QUALITY, 92])
    _add(archive, f'{name}.png', _to_bytes(stretch(alpha, *size)))
    _add(archive, f'{name}_trust.png', _to_bytes(stretch(trust, *size)))
    quality = min(one.agreement for one in known)
    label = 'pseudo' if photo.people is None else 'mask'
    files = [f'{name}{ending}' for ending in ('.webp', '.png', '_trust.png')]
    return (*files, 'coco', photo.licence, 'people', f'{quality:.3f}', label)


def read_boxes(path: Path, folder: Optional[Path], shape: tuple) -> List[Person]:
    file = next(iter(folder.rglob(f'{path.stem}.txt')), None) if folder else None
    people = []
    for line in file.read_text().splitlines() if file else []:
        x, y, width, height = (float(value) for value in line.split()[1:5])
        box = np.array([x - width / 2, y - height / 2, x + width / 2, y + height / 2])
        people.append(Person(box * np.tile(shape[1::-1], 2), None))
    return people


def find_mattes(rgb: np.ndarray, people: List[Person], teachers: List[Teacher], device: str) -> List[Matte]:
    opinions = look_close(rgb, [person.box for person in people], teachers, device)
    return [find_matte(person, opinion) for person, opinion in zip(people, opinions)]


def find_matte(person: Person, opinion: np.ndarray) -> Matte:
    if person.polygons is None:
        return Matte(opinion, np.ones_like(opinion), fit(opinion, person.box))
    mask = np.zeros(opinion.shape, np.uint8)
    for polygon in person.polygons:
        cv2.fillPoly(mask, [np.rint(polygon).astype(np.int32)], 1)
    reach = max(3, int(0.03 * np.sqrt(mask.sum()))) | 1
    kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    far = cv2.dilate(mask, kernel)
    is_edge = far > cv2.erode(mask, kernel)
    # Polygons exclude objects that people hold and wear, which are part of them here. The teachers may include such
    # objects, so confidence is low there.
    trust = 1 - ((opinion > 0.4) & (far == 0))
    return Matte(np.where(is_edge, opinion, mask).astype(np.float32), trust.astype(np.float32), iou(opinion, mask))


def look_close(rgb: np.ndarray, boxes: List[np.ndarray], teachers: List[Teacher], device: str = 'cpu') -> List[np.ndarray]:
    """Returns the teachers' mattes of the crop around each box, without anything outside of the box. float32 [H, W]."""
    areas = [_around(box, 0.2, rgb.shape) for box in boxes]
    parts = np.stack([stretch(rgb[top:bottom, left:right], 256, 256) for left, top, right, bottom in areas])
    found = ask(teachers, torch.from_numpy(parts).to(device).permute(0, 3, 1, 2).float() / 255)[:, 0].cpu().numpy()
    mattes = []
    for box, (left, top, right, bottom), part in zip(boxes, areas, found):
        alpha = np.zeros(rgb.shape[:2], np.float32)
        alpha[top:bottom, left:right] = cv2.resize(part, (right - left, bottom - top), interpolation=cv2.INTER_LINEAR)
        left, top, right, bottom = _around(box, 0.03, rgb.shape)
        inside = np.zeros_like(alpha)
        inside[top:bottom, left:right] = 1
        mattes.append(alpha * inside)
    return mattes


def _around(box: np.ndarray, share: float, shape: tuple) -> Tuple[int, int, int, int]:
    """Returns a box with a margin, in whole pixels of the image: left, top, right, bottom."""
    room = share * (box[2:] - box[:2])
    left, top = np.maximum(np.floor(box[:2] - room), 0).astype(int)
    right, bottom = np.minimum(np.ceil(box[2:] + room), shape[1::-1]).astype(int)
    return left, top, max(right, left + 1), max(bottom, top + 1)


def fit(alpha: np.ndarray, box: np.ndarray) -> float:
    """Returns the overlap of the box with that of the matte, times the teachers' confidence inside of it."""
    rows, columns = np.flatnonzero((alpha > 0.5).any(1)), np.flatnonzero((alpha > 0.5).any(0))
    if not len(rows):
        return 0.0
    found = np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1])
    both = np.prod(np.maximum(np.minimum(found[2:], box[2:]) - np.maximum(found[:2], box[:2]), 0))
    either = np.prod(found[2:] - found[:2]) + np.prod(box[2:] - box[:2]) - both
    left, top, right, bottom = np.rint(box).astype(int)
    surety = np.abs(2 * alpha[max(top, 0) : bottom, max(left, 0) : right] - 1).mean()
    return float(both / either * surety)


def _to_bytes(values: np.ndarray) -> np.ndarray:
    return (values * 255 + 0.5).astype(np.uint8)


def _add(archive: tarfile.TarFile, name: str, picture: np.ndarray, options: Sequence[int] = ()) -> None:
    data = cv2.imencode(Path(name).suffix, picture, list(options))[1].tobytes()
    member = tarfile.TarInfo(name)
    member.size = len(data)
    archive.addfile(member, io.BytesIO(data))


if __name__ == '__main__':
    main()
