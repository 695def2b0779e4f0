"""Tests of the training code that need no images: `python3 -m unittest discover -s models/train`.

Comparisons with models of others are skipped unless `MATTE_MODELS` names a folder that contains them.
"""

import io
import json
import os
import tarfile
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import torch

import prepare
from blend import blend, sharpen
from export import compare, export, fuse
from looks import dye, flatten
from metrics import dtssd, iou, mad
from model import MatteNano, ModelConfig, silence_additions
from networks import count_multiply_adds, count_parameters
from onnx_graph import OnnxGraph
from pictures import People, Pictures, load_pictures
from scenes import SceneConfig, SceneMaker
from selfie import take_over
from start import start_from
from train import Trainer

models = Path(os.environ.get('MATTE_MODELS', ''))
needs_models = unittest.skipUnless((models / 'golden').is_dir(), 'MATTE_MODELS names no folder with models')


class OfOtherModels(unittest.TestCase):
    @needs_models
    def test_reads_onnx_as_onnxruntime_does(self) -> None:
        for name, file, output in [
            ('selfie_segmentation_general', 'selfie_segmentation_general_fp16w.onnx', 'segmentation'),
            ('selfie_segmentation_landscape', 'selfie_segmentation_landscape_fp16w.onnx', 'segmentation'),
            ('pp_humansegv2_lite', 'pp_humansegv2_lite_i8w.onnx', 'probs'),
            ('u2netp', 'u2netp_fp16w.onnx', 'd0'),
        ]:
            with self.subTest(name):
                graph = OnnxGraph(models / file)
                found = graph.run({graph.inputs[0]: golden(f'{name}.in')})[output]
                self.assertLess(float((found - golden(f'{name}.out')).abs().max()), 1e-4)

    @needs_models
    def test_starts_as_selfie_segmentation_whatever_the_past(self) -> None:
        model = MatteNano().eval()
        take_over(model, models / 'selfie_segmentation_general_fp16w.onnx')
        picture = golden('selfie_segmentation_general.in')
        with torch.no_grad():
            found = model(torch.cat([picture, torch.rand(1, 1, 256, 256)], 1))
        self.assertLess(float((found - golden('selfie_segmentation_general.out')).abs().max()), 1e-3)


class OfTheModel(unittest.TestCase):
    def test_gives_a_matte_of_the_size_of_the_picture(self) -> None:
        for size in ((256, 256), (144, 256), (192, 160)):
            found = MatteNano().eval()(torch.rand(2, 4, *size))
            self.assertEqual(found.shape, (2, 1, *size))
            self.assertTrue(bool(((found >= 0) & (found <= 1)).all()))

    def test_counts_multiply_adds(self) -> None:
        shipped = MatteNano(ModelConfig(context_blocks=1, deep_blocks=2))
        self.assertAlmostEqual(count_multiply_adds(shipped, 256, 256) / 1e6, 96.9, delta=0.1)

    def test_exports_what_torch_computes(self) -> None:
        for norm in ('none', 'batch'):
            for size in ((256, 256), (144, 256)):
                with self.subTest(f'{norm} {size}'), tempfile.TemporaryDirectory() as folder:
                    model = fuse(stirred(ModelConfig(norm=norm)))
                    path = Path(folder) / 'model.onnx'
                    export(model, *size, path)
                    self.assertLess(compare(model, *size, path), 1e-3)
                    operations = {node.op_type for node in OnnxGraph(path).nodes}
                    self.assertFalse(operations & {'Pad', 'Shape', 'Reshape'}, 'slow in a browser')
                    self.assertLess(path.stat().st_size, 2.2 * count_parameters(model) + 60_000)

    def test_goes_on_from_what_it_exported(self) -> None:
        model, picture = stirred(ModelConfig()), torch.rand(1, 4, 64, 64)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'model.onnx'
            export(model, 64, 64, path)
            other = MatteNano().eval()
            start_from(other, path)
        with torch.no_grad():
            self.assertLess(float((model(picture) - other(picture)).abs().max()), 1e-2)

    def test_a_blend_lies_between_its_ends(self) -> None:
        trained, picture = stirred(ModelConfig()), torch.rand(1, 4, 64, 64)
        start = stirred(ModelConfig())
        silence_additions(start)
        with torch.no_grad():
            self.assertTrue(torch.equal(blend(start, trained, 0)(picture), start(picture)))
            self.assertTrue(torch.allclose(blend(start, trained, 1)(picture), trained(picture), atol=1e-5))
            # Silent additions ignore the previous frame.
            other = torch.cat([picture[:, :3], torch.zeros(1, 1, 64, 64)], 1)
            self.assertTrue(torch.equal(start(picture), start(other)))
            self.assertFalse(torch.equal(trained(picture), trained(other)))

    def test_scores_are_made_surer_and_stay_on_their_side(self) -> None:
        model, picture = stirred(ModelConfig()), torch.rand(1, 4, 64, 64)
        with torch.no_grad():
            before, after = model(picture), sharpen(model, 2)(picture)
        self.assertTrue(torch.equal(before > 0.5, after > 0.5))
        self.assertTrue(bool(((after - 0.5).abs() >= (before - 0.5).abs()).all()))
        self.assertFalse(torch.equal(before, after))

    def test_folding_a_normalisation_changes_nothing(self) -> None:
        model, picture = stirred(ModelConfig(norm='batch')), torch.rand(1, 4, 64, 64)
        with torch.no_grad():
            self.assertLess(float((model(picture) - fuse(model)(picture)).abs().max()), 1e-4)


