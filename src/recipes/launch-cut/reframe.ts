import type { FootageSample, Region } from '#core/analysis/footage.ts';
import type { Size } from '#core/size.ts';
import type { Animatable } from '#core/timeline/document.ts';

/** Where a picture lies that covers a canvas: its size, and its centre over time. */
export type Framing = {
  readonly width: number;
  readonly height: number;
  readonly x: Animatable;
  readonly y: Animatable;
};

/** A sample and when it is seen, in seconds of the item. */
export type SeenSample = { readonly atSeconds: number; readonly sample: Pick<FootageSample, 'attention' | 'faces'> };

/** Room around faces, as a share of their size. */
const faceRoom = 0.25;
/** A middle that wanders less than this share of the canvas is held still. */
const deadZone = 0.08;
/** A frame pans no faster than this share of the canvas a second. */
const mostPan = 0.25;
/** How stiff a path is against what it follows, and how often it is relaxed. */
const stiffness = 24;
const rounds = 400;

/**
 * Covers a canvas with a picture of another shape, so that faces, else what draws the eye, stay within it, along a path that is as
 * steady as that lets it be. After AutoFlip (M. Frome, A. Grosse, Google, 2020), with an offline smoothing in place of its fit.
 */
export function reframe(source: Size, canvas: Size, seen: readonly SeenSample[]): Framing {
  const scale = Math.max(canvas.width / source.width, canvas.height / source.height);
  const [width, height] = [source.width * scale, source.height * scale];
  return {
    width,
    height,
    x: toAnimatable(
      seen,
      pathAlong(seen, width, canvas.width, ({ x, width: share }) => [x, x + share]),
      width,
      canvas.width,
    ),
    y: toAnimatable(
      seen,
      pathAlong(seen, height, canvas.height, ({ y, height: share }) => [y, y + share]),
      height,
      canvas.height,
    ),
  };
}

type Wanted = { readonly middle: number; readonly least: number; readonly most: number };

/** The middle of the canvas in the picture over time, along one axis, in shares of the picture; one value where it is still. */
function pathAlong(
  seen: readonly SeenSample[],
  length: number,
  canvas: number,
  edgesOf: (region: Region) => [number, number],
): number[] {
  const half = canvas / length / 2;
  if (half >= 0.5 - 1e-6 || seen.length === 0) {
    return [0.5];
  }
  const wanted = seen.map(({ sample }) => wantedIn(sample, half, edgesOf));
  const still = stillPlace(wanted, half);
  return still === null ? smoothPath(seen, wanted, half) : [still];
}

/** Where the middle is to be so that the surest faces are inside: as many as fit, the first before all. */
function wantedIn(sample: SeenSample['sample'], half: number, edgesOf: (region: Region) => [number, number]): Wanted {
  const clamp = (middle: number): number => Math.min(1 - half, Math.max(half, middle));
  const faces = (sample.faces ?? []).map(edgesOf);
  const [first, ...others] = faces;
  if (!first) {
    const [from, to] = edgesOf(sample.attention);
    return { middle: clamp((from + to) / 2), least: half, most: 1 - half };
  }
  let [from, to] = widen(first);
  for (const [start, end] of others.map(widen)) {
    const [low, high] = [Math.min(from, start), Math.max(to, end)];
    [from, to] = high - low <= 2 * half ? [low, high] : [from, to];
  }
  const isWhole = to - from <= 2 * half;
  const middle = clamp((from + to) / 2);
  return { middle, least: isWhole ? clamp(to - half) : middle, most: isWhole ? clamp(from + half) : middle };
}

const widen = ([from, to]: [number, number]): [number, number] => {
  const room = faceRoom * (to - from);
  return [Math.max(0, from - room), Math.min(1, to + room)];
};

/** One place that suits all of the time; null where there is none. */
function stillPlace(wanted: readonly Wanted[], half: number): number | null {
  const [least, most] = [Math.max(...wanted.map((one) => one.least)), Math.min(...wanted.map((one) => one.most))];
  const middles = wanted.map(({ middle }) => middle).toSorted((one, other) => one - other);
  const median = middles[Math.floor(middles.length / 2)] ?? 0.5;
  const wander =
    (middles[Math.floor(0.95 * middles.length)] ?? median) - (middles[Math.floor(0.05 * middles.length)] ?? median);
  const hasFaces = least > half + 1e-6 || most < 1 - half - 1e-6;
  const isSteady = wander <= deadZone * 2 * half || (hasFaces && least <= most);
  if (least > most || !isSteady) {
    return null;
  }
  return Math.min(most, Math.max(least, median));
}

/** The path of least acceleration near what is wanted and within its bounds, by relaxation. */
function smoothPath(seen: readonly SeenSample[], wanted: readonly Wanted[], half: number): number[] {
  const path = wanted.map(({ middle }) => middle);
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < path.length; at++) {
      const { middle, least, most } = wanted[at] ?? { middle: 0.5, least: half, most: 1 - half };
      const before = path[at - 1] ?? path[at] ?? middle;
      const after = path[at + 1] ?? path[at] ?? middle;
      const value = (middle + (stiffness / 2) * (before + after)) / (1 + stiffness);
      path[at] = Math.min(most, Math.max(least, value));
    }
  }
  return limitPan(seen, path, wanted, half);
}

/** No faster than people like to be moved, unless a face would leave. */
function limitPan(
  seen: readonly SeenSample[],
  path: readonly number[],
  wanted: readonly Wanted[],
  half: number,
): number[] {
  const limited: number[] = [];
  path.forEach((value, at) => {
    const before = limited[at - 1];
    const step = mostPan * 2 * half * ((seen[at]?.atSeconds ?? 0) - (seen[at - 1]?.atSeconds ?? 0));
    const { least = half, most = 1 - half } = wanted[at] ?? {};
    const slowed = before === undefined ? value : Math.min(before + step, Math.max(before - step, value));
    limited.push(Math.min(most, Math.max(least, slowed)));
  });
  return limited;
}

/** The centre of the picture in pixels of the canvas, for a middle of the canvas in shares of the picture. */
function toAnimatable(
  seen: readonly SeenSample[],
  path: readonly number[],
  length: number,
  canvas: number,
): Animatable {
  const centre = (middle = 0.5): number => Math.round(100 * (canvas / 2 + (0.5 - middle) * length)) / 100;
  if (path.length < 2) {
    return centre(path[0]);
  }
  const keyframes = path.map((middle, at) => ({
    atSeconds: seen[at]?.atSeconds ?? 0,
    value: centre(middle),
    easing: 'linear' as const,
  }));
  return { keyframes };
}
