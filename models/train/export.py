"""Writes a checkpoint as ONNX: fixed sizes, weights stored in 16 bits, checked against torch.

    python3 models/train/export.py --checkpoint runs/a/last.pt --name matte_nano_v2 --sizes 256x256,256x144 --out models
"""

import argparse
import copy
import inspect
from pathlib import Path
from typing import Dict, List

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn

from checkpoint import load_model
from model import Conv, MatteNano, count_multiply_adds, count_parameters
from onnx_graph import OnnxGraph

tolerance = 1e-3


def main() -> None:
    options = parse_options()
    model = fuse(load_model(options.checkpoint))
    options.out.mkdir(parents=True, exist_ok=True)
    for size in options.sizes.split(','):
        width, height = (int(side) for side in size.split('x'))
        path = options.out / f'{options.name}_{width}x{height}_fp16w.onnx'
        export(model, height, width, path)
        difference = compare(model, height, width, path)
        print(
            f'{path.name}: {path.stat().st_size} bytes, {count_parameters(model) / 1e6:.3f} M parameters, '
            f'{count_multiply_adds(model, height, width) / 1e6:.1f} M multiply-adds, greatest difference {difference:.1e}'
        )


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--checkpoint', type=Path, required=True)
    parser.add_argument('--name', required=True)
    parser.add_argument('--sizes', default='256x256,256x144', help='width x height, several with commas')
    parser.add_argument('--out', type=Path, required=True)
    return parser.parse_args()


def fuse(model: MatteNano) -> MatteNano:
    """A copy in which every batch normalisation is folded into the convolution before it."""
    fused = copy.deepcopy(model).eval()
    for module in fused.modules():
        if isinstance(module, Conv) and isinstance(module[1], nn.BatchNorm2d):
            module[0] = nn.utils.fusion.fuse_conv_bn_eval(module[0], module[1])
            module[1] = nn.Identity()
    return fused


def export(model: MatteNano, height: int, width: int, path: Path) -> None:
    # Newer versions of torch have a second exporter and take it unless told otherwise; this one is in all of them.
    choice = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(
        model, (torch.zeros(1, 4, height, width),), str(path), opset_version=17, input_names=['input'],
        output_names=['alpha'], **choice,
    )
    written = onnx.load(str(path))
    fold_pads(written.graph)
    fix_sizes(written)
    widen_in_graph(written.graph)
    written.producer_name, written.producer_version = 'matte-nano', ''
    onnx.checker.check_model(written)
    onnx.save(written, str(path))


def fix_sizes(written: onnx.ModelProto) -> None:
    """torch computes the sizes of enlargements from shapes in the graph; here they are known."""
    graph = written.graph
    names = [node.output[0] for node in graph.node if node.op_type == 'Resize']
    values = OnnxGraph(written).run({'input': torch.zeros(_input_shape(graph))}, names)
    for node in graph.node:
        if node.op_type == 'Resize':
            size = np.array(values[node.output[0]].shape, np.int64)
            name = f'{node.output[0]}_size'
            graph.initializer.append(numpy_helper.from_array(size, name))
            node.input[:] = [node.input[0], '', '', name]
    remove_unused(graph)


def fold_pads(graph: onnx.GraphProto) -> None:
    """The zeros that torch pads in a step of their own belong to the convolution."""
    makers = {name: node for node in graph.node for name in node.output}
    for node in graph.node:
        pad = makers.get(node.input[0]) if node.op_type == 'Conv' else None
        if pad is None or pad.op_type != 'Pad':
            continue
        attributes = {a.name: a for a in node.attribute}
        # As in model.Conv: what a stride of two lacks is split, and the odd one goes below and to the right.
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


def widen_in_graph(graph: onnx.GraphProto) -> None:
    """Weights are stored in 16 bits and widened by a Cast, which runtimes fold when they load the file."""
    stored: List[onnx.TensorProto] = []
    casts: List[onnx.NodeProto] = []
    for tensor in graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.dtype != np.float32 or array.size <= 16:
            stored.append(tensor)
            continue
        stored.append(numpy_helper.from_array(array.astype(np.float16), f'{tensor.name}_half'))
        casts.append(helper.make_node('Cast', [f'{tensor.name}_half'], [tensor.name], to=onnx.TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(stored)
    graph.node.extend(casts + nodes)


def compare(model: MatteNano, height: int, width: int, path: Path) -> float:
    """The greatest difference between the file and torch, both with weights of 16 bits. Fails above the tolerance."""
    picture = torch.rand(1, 4, height, width, generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        expected = _narrow(model)(picture)
    difference = max(
        float((alpha - expected).abs().max()) for alpha in _run_everywhere(path, {'input': picture})
    )
    if difference > tolerance:
        raise ValueError(f'{path} differs from torch by {difference}')
    return difference


def _run_everywhere(path: Path, feeds: Dict[str, Tensor]) -> List[Tensor]:
    """By our own reading of the file, and by onnxruntime where it is installed."""
    results = [OnnxGraph(path).run(feeds)['alpha']]
    try:
        import onnxruntime
    except ImportError:
        return results
    session = onnxruntime.InferenceSession(str(path), providers=['CPUExecutionProvider'])
    results.append(torch.from_numpy(session.run(['alpha'], {k: v.numpy() for k, v in feeds.items()})[0]))
    return results


def _narrow(model: MatteNano) -> MatteNano:
    narrow = copy.deepcopy(model)
    for value in narrow.state_dict().values():
        if value.dtype == torch.float32 and value.numel() > 16:
            value.copy_(value.half().float())
    return narrow


def _input_shape(graph: onnx.GraphProto) -> List[int]:
    return [d.dim_value for d in graph.input[0].type.tensor_type.shape.dim]


if __name__ == '__main__':
    main()
