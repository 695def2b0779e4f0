"""Tests of the network that starts from a detector."""

import tempfile
import unittest
from pathlib import Path

import torch
import torch.nn.functional as F

import checkpoint
from detector import in_order, without_focus
from export import compare, export, fuse
from finder import MatteFinder
from networks import count_multiply_adds, count_parameters
from onnx_graph import OnnxGraph
from start import start_from


class OfTheFinder(unittest.TestCase):
    def test_gives_a_matte_of_the_size_of_the_picture_whatever_the_past(self) -> None:
        model, picture = stirred(), torch.rand(2, 4, 64, 96)
        with torch.no_grad():
            found = model(picture)
            other = model(torch.cat([picture[:, :3], torch.rand(2, 1, 64, 96)], 1))
        self.assertEqual(found.shape, (2, 1, 64, 96))
        self.assertTrue(torch.equal(found, other))

    def test_is_as_large_as_its_card_says(self) -> None:
        model = MatteFinder().eval()
        self.assertAlmostEqual(count_parameters(model) / 1e6, 0.954, delta=0.001)
        self.assertAlmostEqual(count_multiply_adds(model, 256, 256) / 1e6, 272.1, delta=0.1)

    def test_sees_four_pixels_as_one_as_the_detector_does(self) -> None:
        weight, picture = torch.randn(5, 12, 3, 3), torch.rand(1, 3, 16, 24)
        blue_first = picture.flip(1) * 255
        patches = [blue_first[:, :, down::2, right::2] for down, right in [(0, 0), (1, 0), (0, 1), (1, 1)]]
        expected = F.conv2d(torch.cat(patches, 1), weight, padding=1)
        found = F.conv2d(picture, without_focus(weight), stride=2, padding=2)
        self.assertLess(float((found - expected).abs().max()), 1e-2)

    def test_knows_its_layers_in_the_order_of_the_detector(self) -> None:
        encoder = MatteFinder().encoder
        order = in_order(encoder)
        self.assertEqual(len(order), 77)
        self.assertIs(order[0], encoder.stem[0])
        self.assertIs(order[4], encoder.stage4[1].past[0])
        self.assertIs(order[-1], encoder.again32.join[0])

    def test_exports_what_torch_computes_and_goes_on_from_it(self) -> None:
        model, picture = stirred(), torch.rand(1, 4, 64, 64)
        for bits in (16, 8):
            with self.subTest(bits), tempfile.TemporaryDirectory() as folder:
                path, saved = Path(folder) / 'finder.onnx', Path(folder) / 'finder.pt'
                export(fuse(model), 64, 64, path, bits)
                self.assertLess(compare(model, 64, 64, path), 1e-3)
                self.assertEqual(OnnxGraph(path).shapes['input'], [1, 3, 64, 64])
                operations = {node.op_type for node in OnnxGraph(path).nodes}
                self.assertFalse(operations & {'Pad', 'Shape', 'Slice'}, 'slow in a browser')
                other = fuse(MatteFinder())
                start_from(other, path)
                checkpoint.save(saved, model, model)
                again = checkpoint.load_model(saved)
                with torch.no_grad():
                    self.assertLess(float((model(picture) - other(picture)).abs().max()), 0.05)
                    self.assertTrue(torch.equal(model(picture), again(picture)))

    def test_what_was_taken_over_learns_more_slowly_than_what_is_new(self) -> None:
        model = MatteFinder()
        new = {name.split('.')[0] for name, _ in model.named_parameters() if model.is_new(name)}
        self.assertEqual(new, {'up16', 'up8', 'up4', 'up2', 'polish8', 'polish4', 'polish2', 'last', 'coarse'})


def stirred() -> MatteFinder:
    """Returns a finder whose zero-initialized parts are not zero."""
    torch.manual_seed(5)
    model = MatteFinder()
    for block in (model.polish8, model.polish4, model.polish2):
        torch.nn.init.uniform_(block.project[1].weight, 0.5, 1)
    return model.eval()


if __name__ == '__main__':
    unittest.main()
