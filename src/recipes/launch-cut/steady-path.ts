/** Where the middle of a frame is to be at a time, in shares of a picture along one axis. */
export type Wanted = {
  readonly atSeconds: number;
  readonly middle: number;
  /** Between these faces are inside, with room around them. */
  readonly least: number;
  readonly most: number;
  /** Between these they are wholly inside, with next to no room. */
  readonly hardLeast: number;
  readonly hardMost: number;
  /** The faces that are there: those between these are wholly seen, next to no room around them. The largest one first. */
  readonly faces: readonly Between[];
};

/** Bounds of the middle of a frame. */
type Between = readonly [least: number, most: number];

/** A middle that wanders less than this share of the frame is held still. */
const deadZone = 0.08;
/** A frame pans no faster than this share of itself a second, unless a face would leave. */
const mostPan = 0.25;
/** What it counts that a frame which is held still sees the largest face, and each other one; and for each half of it away from the middle of the first. */
const counts = { largest: 1, other: 0.5, away: 0.15 } as const;
/** How stiff a path is against what it follows, and how often it is relaxed. */
const stiffness = 24;
const rounds = 400;
/** How often what is left of its corners is rounded: each spreads a change by a sample to both sides. */
const roundings = 8;

/** The middles of a frame that sees `2 * half` of a picture: one where it can be held still, else one for each time. */
export function steadyPath(wanted: readonly Wanted[], half: number): number[] {
  const still = stillPlace(wanted, half);
  if (still !== null) {
    return [still];
  }
  const slow = limitPan(relax(wanted), wanted, half);
  return roundCorners(slow, wanted);
}

/** One place that suits all of the time, if need be without room around faces; null where there is none. */
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

/** Where most faces are seen, between two bounds: as near as may be to the place where the first one is in the middle. */
function placeOfMost(wanted: readonly Wanted[], usual: number, [least, most]: Between, half: number): number {
  const edges = wanted.flatMap(({ faces }) => faces.flat()).filter((edge) => edge > least && edge < most);
  const worthOf = (place: number): number => {
    const seen = wanted.map(({ faces }) =>
      faces.reduce((sum, [from, to], at) => sum + (place >= from && place <= to ? worth(at) : 0), 0),
    );
    const away = Math.abs(place - usual) / half;
    return seen.reduce((sum, one) => sum + one, 0) / Math.max(1, wanted.length) - counts.away * away;
  };
  return [usual, ...new Set([least, most, ...edges])].reduce((best, place) =>
    worthOf(place) > worthOf(best) + 1e-9 ? place : best,
  );
}

const worth = (at: number): number => (at === 0 ? counts.largest : counts.other);

/** The path of least change near what is wanted and within its bounds. */
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

/** No faster than people like to be moved: the frame sets off before what it follows, and goes on behind it. */
function limitPan(path: readonly number[], wanted: readonly Wanted[], half: number): number[] {
  const limited = [...path];
  const follow = (at: number, from: number): void => {
    const [one, other] = [wanted[at], wanted[from]];
    const [value, before] = [limited[at], limited[from]];
    if (one && other && value !== undefined && before !== undefined) {
      const step = mostPan * 2 * half * Math.abs(one.atSeconds - other.atSeconds);
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

/** Takes the corners out of a path, as far as faces stay wholly inside. */
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
