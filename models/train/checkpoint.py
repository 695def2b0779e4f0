"""Checkpoints: a model's configuration and weights, and what training needs to go on."""

import dataclasses
import os
from pathlib import Path
from typing import Any, Dict

import torch

from model import MatteNano, ModelConfig


def save(path: Path, model: MatteNano, average: MatteNano, **more: Any) -> None:
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


def load_model(path: Path) -> MatteNano:
    """The averaged weights, ready to be used."""
    content = load(path)
    model = MatteNano(ModelConfig(**content['config']))
    model.load_state_dict(content['average'])
    return model.eval()
