"""Runs an ONNX file with torch operations, on the CPU or on a GPU.

The teachers are ONNX files, the network starts from the weights of one, and exported files must be checked. All three
need only this module, so a machine with torch needs no second runtime. It supports only the operations of those files;
any other is an error. `test_models.py` compares with recorded outputs of onnxruntime.
"""

from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import helper, numpy_helper
from torch import Tensor

Attributes = Dict[str, Any]
Inputs = List[Optional[Tensor]]


class OnnxGraph:
    """An ONNX graph with torch tensors as inputs and outputs, by name. Its weights are constants; `GraphNetwork`
    trains them."""

    def __init__(self, source: Union[Path, onnx.ModelProto], device: str = 'cpu') -> None:
        graph = (source if isinstance(source, onnx.ModelProto) else onnx.load(str(source))).graph
        self.device = device
        self.weights = {t.name: _to_tensor(numpy_helper.to_array(t), device) for t in graph.initializer}
        self.inputs = [i.name for i in graph.input if i.name not in self.weights]
        self.outputs = [o.name for o in graph.output]
        self.shapes = {i.name: _shape(i) for i in graph.input}
        self.nodes = list(graph.node)
        unknown = sorted({n.op_type for n in self.nodes} - set(_operations))
        if unknown:
            raise ValueError(f'unsupported operations: {", ".join(unknown)}')
        self._fold_constants()

    @torch.no_grad()
    def run(self, feeds: Dict[str, Tensor], wanted: Optional[Sequence[str]] = None) -> Dict[str, Tensor]:
        """Returns the outputs by name; `wanted` may also name intermediate values of the graph."""
        return self.compute({name: x.to(self.device) for name, x in feeds.items()}, wanted or self.outputs)

    def compute(self, feeds: Dict[str, Tensor], wanted: Sequence[str]) -> Dict[str, Tensor]:
        """Works like `run`, with gradients. `feeds` may also name weights, to replace those of the file."""
        values: Dict[str, Tensor] = {**self.weights, **feeds}
        for node in self.nodes:
            _run_node(node, values)
        return {name: values[name] for name in wanted}

    def change_factors(self, change: Callable[[Tensor], Tensor]) -> None:
        """Applies `change` to the weights that are operands of additions and multiplications, for example to move them
        to a device."""
        names = {name for node in self.nodes if node.op_type in ('Add', 'Div', 'Mul', 'Sub') for name in node.input}
        self.weights.update({name: change(self.weights[name]) for name in names & set(self.weights)})

    def _fold_constants(self) -> None:
        """Widens weights that are stored in few bits once, instead of for every image."""
        nodes = []
        for node in self.nodes:
            if all(name in self.weights for name in node.input if name):
                _run_node(node, self.weights)
            else:
                nodes.append(node)
        self.nodes = nodes


def _to_tensor(array: np.ndarray, device: str) -> Tensor:
    """Converts an array. Integers are shapes and positions and stay on the CPU; 8-bit weights move to the device."""
    tensor = torch.from_numpy(np.array(array))
    return tensor if tensor.dtype in (torch.int64, torch.int32) else tensor.to(device)


def _shape(value: onnx.ValueInfoProto) -> List[int]:
    """Returns a shape; sides that the file leaves open are 0."""
    return [d.dim_value for d in value.type.tensor_type.shape.dim]


def _run_node(node: onnx.NodeProto, values: Dict[str, Tensor]) -> None:
    attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
    inputs = [values[name] if name else None for name in node.input]
    result = _operations[node.op_type](inputs, attributes)
    for name, value in zip(node.output, result if isinstance(result, (list, tuple)) else [result]):
        values[name] = value


def _pad(x: Tensor, attributes: Attributes) -> Tensor:
    """Converts padding. ONNX lists the starts of all sides and then their ends; torch lists pairs from the last side
    on."""
    top, left, bottom, right = attributes.get('pads', [0, 0, 0, 0])
    return F.pad(x, (left, right, top, bottom)) if any((top, left, bottom, right)) else x


def _conv(inputs: Inputs, attributes: Attributes) -> Tensor:
    x, weight = inputs[0], inputs[1]
    bias = inputs[2] if len(inputs) > 2 else None
    strides, dilations = attributes.get('strides', [1, 1]), attributes.get('dilations', [1, 1])
    top, left, bottom, right = attributes.get('pads', [0, 0, 0, 0])
    if (top, left) == (bottom, right):
        return F.conv2d(x, weight, bias, strides, (top, left), dilations, attributes.get('group', 1))
    return F.conv2d(_pad(x, attributes), weight, bias, strides, 0, dilations, attributes.get('group', 1))


def _conv_transpose(inputs: Inputs, attributes: Attributes) -> Tensor:
    top, left, bottom, right = attributes.get('pads', [0, 0, 0, 0])
    if (top, left) != (bottom, right):
        raise ValueError('a transposed convolution with uneven pads')
    bias = inputs[2] if len(inputs) > 2 else None
    return F.conv_transpose2d(inputs[0], inputs[1], bias, attributes.get('strides', [1, 1]), (top, left))


