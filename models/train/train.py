"""Trains the matting model on prepared images.

    python3 models/train/train.py --config models/train/configs/cpu.json --pictures /tmp/train-data/arrays \\
        --out /tmp/train-data/runs/a --minutes 60

It writes `last.pt` every few minutes, and resumes from it when it is started again with the same `--out`. `best.pt` is
the best checkpoint on held-out images, and `log.csv` contains the progress. Use `--steps` instead of `--minutes` for a
run that is the same on every machine.
"""

import argparse
import csv
import json
import math
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Optional

import numpy as np
import torch
from torch import Tensor

import checkpoint
from looks import send, to_device
from losses import flicker_loss, matte_loss
from networks import Network, create_network
from pictures import Pictures, load_pictures
from scenes import SceneConfig, SceneMaker, Scenes
from start import layout_of, start_from
from validate import validate


def main() -> None:
    options = parse_options()
    torch.set_num_threads(options.threads)
    config = json.loads(options.config.read_text())
    exclude = [name for name in options.exclude.split(',') if name]
    pictures = load_pictures(options.pictures, exclude, config['held_out_folds'], options.device)
    print(f'{len(pictures.train)} people and {len(pictures.train_backgrounds)} backgrounds, held out: {len(pictures.held_out)}', flush=True)
    Trainer(config, pictures, options).run()


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--config', type=Path, required=True)
    parser.add_argument('--pictures', type=Path, required=True, help='arrays that prepare.py wrote')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--start', type=Path, help='the initial weights: ONNX of selfie segmentation or ours, or a checkpoint')
    parser.add_argument('--exclude', default='', help='comma-separated sources or licenses to exclude')
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument('--minutes', type=float, help='minutes of training in total, including resumed runs')
    length.add_argument('--steps', type=int)
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--validate-every', type=float, default=10, help='minutes')
    parser.add_argument('--save-every', type=float, default=3, help='minutes')
    return parser.parse_args()


@dataclass
class Lesson:
    stills: Scenes
    sequences: Scenes


