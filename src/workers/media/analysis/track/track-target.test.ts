import { describe, expect, it } from 'vitest';
import type { Luma } from './plane.ts';
import { toPose } from './pose.ts';
import { trackTarget, type LumaFrames } from './track-target.ts';

const [width, height] = [320, 180];
/** The target's sides at scale 1. */
const side = 48;
const rate = 30;

/** The content of a frame. Positions are those of the target's centre. */
type Moment = {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly light?: number;
  /** The columns that an occluder covers. */
  readonly board?: readonly [number, number];
  readonly isAbsent?: boolean;
};

/** Returns a pseudo-random, reproducible number of [0, 1). */
function hash(x: number, y: number, seed: number): number {
  const value = Math.sin(12.9898 * x + 78.233 * y + 37.719 * seed) * 43_758.5453;
  return value - Math.floor(value);
}

/** Draws an image of blobs of several sizes, which can be tracked. */
function drawBlobs(seed: number): Float32Array {
  const picture = new Float32Array(width * height);
  for (const size of [5, 11, 23]) {
    const columns = Math.ceil(width / size) + 2;
    const dots = Float32Array.from({ length: columns * columns }, (_, at) =>
      hash(at % columns, Math.floor(at / columns), seed + size),
    );
    for (let at = 0; at < picture.length; at++) {
      const [u, v] = [(at % width) / size, Math.floor(at / width) / size];
      picture[at] = (picture[at] ?? 0) + 60 * between(dots, columns, u, v);
    }
  }
  return picture;
}