def _resize(inputs: Inputs, attributes: Attributes) -> Tensor:
    """Resizes linearly with half-pixel centres, which torch calls `align_corners=False`."""
    x = inputs[0]
    mode = attributes.get('coordinate_transformation_mode', b'half_pixel')
    if attributes.get('mode') != b'linear' or mode not in (b'half_pixel', b'pytorch_half_pixel'):
        raise ValueError('a resize other than linear with half-pixel centres')
    if len(inputs) > 3 and inputs[3] is not None:
        size = [int(v) for v in inputs[3][-2:]]
    else:
        size = [int(side * float(scale)) for side, scale in zip(x.shape[-2:], inputs[2][-2:])]
    return F.interpolate(x, size=size, mode='bilinear', align_corners=False)


def _average_pool(inputs: Inputs, attributes: Attributes) -> Tensor:
    return F.avg_pool2d(
        _pad(inputs[0], attributes),
        attributes['kernel_shape'],
        attributes.get('strides', [1, 1]),
        ceil_mode=bool(attributes.get('ceil_mode', 0)),
        count_include_pad=False,
    )


def _max_pool(inputs: Inputs, attributes: Attributes) -> Tensor:
    top, left, bottom, right = attributes.get('pads', [0, 0, 0, 0])
    if (top, left) != (bottom, right):
        raise ValueError('a max pooling with uneven pads')
    ceil = bool(attributes.get('ceil_mode', 0))
    return F.max_pool2d(inputs[0], attributes['kernel_shape'], attributes.get('strides', [1, 1]), (top, left), ceil_mode=ceil)


def _slice(inputs: Inputs, attributes: Attributes) -> Tensor:
    starts, ends = inputs[1].tolist(), inputs[2].tolist()
    axes = inputs[3].tolist() if len(inputs) > 3 and inputs[3] is not None else list(range(len(starts)))
    x = inputs[0]
    for start, end, axis in zip(starts, ends, axes):
        length = x.shape[axis]
        first, last = (max(v + length, 0) if v < 0 else min(v, length) for v in (start, end))
        x = x.narrow(axis, first, last - first)
    return x


def _pad_edges(inputs: Inputs, attributes: Attributes) -> Tensor:
    pads = inputs[1].tolist()
    half = len(pads) // 2
    pairs = [side for axis in reversed(range(half - 2, half)) for side in (pads[axis], pads[axis + half])]
    mode = {b'edge': 'replicate', b'constant': 'constant', b'reflect': 'reflect'}[attributes.get('mode', b'constant')]
    return F.pad(inputs[0], pairs, mode=mode)


def _reduce_mean(inputs: Inputs, attributes: Attributes) -> Tensor:
    axes = attributes['axes'] if 'axes' in attributes else inputs[1].tolist()
    return inputs[0].mean(axes, keepdim=bool(attributes.get('keepdims', 1)))


def _depth_to_space(inputs: Inputs, attributes: Attributes) -> Tensor:
    if attributes.get('mode') != b'CRD':
        raise ValueError("a depth to space in an order other than torch's")
    return F.pixel_shuffle(inputs[0], attributes['blocksize'])


def _hard_sigmoid(inputs: Inputs, attributes: Attributes) -> Tensor:
    return (inputs[0] * attributes.get('alpha', 0.2) + attributes.get('beta', 0.5)).clamp(0, 1)


_element_types = {1: torch.float32, 6: torch.int32, 7: torch.int64, 10: torch.float16}


_operations: Dict[str, Callable[[Inputs, Attributes], Any]] = {
    'Add': lambda i, a: i[0] + i[1],
    'AveragePool': _average_pool,
    'Cast': lambda i, a: i[0].to(_element_types[a['to']]),
    'Clip': lambda i, a: i[0].clamp(float(i[1]), float(i[2])),
    'Concat': lambda i, a: torch.cat(i, a['axis']),
    'Constant': lambda i, a: torch.from_numpy(np.array(numpy_helper.to_array(a['value']))),
    'Conv': _conv,
    'ConvTranspose': _conv_transpose,
    'DepthToSpace': _depth_to_space,
    'Div': lambda i, a: i[0] / i[1],
    'Expand': lambda i, a: i[0] * torch.ones(i[1].tolist(), dtype=i[0].dtype, device=i[0].device),
    'GlobalAveragePool': lambda i, a: i[0].mean((2, 3), keepdim=True),
    'HardSigmoid': _hard_sigmoid,
    'HardSwish': lambda i, a: F.hardswish(i[0]),
    'Identity': lambda i, a: i[0],
    'MaxPool': _max_pool,
    'Mul': lambda i, a: i[0] * i[1],
    'Pad': _pad_edges,
    'ReduceMean': _reduce_mean,
    'Relu': lambda i, a: F.relu(i[0]),
    'Resize': _resize,
    'Shape': lambda i, a: torch.tensor(i[0].shape),
    'Sigmoid': lambda i, a: torch.sigmoid(i[0]),
    'Slice': _slice,
    'Softmax': lambda i, a: torch.softmax(i[0], a.get('axis', -1)),
    'Split': lambda i, a: torch.split(i[0], i[1].tolist(), a.get('axis', 0)),
    'Sub': lambda i, a: i[0] - i[1],
    'Tanh': lambda i, a: torch.tanh(i[0]),
}
