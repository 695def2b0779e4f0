"""Writes a checkpoint as ONNX: fixed sizes, weights stored in 16 or 8 bits, checked against torch.

    python3 models/train/export.py --checkpoint runs/a/last.pt --name matte_nano_v2 --sizes 256x256,256x144 --out models
    python3 models/train/export.py --checkpoint runs/b/last.pt --name matte_deep_v1 --bits 8 --out models

A network with the layout of an ONNX file has the fixed size of that file.
"""

import argparse
import copy
import inspect
from pathlib import Path
from typing import Dict, List, Tuple, Union

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn

from checkpoint import load_model
from finder import MatteFinder
from graph_network import GraphNetwork
from model import Conv, MatteNano
from networks import Network, count_multiply_adds, count_parameters
from onnx_graph import OnnxGraph
from start import start_from

tolerance = 1e-3


def main() -> None:
    options = parse_options()
    network = load_model(options.checkpoint)
    options.out.mkdir(parents=True, exist_ok=True)
    for height, width in [network.size] if isinstance(network, GraphNetwork) else options.sizes:
        path = options.out / f'{options.name}_{width}x{height}_{suffixes[options.bits]}.onnx'
        if isinstance(network, GraphNetwork):
            export_graph(network, path, options.bits)
        else:
            export(fuse(network), height, width, path, options.bits)
        difference = compare(network, height, width, path)
        print(f'{path.name}: {path.stat().st_size} bytes, {count_parameters(network) / 1e6:.3f} M parameters, '
              f'{count_multiply_adds(network, height, width) / 1e6:.1f} M multiply-adds, greatest difference {difference:.1e}')


suffixes = {16: 'fp16w', 8: 'i8w'}


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--checkpoint', type=Path, required=True)
    parser.add_argument('--name', required=True)
    parser.add_argument('--sizes', default='256x256,256x144', type=_sizes, help='comma-separated sizes, width x height')
    parser.add_argument('--bits', type=int, default=16, choices=sorted(suffixes), help='bits of a weight')
    parser.add_argument('--out', type=Path, required=True)
    return parser.parse_args()


def _sizes(text: str) -> List[Tuple[int, int]]:
    """Returns the height and width of each."""
    return [tuple(int(side) for side in reversed(size.split('x'))) for size in text.split(',')]


def fuse(model: Union[MatteNano, MatteFinder]) -> Union[MatteNano, MatteFinder]:
    """Returns a copy in which every batch normalization is folded into the convolution before it."""
    fused = copy.deepcopy(model).eval()
    for module in fused.modules():
        if isinstance(module, Conv) and isinstance(module[1], nn.BatchNorm2d):
            module[0] = nn.utils.fusion.fuse_conv_bn_eval(module[0], module[1])
            module[1] = nn.Identity()
    return fused


def export(model: Union[MatteNano, MatteFinder], height: int, width: int, path: Path, bits: int = 16) -> None:
    # Newer versions of torch use a second exporter by default; this one is in all versions.
    choice = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    picture = torch.zeros(1, 4 if isinstance(model, MatteNano) else 3, height, width)
    torch.onnx.export(
        model, (picture,), str(path), opset_version=17, input_names=['input'], output_names=['alpha'], **choice,
    )
    written = onnx.load(str(path))
    fold_pads(written.graph)
    _finish(written, bits, path)


def export_graph(network: GraphNetwork, path: Path, bits: int) -> None:
    """Exports the computation of the network's file with the network's weights, with constants folded."""
    written = onnx.load_model_from_string(network.config.graph)
    weights = {**network.graph.weights, **network.weights}
    del written.graph.initializer[:], written.graph.node[:]
    written.graph.initializer.extend(numpy_helper.from_array(value.detach().numpy(), name) for name, value in weights.items())
    written.graph.node.extend(network.graph.nodes)
    remove_identities(written.graph)
    remove_unused(written.graph)
    _finish(written, bits, path)


def _finish(written: onnx.ModelProto, bits: int, path: Path) -> None:
    fix_sizes(written)
    widen_in_graph(written.graph, bits)
    written.producer_name, written.producer_version = 'offcut', ''
    onnx.checker.check_model(written)
    onnx.save(written, str(path))


def remove_identities(graph: onnx.GraphProto) -> None:
    """Connects the readers of a copy to its source. The source of a copy to an output gets the name of the output."""
    outputs = {output.name for output in graph.output}
    names: Dict[str, str] = {}
    for node in [node for node in graph.node if node.op_type == 'Identity']:
        source, copy_of_it = node.input[0], node.output[0]
        names.update({source: copy_of_it} if copy_of_it in outputs else {copy_of_it: source})
        graph.node.remove(node)

    def resolve(name: str) -> str:
        return resolve(names[name]) if name in names else name

    for node in graph.node:
        node.input[:] = [resolve(name) for name in node.input]
        node.output[:] = [resolve(name) for name in node.output]


