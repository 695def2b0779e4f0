/** The wanted center of a frame at a time, in shares of an image along one axis. */
export type Wanted = {
  readonly atSeconds: number;
  readonly middle: number;
  /** The bounds between which faces are inside, with a margin. */
  readonly least: number;
  readonly most: number;
  /** The bounds between which faces are completely inside, almost without a margin. */
  readonly hardLeast: number;
  readonly hardMost: number;
  /** The visible faces: for each, the bounds between which it is completely visible, almost without a margin. Largest first. */
  readonly faces: readonly Between[];
};

/** The bounds of the center of a frame. */
type Between = readonly [least: number, most: number];

/** The minimum movement of the center, as a share of the frame; a smaller one is removed. */
const deadZone = 0.08;
/** The maximum pan of a frame per second, as a share of the frame, unless a face would leave. */
const maxPan = 0.25;
/** The weights of a static frame: for showing the largest face, each other one, and for each half of it off the first's center. */
const counts = { largest: 1, other: 0.5, away: 0.15 } as const;
/** The stiffness of a path, and the number of relaxation rounds. */
const stiffness = 24;
const rounds = 400;
/** The number of rounding passes for corners; each spreads a change by one sample to both sides. */
const roundings = 8;

/** Returns the centers of a frame that shows `2 * half` of an image: one if it can be static, else one for each time. */
export function steadyPath(wanted: readonly Wanted[], half: number): number[] {
  const still = stillPlace(wanted, half);
  if (still !== null) {
    return [still];
  }
  const slow = limitPan(relax(wanted), wanted, half);
  return roundCorners(slow, wanted);
}

/** Returns one center that suits all times, if necessary without a margin around faces; null if there is none. */
function stillPlace(wanted: readonly Wanted[], half: number): number | null {
  const middles = wanted.map(({ middle }) => middle).toSorted((one, other) => one - other);
  const median = middles[Math.floor(middles.length / 2)] ?? 0.5;
  const wander =
    (middles[Math.floor(0.95 * middles.length)] ?? median) - (middles[Math.floor(0.05 * middles.length)] ?? median);
  const isSteady = wander <= deadZone * 2 * half;
  const [least, most] = [Math.max(...wanted.map((one) => one.least)), Math.min(...wanted.map((one) => one.most))];
  if (least <= most) {
    const hasFaces = least > half + 1e-6 || most < 1 - half - 1e-6;
    return isSteady || hasFaces ? placeOfMost(wanted, clamp(median, least, most), [least, most], half) : null;
  }
  const hardLeast = Math.max(...wanted.map((one) => one.hardLeast));
  const hardMost = Math.min(...wanted.map((one) => one.hardMost));
  return isSteady && hardLeast <= hardMost ? clamp(median, hardLeast, hardMost) : null;
}

/** Returns the center between two bounds that shows most faces, as near as possible to the center of the first face. */
function placeOfMost(wanted: readonly Wanted[], usual: number, [least, most]: Between, half: number): number {
  const edges = wanted.flatMap(({ faces }) => faces.flat()).filter((edge) => edge > least && edge < most);
  const getWorth = (place: number): number => {
    const seen = wanted.map(({ faces }) =>
      faces.reduce((sum, [from, to], at) => sum + (place >= from && place <= to ? worth(at) : 0), 0),
    );
    const away = Math.abs(place - usual) / half;
    return seen.reduce((sum, one) => sum + one, 0) / Math.max(1, wanted.length) - counts.away * away;
  };
  return [usual, ...new Set([least, most, ...edges])].reduce((best, place) =>
    getWorth(place) > getWorth(best) + 1e-9 ? place : best,
  );
}

const worth = (at: number): number => (at === 0 ? counts.largest : counts.other);

/** Returns the path of minimal change near the wanted centers and within their bounds. */
function relax(wanted: readonly Wanted[]): number[] {
  const path = wanted.map(({ middle }) => middle);
  for (let round = 0; round < rounds; round++) {
    wanted.forEach(({ middle, least, most }, at) => {
      const before = path[at - 1] ?? path[at] ?? middle;
      const after = path[at + 1] ?? path[at] ?? middle;
      path[at] = clamp((middle + (stiffness / 2) * (before + after)) / (1 + stiffness), least, most);
    });
  }
  return path;
}

/** Limits the speed of a path: the frame starts before its target moves, and stops after it. */
function limitPan(path: readonly number[], wanted: readonly Wanted[], half: number): number[] {
  const limited = [...path];
  const follow = (at: number, from: number): void => {
    const [one, other] = [wanted[at], wanted[from]];
    const [value, before] = [limited[at], limited[from]];
    if (one && other && value !== undefined && before !== undefined) {
      const step = maxPan * 2 * half * Math.abs(one.atSeconds - other.atSeconds);
      limited[at] = clamp(clamp(value, before - step, before + step), one.least, one.most);
    }
  };
  for (let at = path.length - 2; at >= 0; at--) {
    follow(at, at + 1);
  }
  for (let at = 1; at < path.length; at++) {
    follow(at, at - 1);
  }
  return limited;
}

/** Rounds the corners of a path, as far as faces stay completely inside. */
function roundCorners(path: readonly number[], wanted: readonly Wanted[]): number[] {
  let rounded = [...path];
  for (let round = 0; round < roundings; round++) {
    rounded = rounded.map((value, at) => {
      const mean = ((rounded[at - 1] ?? value) + 2 * value + (rounded[at + 1] ?? value)) / 4;
      const { hardLeast = mean, hardMost = mean } = wanted[at] ?? {};
      return clamp(mean, hardLeast, hardMost);
    });
  }
  return rounded;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
