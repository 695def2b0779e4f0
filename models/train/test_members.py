"""Tests of the members of an ensemble: networks with the layout of ONNX files, and the mean of several."""

import tempfile
import unittest
from pathlib import Path
import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

import checkpoint
from consensus import Consensus, Settings, agree, drop_doubtful, find_figures, make_window, observe, rectangles_around, sharpen
from export import compare, export_graph
from fit import Case, climb, cost
from geometry import frame_figure, look_at_photo
from graph_network import GraphConfig, GraphNetwork
from members import Member
from onnx_graph import OnnxGraph
from start import layout_of, start_from


class OfNetworksInTheLayoutOfFiles(unittest.TestCase):
    def test_begins_as_what_the_file_gives(self) -> None:
        for last in ('Sigmoid', 'Softmax'):
            with self.subTest(last):
                graph = OnnxGraph(onnx.load_model_from_string(drawn_file(last)))
                picture = torch.rand(2, 4, 16, 32)
                feeds = picture[:, :3] * 2 - 1 if last == 'Softmax' else picture[:, :3]
                expected = graph.run({'picture': feeds})['found'][:, -1:]
                with torch.no_grad():
                    found = GraphNetwork(GraphConfig(drawn_file(last)))(picture)
                self.assertLess(float((found - expected).abs().max()), 1e-5)

    def test_its_weights_learn(self) -> None:
        network = GraphNetwork(GraphConfig(drawn_file('Sigmoid')))
        self.assertEqual(sorted(network.weights), ['bias', 'first', 'second'])
        network.find(torch.rand(1, 4, 16, 32))[0].sum().backward()
        self.assertTrue(all(bool(parameter.grad.abs().sum() > 0) for parameter in network.parameters()))

    def test_takes_pictures_of_other_sizes(self) -> None:
        self.assertEqual(GraphNetwork(GraphConfig(drawn_file('Sigmoid')))(torch.rand(1, 4, 48, 40)).shape, (1, 1, 48, 40))

    def test_exports_what_torch_computes(self) -> None:
        for last in ('Sigmoid', 'Softmax'):
            for bits in (16, 8):
                with self.subTest(f'{last} {bits}'), tempfile.TemporaryDirectory() as folder:
                    network, path = stirred(last), Path(folder) / 'member.onnx'
                    export_graph(network, path, bits)
                    self.assertLess(compare(network, 16, 32, path), 1e-4)
                    graph = OnnxGraph(path)
                    self.assertEqual((graph.inputs, graph.outputs), (['picture'], ['found']))
                    self.assertNotIn('Identity', {node.op_type for node in graph.nodes})
                    # Values that are rounded to few bits are nearly equal.
                    for name, value in network.weights.items():
                        self.assertLess(float((value.detach() - graph.weights[name]).abs().max()), 0.01)

    def test_goes_on_from_a_checkpoint_and_from_what_it_exported(self) -> None:
        network, picture = stirred('Softmax'), torch.rand(1, 4, 16, 32)
        with tempfile.TemporaryDirectory() as folder:
            saved, file = Path(folder) / 'member.pt', Path(folder) / 'member.onnx'
            checkpoint.save(saved, network, network)
            export_graph(network, file, 16)
            for path in (saved, file):
                other = GraphNetwork(GraphConfig(**layout_of(path)))
                start_from(other, path)
                with torch.no_grad():
                    self.assertLess(float((other(picture) - network(picture)).abs().max()), 1e-2)


