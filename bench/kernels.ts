import { ColourBackdrop } from '#workers/media/picture/colour-backdrop.ts';
import { Refiner } from '#workers/media/matte/refiner.ts';
import { SceneCuts } from '#workers/media/analysis/scene-cuts.ts';
import { Smoothing } from '#workers/media/matte/smoothing.ts';
import { createPlanes, type Planes } from '#workers/media/picture/planes.ts';
import { Reducer } from '#workers/media/picture/small-picture.ts';
import { Workspace } from '#workers/media/picture/workspace.ts';
import { ProresEncoder } from '#workers/media/sinks/prores.ts';

/**
 * Measures the stages that process every pixel, at 720p, in milliseconds a frame (median of many). The image is a head and
 * shoulders of common size that sway in front of a textured wall.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/kernels.ts
 */
const full = { width: 1280, height: 720 };
const frames = 60;

type Stage = (frame: Planes) => void;

for (const quality of ['fast', 'best'] as const) {
  const small = quality === 'fast' ? { width: 256, height: 256 } : { width: 512, height: 288 };
  const workspace = new Workspace(full, small, 1);
  const { alphaPixels: alpha } = workspace;
  const reducer = new Reducer(full, small, workspace.kernels);
  const cuts = new SceneCuts(small);
  const smoothing = new Smoothing(50, small);
  const refiner = new Refiner(workspace, small, quality, { shiftPx: 0, featherPx: 0, decontaminate: true });
  const backdrop = new ColourBackdrop(full, [145, 54, 34], full);
  const prores = new ProresEncoder(full, quality, null);
  let found = new Uint8Array();
  let matte: Float32Array = new Float32Array();
  const stages: Record<string, Stage> = {
    'small picture': (frame) => reducer.reduce(frame),
    'picture for the model': () => void reducer.toModelPicture('bt709'),
    cuts: () => void cuts.isCut(reducer.small.y),
    smoothing: () => (matte = smoothing.add(found, reducer.small)),
    'edges and colours': () => refiner.study(matte, reducer.small),
    // All CPU work is done when this returns.
    'painting at full size': (frame) => refiner.paint({ planes: frame, ownAlpha: null, alpha }),
    'encoding ProRes': (frame) => void prores.encode(frame, workspace.alpha.y),
    'over green': (frame) => backdrop.lay(frame, workspace.alpha.y),
  };
  const times = new Map<string, number[]>(Object.keys(stages).map((name) => [name, []]));
  for (let at = 0; at < frames; at += 1) {
    const frame = workspace.free;
    frame.bytes.set(drawFrame(at).bytes);
    found = drawMatte(small, at);
    for (const [name, run] of Object.entries(stages)) {
      const start = performance.now();
      run(frame);
      times.get(name)?.push(performance.now() - start);
    }
  }
  for (const [name, list] of times) {
    console.log(
      `${quality.padEnd(6)}${name.padEnd(24)}${median(list.slice(frames / 3))
        .toFixed(2)
        .padStart(8)} ms`,
    );
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Returns the share of subject at a point, 0..1. `x` and `y` count from the center, in frame heights. */
function coverAt(x: number, y: number, at: number, softness: number): number {
  const sway = 0.04 * Math.sin(at / 5);
  const head = 0.17 - Math.hypot((x - sway) * 1.15, y + 0.12);
  const shoulders = 0.3 - Math.hypot((x - sway / 2) * 0.7, y - 0.47);
  return Math.min(1, Math.max(0, Math.max(head, shoulders) / softness + 0.5));
}

function drawMatte({ width, height }: { width: number; height: number }, at: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const x = (((i % width) + 0.5) / width - 0.5) * (full.width / full.height);
    return 255 * coverAt(x, (Math.floor(i / width) + 0.5) / height - 0.5, at, 0.02);
  });
}

function drawFrame(at: number): Planes {
  const planes = createPlanes(full.width, full.height);
  const { width, height, chromaWidth } = planes;
  for (let i = 0; i < planes.y.length; i += 1) {
    const share = coverAt(((i % width) - width / 2) / height, Math.floor(i / width) / height - 0.5, at, 0.006);
    const noise = ((i * 7919 + at * 104_729) % 97) / 16;
    const wall = 90 + 40 * Math.sin((i % width) / 23) * Math.sin(i / width / 31);
    planes.y[i] = share * 170 + (1 - share) * wall + noise;
  }
  for (let i = 0; i < planes.u.length; i += 1) {
    const x = ((i % chromaWidth) * 2 - width / 2) / height;
    const share = coverAt(x, (Math.floor(i / chromaWidth) * 2) / height - 0.5, at, 0.006);
    planes.u[i] = 120 - 10 * share;
    planes.v[i] = 125 + 25 * share;
  }
  return planes;
}
