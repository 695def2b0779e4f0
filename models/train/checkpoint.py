"""Checkpoints: a model's configuration and weights, and what training needs to go on."""

import dataclasses
import os
from pathlib import Path
from typing import Any, Dict

import torch

from networks import Network, create_network


def save(path: Path, model: Network, average: Network, **more: Any) -> None:
    """`average` is the moving average of the weights, which is what is used. Never leaves half a file behind."""
    content = {
        'config': dataclasses.asdict(model.config),
        'model': model.state_dict(),
        'average': average.state_dict(),
        **more,
    }
    unfinished = path.with_suffix('.part')
    torch.save(content, str(unfinished))
    os.replace(str(unfinished), str(path))


def load(path: Path) -> Dict[str, Any]:
    return torch.load(str(path), map_location='cpu')


def load_model(path: Path) -> Network:
    """The averaged weights, ready to be used."""
    content = load(path)
    model = create_network(content['config'])
    model.load_state_dict(content['average'])
    return model.eval()