class OfCloserLooks(unittest.TestCase):
    def test_frames_a_figure_and_stays_in_the_picture(self) -> None:
        centre, extent = frame_figure(np.array([[200.0, 100.0]]), np.array([[90.0, 20.0, 110.0, 80.0]]), np.array([1.5]))
        # 60 high times 1.5, and at least .6 of that wide.
        np.testing.assert_allclose(np.concatenate([centre - extent / 2, centre + extent / 2], 1), [[73, 5, 127, 95]])
        centre, extent = frame_figure(np.array([[200.0, 100.0]]), np.array([[0.0, 20.0, 20.0, 100.0]]), np.array([1.5]))
        np.testing.assert_allclose(np.concatenate([centre - extent / 2, centre + extent / 2], 1), [[0, 0, 46, 100]])

    def test_lessons_show_figures_closely(self) -> None:
        size, box = np.tile([400.0, 300.0], (64, 1)), np.tile([180.0, 100.0, 220.0, 200.0], (64, 1))
        looks = look_at_photo(np.random.default_rng(1), size, box, 1.0)
        self.assertTrue(bool((looks.extent[:, 1] > 80).all() and (looks.extent[:, 1] < 280).all()))
        self.assertTrue(bool((abs(looks.centre - [200, 150]) < 25).all()))

    def test_finds_separate_figures_and_no_specks(self) -> None:
        alpha = np.zeros((100, 200), np.float32)
        alpha[20:80, 10:40], alpha[30:90, 150:180], alpha[5:8, 100:103] = 0.9, 0.4, 1
        np.testing.assert_array_equal(find_figures(alpha), [[10, 20, 40, 80], [150, 30, 180, 90]])
        self.assertEqual(rectangles_around(np.array([10.0, 20, 40, 80]), (1.5,), (200, 100)), [(5, 95, 0, 52)])

    def test_windows_fall_off_inside_of_the_picture_alone(self) -> None:
        self.assertTrue(bool((make_window((0, 40, 0, 60), (40, 60)) == 1).all()))
        window = make_window((0, 40, 10, 50), (40, 60))
        self.assertLess(window[20, 0], 0.4)
        self.assertGreater(window[20, 20], 0.95)
        np.testing.assert_allclose(window[0], window[39])

    def test_several_agree(self) -> None:
        picture = np.zeros((60, 80, 3), np.uint8)
        picture[20:50, 20:40] = 255
        settings = Settings(weights=(3, 1), sharpness=1, offset=0)
        members = [Sees(0.9, 0.0), Sees(0.5, 0.2)]
        looks = observe(members, picture, settings)
        self.assertEqual([look.factor for look in looks], [-1, 0, 1])
        alpha = agree(looks, settings)
        np.testing.assert_allclose(alpha[35, 30], 0.8, atol=1e-3)
        np.testing.assert_allclose(alpha[5, 70], 0.05, atol=1e-3)
        np.testing.assert_allclose(Consensus(members, settings).matte(picture), alpha)

    def test_a_mirrored_look_is_turned_back(self) -> None:
        picture = np.zeros((60, 80, 3), np.uint8)
        picture[20:50, 10:30] = 255
        for is_mirrored in (False, True):
            settings = Settings(weights=(1,), sharpness=1, is_mirrored=is_mirrored)
            for look in observe([Sees(1, 0)], picture, settings):
                top, bottom, left, right = look.rectangle
                np.testing.assert_array_equal(look.found[0], picture[top:bottom, left:right, 0] / 255)

    def test_drops_what_nobody_is_sure_of(self) -> None:
        alpha = np.full((40, 60), 0.1, np.float32)
        alpha[5:35, 5:20], alpha[5:35, 25:35], alpha[5:35, 40:55] = 0.6, 0.7, 0.6
        alpha[10:20, 42:50] = 0.95
        kept = drop_doubtful(alpha)
        np.testing.assert_allclose([kept[20, 10], kept[20, 30], kept[30, 45], kept[0, 0]], [0, 0.35, 0.6, 0.1], atol=1e-5)

    def test_sharper_is_surer_on_the_same_side(self) -> None:
        np.testing.assert_allclose(sharpen(np.array([0.5, 0.9, 0.2]), 2, 0), [0.5, 81 / 82, 1 / 17], rtol=1e-5)
        np.testing.assert_allclose(sharpen(np.array([0.4, 0.2]), 1, np.log(1.5)), [0.5, 3 / 11], rtol=1e-5)

    def test_fitting_trusts_the_member_that_is_right(self) -> None:
        picture = np.zeros((60, 80, 3), np.uint8)
        picture[20:50, 20:40] = 255
        truth = (picture[..., 0] > 0).astype(np.float32)
        start = Settings(weights=(1, 1))
        cases = [Case('some', observe([Sees(0.95, 0.05), Sees(0.75, 0.45)], picture, start), truth)]
        cases.append(Case('empty', observe([Sees(0.95, 0.05)] * 2, picture * 0, start), truth * 0))
        fitted = climb(cases, start)
        self.assertGreater(fitted.weights[0], 2 * fitted.weights[1])
        self.assertLess(cost(cases, fitted), cost(cases, start))


