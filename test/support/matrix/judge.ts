import type { Measured, Shown } from './measure.ts';
import { windowSeconds } from './measure.ts';

type Interval = readonly [startSeconds: number, endSeconds: number];

/** The expected result of a material; all times count from its start. */
export type Expected = {
  readonly seconds: number;
  /** Null for materials without video. */
  readonly frameRate: number | null;
  /** The frames have a variable rate, so the frame rate of the material is not checked. */
  readonly isVariable?: true;
  /** Each frame, and the time at which it is first shown. */
  readonly pictures: readonly Shown[];
  /** The starts of parts that were recorded one after the other: each may start up to two frames late. */
  readonly parts?: readonly number[];
  readonly beeps: readonly number[];
  /** The intervals in which the audio has the tone, with silence between them. Null if only the beeps are checked. */
  readonly sound: readonly Interval[] | null;
  /** The canvas must return this warning. */
  readonly warnings?: readonly RegExp[];
};

/** The result of the product for a material. */
export type Made = {
  readonly materialSeconds: number | undefined;
  readonly frameRate: number | undefined;
  readonly canvasSeconds: number;
  readonly warnings: readonly string[];
  readonly exported: Measured;
  /** The frame rate of the export, which is not a multiple of that of the frames. */
  readonly samplingRate: number;
};

/** The figures of a cell, for the table. */
export type Verdict = {
  readonly faults: readonly string[];
  readonly seconds: number;
  readonly pictureCount: number;
  /** The largest distance of a beep from its flash; negative if the beep is early. */
  readonly lagMs: number | null;
  readonly nativeLagMs: number | null;
};

const maxLagSeconds = 0.01;
/** Containers with millisecond clocks round each timestamp. */
const clockToleranceSeconds = 0.0021;
const edgeSeconds = 0.06;
const audibleLevel = 0.008;
const soundFrameSeconds = 0.05;
/** The audio of an export ends with a whole frame of AAC. */
const aacFrameSeconds = 1024 / 48_000;

/**
 * Compares the result with the expected one; `native` holds the values that native ffmpeg reads in the source, which
 * are right too.
 */
export function judge(expected: Expected, made: Made, native: Measured | null): Verdict {
  const frameSeconds = expected.frameRate === null ? soundFrameSeconds : 1 / expected.frameRate;
  const placed = placeParts(expected, made.exported.pictures, 1 / made.samplingRate);
  const lag = findLag(expected, made.exported.beeps, placed);
  const nativePlaced = native && placeParts(expected, native.pictures, 0);
  const nativeLag = native && nativePlaced && findLag(expected, native.beeps, nativePlaced);
  const isLagRight = [0, nativeLag ?? 0].some((right) => Math.abs(lag - right) < maxLagSeconds);
  const faults = [
    // Each part of a file may end later than its frames.
    ...judgeDurations(
      expected,
      made,
      native?.seconds ?? expected.seconds,
      frameSeconds * (expected.parts?.length ?? 1),
    ),
    ...judgeRate(expected, made),
    ...compareOrder(expected.pictures, trimBlack(made.exported.pictures)),
    ...placed.flatMap((part, index) =>
      judgePart(part, index === 0 ? frameSeconds : 2 * frameSeconds, nativePlaced?.[index]?.startSeconds ?? 0),
    ),
    ...judgeBeeps(expected.beeps, made.exported, isLagRight, lag),
    ...judgeLevels(expected, made.exported.levels, placed[0]?.startSeconds ?? 0),
    ...(expected.warnings ?? []).flatMap((says) =>
      made.warnings.some((warning) => says.test(warning)) ? [] : [`no warning ${String(says)}`],
    ),
  ];
  return {
    faults,
    seconds: made.exported.seconds,
    pictureCount: trimBlack(made.exported.pictures).length,
    lagMs: toMs(lag),
    nativeLagMs: nativeLag === null ? null : toMs(nativeLag),
  };
}

const format = (seconds: number): string => seconds.toFixed(3);
const toMs = (seconds: number): number | null => (Number.isFinite(seconds) ? Math.round(seconds * 1000) : null);

function judgeDurations(expected: Expected, made: Made, nativeSeconds: number, frameSeconds: number): string[] {
  const durations = { material: made.materialSeconds ?? 0, canvas: made.canvasSeconds, export: made.exported.seconds };
  return Object.entries(durations).flatMap(([name, seconds]) => {
    const tolerance = frameSeconds + clockToleranceSeconds + (name === 'export' ? aacFrameSeconds : 0);
    const isRight = [expected.seconds, nativeSeconds].some((right) => Math.abs(seconds - right) <= tolerance);
    return isRight ? [] : [`${name} lasts ${format(seconds)} s instead of ${format(expected.seconds)} s`];
  });
}

const judgeRate = ({ frameRate: right, isVariable }: Expected, { frameRate }: Made): string[] =>
  isVariable || right === null || Math.abs((frameRate ?? 0) - right) < 0.005
    ? []
    : [`frame rate ${frameRate} instead of ${right}`];

/** Removes black before the first frame and after the last one. */
function trimBlack(shown: readonly Shown[]): readonly Shown[] {
  const isSeen = ({ number }: Shown): boolean => number !== null;
  return shown.slice(Math.max(0, shown.findIndex(isSeen)), shown.findLastIndex(isSeen) + 1);
}