class OfPreparation(unittest.TestCase):
    def test_unpacks_masks_photos_and_grounds_and_leaves_out_what_is_excluded(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            packed, arrays = Path(folder) / 'packed', Path(folder) / 'arrays'
            write_packed(packed)
            with patch('sys.argv', ['prepare.py', '--pictures', str(packed), '--out', str(arrays), '--side', '64']):
                prepare.main()
            pictures = load_pictures(arrays, [], {'default': 0}, 'cpu')
            self.assertEqual(pictures.rgb.shape, (3, 64, 64, 3))
            np.testing.assert_array_equal(pictures.people.size[0], [90, 120])
            np.testing.assert_allclose(pictures.people.box[0], [30, 30, 60, 90], atol=3)
            self.assertEqual([len(pictures.train), len(pictures.train_backgrounds)], [3, 2])
            # The subject is red in front of gray, and its own colours do not contain the gray, even where both are
            # mixed.
            is_edge = (pictures.alpha[0] > 60) & (pictures.alpha[0] < 200)
            self.assertGreater(int(is_edge.sum()), 10)
            self.assertLess(int(pictures.foreground[0][is_edge][:, 1].max()), 40)
            without = load_pictures(arrays, ['one', 'none stated'], {'default': 0}, 'cpu')
            self.assertEqual(without.people.source[without.train].tolist(), ['two'])


class OfTheLessons(unittest.TestCase):
    def test_the_same_seed_makes_the_same_scenes(self) -> None:
        pictures = drawn_pictures()
        first, second, other = (
            SceneMaker(pictures, SceneConfig(), seed).make(5, 6, 64, 96, frames=2) for seed in (1, 1, 2)
        )
        self.assertTrue(torch.equal(first.frames, second.frames) and torch.equal(first.alpha, second.alpha))
        self.assertFalse(torch.equal(first.frames, other.frames))

    def test_scenes_hold_people_and_emptiness(self) -> None:
        scenes = SceneMaker(drawn_pictures(), SceneConfig(), 3).make(0, 48, 64, 64)
        self.assertEqual(scenes.frames.shape, (1, 48, 3, 64, 64))
        for part in (scenes.frames, scenes.alpha, scenes.trust):
            self.assertTrue(bool(((part >= 0) & (part <= 1)).all()))
        shares = scenes.alpha[0].mean((1, 2, 3))
        self.assertGreater(int((shares > 0.05).sum()), 24)
        self.assertGreater(int((shares < 0.001).sum()), 0)

    def test_what_is_excluded_or_held_out_is_not_shown(self) -> None:
        pictures = drawn_pictures()
        pictures.train = np.array([0])
        pictures.foreground[1:] = 255
        pictures.rgb[1:] = 255
        maker = SceneMaker(pictures, SceneConfig(photo_share=1, empty_share=0, guest_share=0), 1)
        layers, _ = maker._choose_layers(np.random.default_rng(1), 8)
        self.assertTrue(bool((layers[0].pictures[:, :3] < 1).any(3).any(2).any(1).all()))

    def test_clothes_are_dyed_below_the_middle_and_nothing_else_is(self) -> None:
        x, alpha = torch.rand(16, 3, 64, 64), torch.zeros(16, 1, 64, 64)
        alpha[:, :, 8:, 16:48] = 1
        dyed = dye(x, alpha, np.random.default_rng(1), 1)
        is_other = (dyed != x).any(1, keepdim=True)
        self.assertFalse(bool((is_other & (alpha == 0)).any()))
        self.assertFalse(bool(is_other[:, :, :16].any()), 'a head')
        self.assertTrue(bool(is_other.flatten(1).any(1).all()), 'somebody is not dyed')
        self.assertTrue(bool(((dyed >= 0) & (dyed <= 1)).all()))
        self.assertTrue(torch.equal(x, dye(x, alpha, np.random.default_rng(1), 0)))

    def test_what_looks_drawn_has_few_colours_and_its_edges(self) -> None:
        x = torch.cat([torch.full((8, 3, 64, 32), 0.2), torch.full((8, 3, 64, 32), 0.8)], 3)
        noisy = (x + 0.05 * torch.randn(x.shape, generator=torch.Generator().manual_seed(1))).clamp(0, 1)
        drawn = flatten(noisy, np.random.default_rng(1), 1)
        unlined = sum(len(picture.unique()) < 40 for picture in drawn)
        self.assertTrue(2 <= unlined <= 7, 'with lines and without')
        self.assertLess(float((drawn[:, :, :, :28] - x[:, :, :, :28]).abs().mean()), 0.12)
        self.assertLess(float((drawn[:, :, :, 36:] - x[:, :, :, 36:]).abs().mean()), 0.12)
        self.assertTrue(torch.equal(noisy, flatten(noisy, np.random.default_rng(1), 0)))


class OfTraining(unittest.TestCase):
    def test_what_was_interrupted_goes_on_as_if_it_had_not_been(self) -> None:
        straight, interrupted = (tempfile.TemporaryDirectory() for _ in range(2))
        with straight, interrupted:
            one = create_trainer(Path(straight.name))
            for _ in range(4):
                one._take_step()
            two = create_trainer(Path(interrupted.name))
            for _ in range(2):
                two._take_step()
            two._save('last.pt')
            three = create_trainer(Path(interrupted.name))
            for _ in range(2):
                three._take_step()
            self.assertEqual(three.step, 4)
            for name, value in one.average.state_dict().items():
                self.assertTrue(torch.allclose(value, three.average.state_dict()[name], atol=1e-6), name)

    def test_learns(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            trainer = create_trainer(Path(folder), steps=24)
            trainer._take_step()
            first = trainer.loss
            for _ in range(22):
                trainer._take_step()
            self.assertLess(trainer.loss, first)


class OfMetrics(unittest.TestCase):
    def test_measures(self) -> None:
        truth = np.zeros((2, 4, 4), np.float32)
        truth[:, :2] = 1
        self.assertEqual(iou(truth, truth), 1)
        self.assertEqual(iou(truth[:, :1], truth[:, :1] * 0), 0)
        self.assertEqual(mad(truth * 0, truth), 500)
        self.assertEqual(dtssd(truth, truth), 0)
        self.assertAlmostEqual(dtssd(truth * np.array([1, 0]).reshape(2, 1, 1), truth), 100 * 0.5**0.5, places=4)


def golden(name: str) -> torch.Tensor:
    shapes = json.loads((models / 'golden' / 'shapes.json').read_text())
    return torch.from_numpy(np.fromfile(str(models / 'golden' / f'{name}.f32'), np.float32).reshape(shapes[name]))


def write_packed(folder: Path) -> None:
    """Writes three photos of a red rectangle in front of gray, of different sources and licenses, and two backgrounds,
    to a tar file."""
    folder.mkdir()
    photo, mask = np.full((120, 90, 3), 128, np.uint8), np.zeros((120, 90), np.uint8)
    photo[30:90, 30:60], mask[30:90, 30:60] = (0, 0, 255), 255
    rows = [('a.webp', 'a.png', 'one', 'mit'), ('b.webp', 'b.png', 'two', 'mit'), ('c.webp', 'c.png', 'three', 'none stated'),
            ('d.webp', '', 'ground', 'mit'), ('e.webp', '', 'ground', 'mit')]
    lines = ['file,mask,source,licence,kind,quality,label,shard']
    with tarfile.open(str(folder / 'pictures.tar'), 'w') as archive:
        for file, mask_file, source, licence in rows:
            lines.append(f'{file},{mask_file},{source},{licence},{"people" if mask_file else "bg"},1,mask,pictures.tar')
            for name, picture in ((file, photo), (mask_file, cv2.GaussianBlur(mask, (0, 0), 2))):
                if name:
                    packed = cv2.imencode(Path(name).suffix, picture)[1].tobytes()
                    entry = tarfile.TarInfo(name)
                    entry.size = len(packed)
                    archive.addfile(entry, io.BytesIO(packed))
    (folder / 'manifest.csv').write_text('\n'.join(lines) + '\n')


def stirred(config: ModelConfig) -> MatteNano:
    """Returns a model without zeros, as after training."""
    torch.manual_seed(4)
    model = MatteNano(config)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    for name, buffer in model.named_buffers():
        if name.endswith('running_var'):
            torch.nn.init.uniform_(buffer, 0.5, 2)
    return model.eval()


def drawn_pictures() -> Pictures:
    """Returns four gray figures, each an ellipse, on backgrounds of noise."""
    random, side = np.random.default_rng(0), 64
    rows, columns = np.mgrid[:side, :side]
    alpha = np.stack([((rows - 32) / 20) ** 2 + ((columns - 20 - 6 * at) / 10) ** 2 < 1 for at in range(4)])
    ground = random.integers(0, 120, (4, side, side, 3))
    rgb = torch.from_numpy(np.where(alpha[..., None], 200, ground).astype(np.uint8))
    people = People(
        source=np.array(['drawn'] * 4), size=np.full((4, 2), 64.0),
        box=np.array([[10 + 6 * at, 12, 30 + 6 * at, 52] for at in range(4)], float),
        touches=np.zeros((4, 4), bool), is_cutout=np.array([False, False, False, True]),
        quality=np.ones(4),
    )
    return Pictures(
        rgb=rgb, foreground=rgb.clone(), alpha=torch.from_numpy(alpha.astype(np.uint8) * 255),
        trust=torch.full((4, side, side), 255, dtype=torch.uint8),
        backgrounds=torch.from_numpy(ground.astype(np.uint8)), people=people, background_size=np.full((4, 2), 64.0),
        train=np.arange(4), held_out=np.arange(4), train_backgrounds=np.arange(4), held_out_backgrounds=np.arange(4),
    )


def create_trainer(out: Path, steps: int = 4) -> Trainer:
    config = {
        'model': {'context_blocks': 1, 'deep_blocks': 1, 'deep_channels': 16}, 'scenes': {},
        'stages': [{'until': 1, 'sizes': [[64, 64], [64, 96]], 'stills': 3, 'sequences': 3, 'frames': 2}],
        'learning_rate': 1e-3, 'new_weights_factor': 2, 'weight_decay': 0.01, 'warm_up_steps': 2, 'average': 0.99,
        'cut_share': 0.2, 'flicker_weight': 0.5,
    }
    options = Namespace(out=out, start=None, steps=steps, minutes=None, device='cpu', seed=1, validate_every=60, save_every=60)
    return Trainer(config, drawn_pictures(), options)


if __name__ == '__main__':
    unittest.main()