class Sees:
    """A member that returns `figure` for bright pixels and `ground` elsewhere."""

    def __init__(self, figure: float, ground: float) -> None:
        self.figure, self.ground = figure, ground

    def find(self, picture: np.ndarray) -> np.ndarray:
        return np.where(picture[..., 0] > 0, self.figure, self.ground).astype(np.float32)


class OfMembers(unittest.TestCase):
    def test_gives_the_matte_of_a_picture_of_any_size(self) -> None:
        network = stirred('Softmax')
        picture = np.random.default_rng(1).integers(0, 255, (16, 32, 3), np.uint8)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'member.onnx'
            export_graph(network, path, 16)
            member = Member(path)
            start_from(network, path)
        self.assertEqual(member.find(np.zeros((50, 70, 3), np.uint8)).shape, (50, 70))
        planes = torch.from_numpy(picture).permute(2, 0, 1)[None].float() / 255
        with torch.no_grad():
            expected = network(torch.cat([planes, planes[:, :1]], 1))[0, 0].numpy()
        np.testing.assert_allclose(member.find(picture), expected, atol=1e-5)


def drawn_file(last: str) -> bytes:
    """Returns a small network with the features of other exporters: 16-bit weights that are widened, copies, and
    computed sizes."""
    random = np.random.default_rng(3)
    classes = 2 if last == 'Softmax' else 1
    weights = {'first_half': random.normal(0, 0.4, (6, 3, 3, 3)).astype(np.float16),
               'second': random.normal(0, 0.4, (classes, 6, 1, 1)).astype(np.float32),
               'bias': random.normal(0, 0.4, 6).astype(np.float32),
               'size': np.array([1, classes, 16, 32], np.int64)}
    nodes = [
        helper.make_node('Cast', ['first_half'], ['first'], to=onnx.TensorProto.FLOAT),
        helper.make_node('Conv', ['picture', 'first', 'bias'], ['a'], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]),
        helper.make_node('Relu', ['a'], ['b']),
        helper.make_node('Identity', ['b'], ['c']),
        helper.make_node('Conv', ['c', 'second'], ['d'], kernel_shape=[1, 1], strides=[1, 1], pads=[0, 0, 0, 0]),
        helper.make_node('Resize', ['d', '', '', 'size'], ['e'], mode='linear', coordinate_transformation_mode='half_pixel'),
        helper.make_node(last, ['e'], ['f'], **({'axis': 1} if last == 'Softmax' else {})),
        helper.make_node('Identity', ['f'], ['found']),
    ]
    graph = helper.make_graph(
        nodes, 'drawn', [helper.make_tensor_value_info('picture', onnx.TensorProto.FLOAT, [1, 3, 16, 32])],
        [helper.make_tensor_value_info('found', onnx.TensorProto.FLOAT, [1, classes, 16, 32])],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', 13)])
    model.ir_version = 8
    return model.SerializeToString()


def stirred(last: str) -> GraphNetwork:
    """Returns a network whose weights differ from those of the file."""
    torch.manual_seed(2)
    network = GraphNetwork(GraphConfig(drawn_file(last)))
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return network


if __name__ == '__main__':
    unittest.main()