/** The delay of the frames of a part. */
type Placed = {
  readonly fromSeconds: number;
  readonly startSeconds: number;
  readonly range: readonly [least: number, most: number];
  readonly isSteady: boolean;
};

/**
 * Measures the delay of the frames of each part. An export samples the canvas in the middle of each of its frames, so
 * that a frame is shown up to half of `stepSeconds` early or late; many of them together give the start to a
 * millisecond.
 */
function placeParts({ pictures, parts = [0] }: Expected, shown: readonly Shown[], stepSeconds: number): Placed[] {
  // The first frame is shown from the start of the canvas on, even if its timestamp is later.
  const seen = trimBlack(shown).slice(1);
  return parts.map((fromSeconds, index) => {
    const toSeconds = parts[index + 1] ?? Number.POSITIVE_INFINITY;
    const known = pictures.filter(({ atSeconds }) => atSeconds >= fromSeconds && atSeconds < toSeconds);
    const late = seen.flatMap(({ number, atSeconds }) => {
      const at = known.find((one) => one.number === number)?.atSeconds;
      return at === undefined || Number.isNaN(atSeconds) ? [] : [atSeconds - at];
    });
    const range = late.length === 0 ? ([0, 0] as const) : ([Math.min(...late), Math.max(...late)] as const);
    const [least, most] = range;
    const isSteady = most - least <= stepSeconds + clockToleranceSeconds;
    return { fromSeconds, startSeconds: isSteady ? (least + most) / 2 : least, range, isSteady };
  });
}

function judgePart(
  { fromSeconds, startSeconds, range, isSteady }: Placed,
  toleranceSeconds: number,
  nativeStartSeconds: number,
): string[] {
  const where = fromSeconds === 0 ? 'frames' : `frames from ${format(fromSeconds)} s on`;
  if (!isSteady) {
    return [`${where} are shown ${range.map(format).join(' to ')} s late`];
  }
  const isInTime = [0, nativeStartSeconds].some(
    (right) => Math.abs(startSeconds - right) <= toleranceSeconds + clockToleranceSeconds,
  );
  return isInTime ? [] : [`${where} are shown ${format(startSeconds)} s late`];
}

function compareOrder(expected: readonly Shown[], seen: readonly Shown[]): string[] {
  const at = expected.findIndex(({ number }, index) => number !== seen[index]?.number);
  if (at === -1 && seen.length === expected.length) {
    return [];
  }
  const place = at === -1 ? expected.length : at;
  const list = (pictures: readonly Shown[]): string =>
    pictures
      .slice(place, place + 3)
      .map(({ number }) => String(number))
      .join(', ') || 'nothing';
  return [`${seen.length} of ${expected.length} frames; at ${place}: ${list(seen)} instead of ${list(expected)}`];
}

/** Returns the largest distance of the beeps from the times that their frames imply; NaN if there are none. */
function findLag({ beeps: right }: Expected, beeps: readonly number[], parts: readonly Placed[]): number {
  const lags = right.slice(0, beeps.length).map((time, index) => {
    const part = parts.findLast(({ fromSeconds }) => fromSeconds <= time);
    return (beeps[index] ?? 0) - time - (part?.startSeconds ?? 0);
  });
  return lags.reduce((most, lag) => (Math.abs(lag) > Math.abs(most) ? lag : most), lags.length > 0 ? 0 : Number.NaN);
}

function judgeBeeps(expected: readonly number[], { beeps }: Measured, isLagRight: boolean, lag: number): string[] {
  const found = beeps.map((time) => time.toFixed(3)).join(', ') || 'none';
  if (beeps.length !== expected.length) {
    return [`beeps at ${found} instead of ${expected.map((time) => time.toFixed(3)).join(', ') || 'none'}`];
  }
  return expected.length === 0 || isLagRight ? [] : [`audio lags by ${Math.round(lag * 1000)} ms (beeps at ${found})`];
}

/** Finds silence in place of the tone, and the tone in place of silence. */
function judgeLevels({ sound, seconds }: Expected, levels: readonly number[], startSeconds: number): string[] {
  if (sound === null) {
    return [];
  }
  const wrong = levels.map((level, index) => {
    const [from, to] = [index * windowSeconds - startSeconds, (index + 1) * windowSeconds - startSeconds];
    const isInside = sound.some(([start, end]) => from >= start + edgeSeconds && to <= end - edgeSeconds);
    const isOutside = sound.every(([start, end]) => to <= start - edgeSeconds || from >= end + edgeSeconds);
    const isHeard = level > audibleLevel;
    return isInside && !isHeard ? 'silence' : isOutside && isHeard && to < seconds ? 'sound' : null;
  });
  const last = Math.max(0, ...sound.map(([, end]) => end));
  const missing = last - edgeSeconds > levels.length * windowSeconds - startSeconds;
  return [
    ...(missing ? [`audio ends at ${format(levels.length * windowSeconds)} s instead of ${format(last)} s`] : []),
    ...(['silence', 'sound'] as const).flatMap((kind) => toFault(kind, wrong)),
  ];
}

function toFault(kind: 'silence' | 'sound', wrong: readonly (string | null)[]): string[] {
  const count = wrong.filter((one) => one === kind).length;
  const first = wrong.indexOf(kind) * windowSeconds;
  return count < 2 ? [] : [`${kind} for ${format(count * windowSeconds)} s from ${format(first)} s on`];
}