def fix_sizes(written: onnx.ModelProto) -> None:
    """Replaces the sizes of enlargements, which torch computes from shapes in the graph, by constants."""
    graph = written.graph
    names = [node.output[0] for node in graph.node if node.op_type == 'Resize']
    values = OnnxGraph(written).run({graph.input[0].name: torch.zeros(_input_shape(graph))}, names)
    for node in graph.node:
        if node.op_type == 'Resize':
            size = np.array(values[node.output[0]].shape, np.int64)
            name = f'{node.output[0]}_size'
            graph.initializer.append(numpy_helper.from_array(size, name))
            node.input[:] = [node.input[0], '', '', name]
    remove_unused(graph)


def fold_pads(graph: onnx.GraphProto) -> None:
    """Merges zero padding, which torch exports as a separate step, into the convolution."""
    makers = {name: node for node in graph.node for name in node.output}
    for node in graph.node:
        pad = makers.get(node.input[0]) if node.op_type == 'Conv' else None
        if pad is None or pad.op_type != 'Pad':
            continue
        attributes = {a.name: a for a in node.attribute}
        # As in model.Conv: the padding of a stride of two is split, and the odd pixel goes below and to the right.
        total = attributes['kernel_shape'].ints[0] - attributes['strides'].ints[0]
        first = total // 2
        attributes['pads'].ints[:] = [first, first, total - first, total - first]
        node.input[0] = pad.input[0]
    remove_unused(graph)


def remove_unused(graph: onnx.GraphProto) -> None:
    while True:
        used = {name for node in graph.node for name in node.input} | {o.name for o in graph.output}
        unused = [node for node in graph.node if not used.intersection(node.output)]
        if not unused:
            break
        for node in unused:
            graph.node.remove(node)
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)


def widen_in_graph(graph: onnx.GraphProto, bits: int) -> None:
    """Stores weights in few bits. A Cast, and for 8 bits a Mul, widens them in the graph; runtimes fold these when
    they load."""
    stored: List[onnx.TensorProto] = []
    widening: List[onnx.NodeProto] = []
    for tensor in graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.dtype != np.float32 or array.size <= 16:
            stored.append(tensor)
        elif bits == 8 and array.ndim == 4:
            # Each output channel has its own scale.
            scale = np.abs(array).max((1, 2, 3), keepdims=True).clip(1e-12) / 127
            stored.append(numpy_helper.from_array(np.round(array / scale).astype(np.int8), f'{tensor.name}_byte'))
            stored.append(numpy_helper.from_array(scale.astype(np.float32), f'{tensor.name}_scale'))
            widening.append(helper.make_node('Cast', [f'{tensor.name}_byte'], [f'{tensor.name}_wide'], to=onnx.TensorProto.FLOAT))
            widening.append(helper.make_node('Mul', [f'{tensor.name}_wide', f'{tensor.name}_scale'], [tensor.name]))
        else:
            stored.append(numpy_helper.from_array(array.astype(np.float16), f'{tensor.name}_half'))
            widening.append(helper.make_node('Cast', [f'{tensor.name}_half'], [tensor.name], to=onnx.TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(stored)
    graph.node.extend(widening + nodes)


def compare(network: Network, height: int, width: int, path: Path) -> float:
    """Returns the maximum difference of alpha between the file and torch with the weights of the file. Fails above the
    tolerance."""
    picture = torch.rand(1, 4, height, width, generator=torch.Generator().manual_seed(0))
    stored = copy.deepcopy(network if isinstance(network, GraphNetwork) else fuse(network))
    start_from(stored, path)
    with torch.no_grad():
        expected = stored(picture)
    difference = max(float((alpha - expected).abs().max()) for alpha in _run_everywhere(path, picture))
    if difference > tolerance:
        raise ValueError(f'{path} differs from torch by {difference}')
    return difference


def _run_everywhere(path: Path, picture: Tensor) -> List[Tensor]:
    """Runs the file with `OnnxGraph`, and with onnxruntime if it is installed."""
    graph = OnnxGraph(path)
    name, two_classes = graph.inputs[0], graph.nodes[-1].op_type == 'Softmax'
    feeds = {name: picture[:, : graph.shapes[name][1]] * (2 if two_classes else 1) - (1 if two_classes else 0)}
    results = [graph.run(feeds)[graph.outputs[0]]]
    try:
        import onnxruntime
    except ImportError:
        return [alpha[:, -1:] for alpha in results]
    session = onnxruntime.InferenceSession(str(path), providers=['CPUExecutionProvider'])
    results.append(torch.from_numpy(session.run(graph.outputs, {k: v.numpy() for k, v in feeds.items()})[0]))
    return [alpha[:, -1:] for alpha in results]


def _input_shape(graph: onnx.GraphProto) -> List[int]:
    return [d.dim_value for d in graph.input[0].type.tensor_type.shape.dim]


if __name__ == '__main__':
    main()
