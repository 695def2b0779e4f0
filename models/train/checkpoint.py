"""Checkpoints: a model's configuration and weights, and the state from which training resumes."""

import dataclasses
import os
from pathlib import Path
from typing import Any, Dict

import torch

from networks import Network, create_network


def save(path: Path, model: Network, average: Network, **more: Any) -> None:
    """Writes a checkpoint, never half of one. `average` is the moving average of the weights, which is used for
    inference."""
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
    """Returns the model with the averaged weights, ready for inference."""
    content = load(path)
    model = create_network(content['config'])
    model.load_state_dict(content['average'])
    return model.eval()