class Trainer:
    """One run. `self.step` and `self.seconds` count from its first start, including before interruptions."""

    def __init__(self, config: Dict[str, Any], pictures: Pictures, options: argparse.Namespace) -> None:
        self.config, self.pictures, self.options = config, pictures, options
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        self.scenes = SceneConfig(**config['scenes'])
        self.maker = SceneMaker(pictures, self.scenes, options.seed)
        self.model, self.average = (self._create_model() for _ in range(2))
        self.average.load_state_dict(self.model.state_dict())
        self.average.eval().requires_grad_(False)
        self.optimizer = torch.optim.AdamW(self._groups(), lr=config['learning_rate'], betas=(0.9, 0.98))
        self.step, self.seconds, self.best, self.samples = 0, 0.0, 0.0, 0
        self.loss: Optional[float] = None
        self.background = ThreadPoolExecutor(1)
        self.coming: Optional[Future] = None
        options.out.mkdir(parents=True, exist_ok=True)
        if (options.out / 'last.pt').exists():
            self._resume(checkpoint.load(options.out / 'last.pt'))

    def run(self) -> None:
        if self.step == 0:
            self._validate()
        began, saved, validated = time.time() - self.seconds, time.time(), time.time()
        while self.progress < 1:
            self._take_step()
            self.seconds = time.time() - began
            if time.time() - validated > 60 * self.options.validate_every:
                self._validate()
                validated = time.time()
            if time.time() - saved > 60 * self.options.save_every:
                self._save('last.pt')
                self._report()
                saved = time.time()
        self._validate()
        self._save('last.pt')

    @property
    def progress(self) -> float:
        return self._progress_at(self.step)

    def _progress_at(self, step: int) -> float:
        if self.options.steps is not None:
            return step / self.options.steps
        return self.seconds / (60 * self.options.minutes)

    def _create_model(self) -> Network:
        """Creates a network with the configured layout, otherwise with the layout of the initial weights."""
        layout = self.config.get('model')
        model = create_network(layout if layout is not None else layout_of(self.options.start))
        if self.options.start is not None:
            start_from(model, self.options.start)
        return model.to(self.device, memory_format=torch.channels_last)

    def _groups(self) -> list:
        """Groups the parameters: copied weights learn more slowly than new ones; biases and scales do not decay."""
        groups: Dict[tuple, list] = {}
        for name, parameter in self.model.named_parameters():
            rate = self.config['learning_rate'] * (self.config['new_weights_factor'] if self.model.is_new(name) else 1)
            groups.setdefault((rate, self.config['weight_decay'] if parameter.ndim > 1 else 0), []).append(parameter)
        return [{'params': some, 'lr': rate, 'weight_decay': decay, 'full_rate': rate} for (rate, decay), some in groups.items()]

    def _take_step(self) -> None:
        lesson = self.coming.result() if self.coming is not None else self._prepare(self.step)
        # The next batch is created during this step.
        self.coming = self.background.submit(self._prepare, self.step + 1)
        progress = self.progress
        for group in self.optimizer.param_groups:
            group['lr'] = group['full_rate'] * min(1, (self.step + 1) / self.config['warm_up_steps']) * _fall(progress)
        self.model.train()
        loss = self._learn(lesson, progress)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self._follow()
        self.step += 1
        self.samples += len(lesson.stills.alpha[0]) + len(lesson.sequences.alpha[0])
        if self.step % 10 == 0 or self.loss is None:
            value = float(loss.detach())
            self.loss = value if self.loss is None else 0.9 * self.loss + 0.1 * value

    def _prepare(self, step: int) -> Lesson:
        """Returns stills, and sequences whose last frames are learned."""
        progress = self._progress_at(step)
        stage = next((s for s in self.config['stages'] if progress < s['until']), self.config['stages'][-1])
        # A network with the layout of a file has one size; Matte Nano has any.
        sizes = stage.get('sizes') or [self.model.size]
        size = sizes[step % len(sizes)]
        return Lesson(
            self.maker.make(2 * step, stage['stills'], *size),
            self.maker.make(2 * step + 1, stage['sequences'], *size, frames=stage['frames']),
        )

    def _learn(self, lesson: Lesson, progress: float) -> Tensor:
        stills, sequences = lesson.stills, lesson.sequences
        past, is_cut = self._look_back(sequences)
        frames = torch.cat([stills.frames[0], sequences.frames[-1]])
        pasts = torch.cat([torch.zeros_like(stills.alpha[0]), past])
        alpha = torch.cat([stills.alpha[0], sequences.alpha[-1]])
        trust = torch.cat([stills.trust[0], sequences.trust[-1]])
        x = torch.cat([frames, pasts], 1).contiguous(memory_format=torch.channels_last)
        scores, coarse = self._find(x)
        loss = matte_loss(scores, coarse, alpha, trust, progress)
        goes_on = send(np.flatnonzero(~is_cut), self.device)
        if len(goes_on):
            found = torch.sigmoid(scores[len(stills.alpha[0]) :])[goes_on]
            truth = sequences.alpha[:, goes_on]
            loss = loss + self.config['flicker_weight'] * flicker_loss(found, past[goes_on], truth[-1], truth[-2])
        return loss

    def _find(self, x: Tensor) -> tuple:
        """Runs the network, on a GPU in 16 bits; images and losses stay in 32."""
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == 'cuda'):
            scores, coarse = self.model.find(x)
        return scores.float(), None if coarse is None else coarse.float()

    @torch.no_grad()
    def _look_back(self, sequences: Scenes) -> tuple:
        """Returns the model's mattes of the frames before the last. At a cut, those belong to another scene."""
        past = torch.zeros_like(sequences.alpha[0])
        for frame in sequences.frames[:-1]:
            past = torch.sigmoid(self._find(torch.cat([frame, past], 1))[0])
        random = np.random.default_rng([self.options.seed, self.step, 7])
        is_cut = random.random(len(past)) < self.config['cut_share']
        return torch.where(to_device(is_cut, past) > 0.5, past.roll(1, 0), past), is_cut

    @torch.no_grad()
    def _follow(self) -> None:
        """Updates the moving average of the weights. It is short at first, so that the start has no lasting effect."""
        keep = min(self.config['average'], (1 + self.step) / (10 + self.step))
        pairs = list(zip(self.average.state_dict().values(), self.model.state_dict().values()))
        floats = [pair for pair in pairs if pair[0].dtype.is_floating_point]
        torch._foreach_lerp_([mine for mine, _ in floats], [new for _, new in floats], 1 - keep)
        for mine, new in pairs:
            if not mine.dtype.is_floating_point:
                mine.copy_(new)

    def _validate(self) -> None:
        result = validate(self.average, self.pictures, self.scenes)
        print(f'--- {self.seconds:.0f} s, step {self.step}: {result}', flush=True)
        with open(self.options.out / 'log.csv', 'a', newline='') as file:
            csv.writer(file).writerow([f'{self.seconds:.0f}', self.step, self.samples, self.loss, str(result)])
        if result.score > self.best:
            self.best = result.score
            self._save('best.pt')

    def _report(self) -> None:
        print(f'{self.seconds:.0f} s, step {self.step}, {self.samples} samples, loss {self.loss:.4f}', flush=True)

    def _save(self, name: str) -> None:
        checkpoint.save(
            self.options.out / name, self.model, self.average, optimizer=self.optimizer.state_dict(), step=self.step,
            seconds=self.seconds, best=self.best, samples=self.samples, loss=self.loss,
        )

    def _resume(self, content: Dict[str, Any]) -> None:
        self.model.load_state_dict(content['model'])
        self.average.load_state_dict(content['average'])
        self.optimizer.load_state_dict(content['optimizer'])
        for name in ('step', 'seconds', 'best', 'samples', 'loss'):
            setattr(self, name, content[name])
        print(f'resumes at step {self.step}', flush=True)


def _fall(progress: float) -> float:
    """Returns 1 to a fiftieth along half a cosine."""
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(progress, 1)))


if __name__ == '__main__':
    main()