function between(values: Float32Array, stride: number, u: number, v: number): number {
  const at = Math.floor(v) * stride + Math.floor(u);
  const [right, down] = [u % 1, v % 1];
  const upper = (values[at] ?? 0) * (1 - right) + (values[at + 1] ?? 0) * right;
  const lower = (values[at + stride] ?? 0) * (1 - right) + (values[at + stride + 1] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}

const [targetBlobs, backgroundBlobs, boardBlobs] = [drawBlobs(1), drawBlobs(2), drawBlobs(3)];

function draw({ x, y, scale = 1, light = 1, board, isAbsent = false }: Moment): Luma {
  const data = new Uint8Array(width * height);
  const half = (side * scale) / 2;
  for (let at = 0; at < data.length; at++) {
    const [column, row] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    const isTarget = !isAbsent && Math.abs(column - x) < half && Math.abs(row - y) < half;
    const isBoard = board !== undefined && column >= board[0] && column < board[1];
    const value = isTarget
      ? between(targetBlobs, width, (column - x) / scale + 100, (row - y) / scale + 100)
      : (backgroundBlobs[at] ?? 0);
    data[at] = Math.min(255, light * (isBoard ? (boardBlobs[at] ?? 0) : value));
  }
  return { width, height, data };
}

/** Creates the frames of moments, like a decoder. `read` counts the requested frames. */
function makeFrames(moments: readonly Moment[]): LumaFrames {
  return {
    times: moments.map((_, index) => index / rate),
    read: async function* (from, to) {
      yield* moments.slice(from, to).map(draw);
    },
  };
}

const anchorAt = (moments: readonly Moment[], index: number) => {
  const { x = 0, y = 0, scale = 1 } = moments[index] ?? {};
  const length = side * scale;
  return { index, pose: toPose({ x: x - length / 2, y: y - length / 2, width: length, height: length }) };
};

async function follow(moments: readonly Moment[], anchors: readonly number[] = [0]) {
  const path = await trackTarget(
    makeFrames(moments),
    anchors.map((index) => anchorAt(moments, index)),
    () => undefined,
  );
  return path.map(({ pose, state }, index) => {
    const { x, y, scale = 1 } = moments[index] ?? { x: 0, y: 0 };
    return {
      state,
      error: Math.hypot(pose.x + 0.5 - x, pose.y + 0.5 - y),
      growth: pose.width / (side * scale),
    };
  });
}

const wave = (index: number, period: number): number => Math.sin((2 * Math.PI * index) / period);
const steps = (count: number, moment: (index: number) => Moment): Moment[] =>
  Array.from({ length: count }, (_, index) => moment(index));

describe('trackTarget', () => {
  it('tracks a target that moves, grows and shrinks, through changing light', async () => {
    const moments = steps(50, (index) => ({
      x: 160 + 70 * wave(index, 50),
      y: 90 + 25 * wave(index, 30),
      scale: 1 + 0.3 * wave(index, 40),
      light: 1 + 0.25 * wave(index, 17),
    }));
    for (const { state, error, growth } of await follow(moments)) {
      expect(state).toBe('tracked');
      expect(error).toBeLessThan(1.5);
      expect(Math.abs(growth - 1)).toBeLessThan(0.05);
    }
  });

  it('tracks a target of a few levels of contrast, as in the dark', async () => {
    const path = await follow(steps(30, (index) => ({ x: 130 + 2 * index, y: 90, light: 0.2 })));
    expect(path.map(({ state }) => state)).toEqual(path.map(() => 'tracked'));
    expect(Math.max(...path.map(({ error }) => error))).toBeLessThan(1.5);
  });

  it('tracks it before the time of the anchor too', async () => {
    const moments = steps(40, (index) => ({ x: 80 + 4 * index, y: 90 }));
    const path = await follow(moments, [25]);
    expect(path.map(({ state }) => state)).toEqual(moments.map(() => 'tracked'));
    expect(Math.max(...path.map(({ error }) => error))).toBeLessThan(1);
  });

  it('interpolates a short gap, and loses the target in a long one at its last position', async () => {
    const hidden = (from: number, to: number) => (index: number) =>
      index >= from && index < to ? { x: 160, y: 90, board: [60, 260] as const } : { x: 160, y: 90 };
    const short = await follow(steps(40, hidden(15, 24)));
    expect(short.slice(15, 24).map(({ state }) => state)).toEqual(Array(9).fill('carried'));
    expect(short.at(-1)?.state).toBe('tracked');
    const long = await follow(steps(70, hidden(10, 50)));
    expect(long.slice(10, 24).every(({ state }) => state === 'carried')).toBe(true);
    expect(long.slice(26, 50).every(({ state }) => state === 'lost')).toBe(true);
    expect(long.slice(60).every(({ state, error }) => state === 'tracked' && error < 1)).toBe(true);
    expect(Math.max(...long.map(({ error }) => error))).toBeLessThan(2);
  });

  it('finds it again elsewhere, from its first frame on', async () => {
    const moments = steps(60, (index) =>
      index < 12 ? { x: 70, y: 60 } : index < 35 ? { x: 70, y: 60, isAbsent: true } : { x: 250, y: 120 },
    );
    const path = await follow(moments);
    expect(path.slice(35).every(({ state, error }) => state === 'tracked' && error < 1.5)).toBe(true);
    expect(path.slice(12, 35).some(({ state }) => state === 'tracked')).toBe(false);
  });

  it('never reports a target that has left as visible', async () => {
    const moments = steps(40, (index) => ({ x: 160, y: 90, isAbsent: index >= 10 }));
    const path = await follow(moments);
    expect(path.slice(10).filter(({ state }) => state === 'tracked')).toEqual([]);
    expect(path.at(-1)?.state).toBe('lost');
  });

  it('follows a correction in both directions', async () => {
    const jump = (index: number): Moment => (index < 20 ? { x: 70, y: 60 } : { x: 250, y: 120 });
    const moments = steps(40, (index) => ({ ...jump(index), isAbsent: index >= 18 && index < 20 }));
    const anchored = [anchorAt(moments, 0), { ...anchorAt(moments, 30) }];
    const path = await trackTarget(makeFrames(moments), anchored, () => undefined);
    path.slice(20).forEach(({ pose, state }) => {
      expect(state).toBe('tracked');
      expect(Math.hypot(pose.x + 0.5 - 250, pose.y + 0.5 - 120)).toBeLessThan(1);
    });
    path.slice(0, 18).forEach(({ pose }) => expect(Math.hypot(pose.x + 0.5 - 70, pose.y + 0.5 - 60)).toBeLessThan(1));
  });

  it('keeps a correction that the old templates contradict', async () => {
    const moments = steps(60, (index) => ({ x: 100 + 1.5 * index, y: 90 + 8 * wave(index, 20) }));
    const corrected = anchorAt(moments, 20);
    const pose = { ...corrected.pose, x: corrected.pose.x + 9 };
    const path = await trackTarget(makeFrames(moments), [anchorAt(moments, 0), { index: 20, pose }], () => undefined);
    path.slice(20).forEach((label, index) => {
      expect(label.pose.x + 0.5 - (moments[20 + index]?.x ?? 0)).toBeCloseTo(9, -0.5);
    });
  });

  it('loses the target at once in an image without trackable points', async () => {
    const flat: LumaFrames = {
      times: [0, 1 / rate, 2 / rate],
      read: async function* (from, to) {
        for (let at = from; at < to; at++) {
          yield { width, height, data: new Uint8Array(width * height).fill(90) };
        }
      },
    };
    const pose = toPose({ x: 100, y: 60, width: 40, height: 40 });
    const path = await trackTarget(flat, [{ index: 0, pose }], () => undefined);
    expect(path.map(({ state }) => state)).toEqual(['tracked', 'carried', 'carried']);
  });
});
