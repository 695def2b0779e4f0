import { createRandom } from '#core/lib/random.ts';
import { bar, overlay, place, stripes, type Box, type Look } from './overlays.ts';
import { draw, size, wholeView, type Footage, type Frame, type View } from './pictures.ts';

/** Frames of a scene before and after the event of a case. */
const margin = 20;
const black = 16;
const white = 235;

type Random = () => number;
/** The frames between which a scene cut is found, inclusive. */
type Change = { readonly first: number; readonly last: number };
/** A series of frames, with the scene cuts that a detector has to find in it. */
export type Case = { readonly frames: Iterable<Frame>; readonly changes: readonly Change[] };
/** A kind of event: `isCut` is true if a new shot starts, and `make` creates one of its cases. */
export type Class = {
  readonly name: string;
  readonly isCut: boolean;
  readonly count: number;
  readonly make: (random: Random) => Case;
};

type Sources = { readonly shots: readonly Footage[]; readonly stills: readonly Footage[] };

/** Lists the classes of the set. */
export function listClasses({ shots, stills }: Sources): Class[] {
  const pick = (random: Random): Footage => pickFrom(shots, random);
  return [
    ...listCuts(shots, pick),
    ...listGradualChanges(shots),
    ...listOccluders(shots, pick),
    ...listFlashes(pick),
    ...(stills.length > 0 ? listWhipPans(stills) : []),
    {
      name: 'whole shot',
      isCut: false,
      count: shots.length,
      make: (random) => oneShot(series(pick(random), random), 100, (picture) => picture),
    },
  ];
}

function listCuts(shots: readonly Footage[], pick: (random: Random) => Footage): Class[] {
  const cut = (name: string, make: (random: Random) => readonly [Pictures, Pictures]): Class => ({
    name,
    isCut: true,
    count: 120,
    make: (random) => {
      const [one, other] = make(random);
      return { frames: join(one, other), changes: [{ first: margin, last: margin }] };
    },
  });
  const closer = (scale: number) => (random: Random) => {
    const shot = pick(random);
    const before = series(shot, random);
    const view = { x: ((1 - scale) * random()) / 2 + (1 - scale) / 4, y: (1 - scale) * random() * 0.5, scale };
    return [before, (at: number) => draw(shot, before.start + at, view)] as const;
  };
  return [
    cut('cut to another shot', (random) => twoShots(shots, random)),
    cut('cut to a part of the same shot, 2 times its size', closer(0.5)),
    cut('cut to a part of the same shot, 1.5 times its size', closer(0.67)),
    {
      name: 'shot of 12 frames within another',
      isCut: true,
      count: 60,
      make: (random) => {
        const [one, other] = twoShots(shots, random);
        const frames = [...join(one, other).slice(0, margin + 12), ...steps(margin, (at) => one(margin + 12 + at))];
        return { frames, changes: [margin, margin + 12].map((at) => ({ first: at, last: at })) };
      },
    },
    cut('cut under a banner that stays, 25 % of the frame', (random) => {
      const [one, other] = twoShots(shots, random);
      const banner = { left: 0, top: 0.75, width: 1, height: 0.25 };
      const [light, text] = [black + 200 * random(), random()];
      const under = (pictures: Pictures) => (at: number) => overlay(pictures(at), banner, stripes(light, text));
      return [under(one), under(other)];
    }),
    cut('cut between pillars, 25 % of the frame', (random) => {
      const [one, other] = twoShots(shots, random);
      const between = (pictures: Pictures) => (at: number) =>
        overlay(
          overlay(pictures(at), bar(0, 0.125), () => black),
          bar(0.875, 0.125),
          () => black,
        );
      return [between(one), between(other)];
    }),
  ];
}

function listGradualChanges(shots: readonly Footage[]): Class[] {
  const gradual = (name: string, length: number, mixed: (one: Frame, other: Frame, share: number) => Frame): Class => ({
    name: `${name} of ${length} frames`,
    isCut: true,
    count: 60,
    make: (random) => {
      const [one, other] = twoShots(shots, random);
      const frames = steps(length + 2 * margin, (at) => {
        const share = Math.min(1, Math.max(0, (at - margin + 1) / (length + 1)));
        return share === 0 ? one(at) : share === 1 ? other(at) : mixed(one(at), other(at), share);
      });
      return { frames, changes: [{ first: margin - 2, last: margin + length + 2 }] };
    },
  });
  return [
    gradual('dissolve', 10, mix),
    gradual('dissolve', 25, mix),
    gradual('fade through black', 30, (one, other, share) =>
      dim(share < 0.5 ? one : other, Math.max(0, Math.abs(share - 0.5) * 2.4 - 0.2)),
    ),
  ];
}

function listOccluders(shots: readonly Footage[], pick: (random: Random) => Footage): Class[] {
  const occluder = (name: string, count: number, boxAt: (at: number, random: number) => Box | null): Class => ({
    name,
    isCut: false,
    count,
    make: (random) => {
      const base = series(pick(random), random);
      const look = pickLook(shots, random);
      const turn = random();
      return oneShot(base, 3 * margin, (picture, at) => {
        const box = boxAt(at, turn);
        return box ? overlay(picture, box, look(at)) : picture;
      });
    },
  });
  const isInside = (at: number): boolean => at >= margin && at < 2 * margin;
  const sudden = [0.15, 0.22, 0.35, 0.5].map((share) =>
    occluder(`occluder that appears, ${100 * share} % of the frame`, 120, (at, turn) =>
      isInside(at) ? place(share, turn) : null,
    ),
  );
  const sliding = [0.22, 0.5, 0.8].flatMap((share) =>
    [4, 10].map((length) =>
      occluder(`occluder that passes, ${100 * share} % of the width, in ${length} frames`, 60, (at, turn) => {
        const way = (at - margin) / length;
        const left = -share + (1 + share) * (turn < 0.5 ? way : 1 - way);
        return way > 0 && way < 1 ? bar(left, share) : null;
      }),
    ),
  );
  return [...sudden, ...sliding];
}

function listFlashes(pick: (random: Random) => Footage): Class[] {
  const lightening = (name: string, lightAt: (at: number) => { gain: number; more: number }): Class => ({
    name,
    isCut: false,
    count: 60,
    make: (random) =>
      oneShot(series(pick(random), random), 2 * margin + 6, (picture, at) => {
        const { gain, more } = lightAt(at - margin);
        return picture.map((level) => Math.min(white, Math.max(black, black + (level - black) * gain + more)));
      }),
  });
  const usual = { gain: 1, more: 0 };
  return [
    ...[1, 3].map((length) =>
      lightening(`flash of ${length} frames`, (at) => (at >= 0 && at < length ? { gain: 1.5, more: 40 } : usual)),
    ),
    ...[1, 3].map((length) =>
      lightening(`white flash of ${length} frames`, (at) =>
        at >= 0 && at < length ? { gain: 0.05, more: 210 } : usual,
      ),
    ),
    lightening('flash that fades away', (at) => (at >= 0 ? { gain: 1 + 2 * 0.6 ** at, more: 160 * 0.6 ** at } : usual)),
    lightening('light that goes out', (at) => (at >= 0 ? { gain: 0.3, more: 0 } : usual)),
  ];
}

/** Pans over a still, over `span` of its width, blurred by half of a frame's motion as with a shutter of 180 degrees. */
function listWhipPans(stills: readonly Footage[]): Class[] {
  return [4, 6, 10].map((length) => ({
    name: `whip pan in ${length} frames`,
    isCut: false,
    count: 120,
    make: (random: Random) => {
      const still = pickFrom(stills, random);
      const [scale, y, isBack] = [0.35 + 0.2 * random(), 0.4 * random(), random() < 0.5];
      const xAt = (at: number): number => {
        const way = Math.min(1, Math.max(0, (at - margin) / length));
        const eased = way * way * (3 - 2 * way);
        return (1 - scale) * (isBack ? 1 - eased : eased);
      };
      const pictures = (at: number): Frame => {
        const parts = xAt(at) === xAt(at + 0.5) ? 1 : 8;
        const views: View[] = steps(parts, (part) => ({ x: xAt(at + part / (2 * parts)), y, scale }));
        return mean(views.map((view) => draw(still, 0, view)));
      };
      return { frames: steps(2 * margin + length, pictures), changes: [] };
    },
  }));
}

type Pictures = (at: number) => Frame;
const pickFrom = (sources: readonly Footage[], random: Random): Footage => {
  const found = sources[Math.floor(random() * sources.length)];
  if (!found) {
    throw new Error('no sources');
  }
  return found;
};

function series(shot: Footage, random: Random): Pictures & { readonly start: number } {
  const start = Math.floor(random() * shot.pictures.length);
  return Object.assign((at: number) => draw(shot, start + at, wholeView), { start });
}

function twoShots(shots: readonly Footage[], random: Random): readonly [Pictures, Pictures] {
  const one = pickFrom(shots, random);
  const other = pickFrom(
    shots.filter((shot) => shot !== one),
    random,
  );
  return [series(one, random), series(other, random)];
}

const steps = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const join = (one: Pictures, other: Pictures): Frame[] => [...steps(margin, one), ...steps(margin, other)];

const oneShot = (pictures: Pictures, count: number, change: (picture: Frame, at: number) => Frame): Case => ({
  frames: steps(count, (at) => change(pictures(at), at)),
  changes: [],
});

/** Grey, black, white, any level, stripes, or the frames of another shot. */
function pickLook(shots: readonly Footage[], random: Random): (at: number) => Look {
  const shot = series(pickFrom(shots, random), random);
  const [kind, level, phase] = [Math.floor(random() * 6), black + (white - black) * random(), random()];
  const flat = [128, black, white, level][kind];
  if (flat !== undefined) {
    return () => () => flat;
  }
  if (kind === 4) {
    return () => stripes(level, phase);
  }
  return (at) => {
    const picture = shot(at);
    return (x, y) => picture[Math.floor(y * size.height) * size.width + Math.floor(x * size.width)] ?? 0;
  };
}

const mix = (one: Frame, other: Frame, share: number): Frame =>
  one.map((level, at) => level * (1 - share) + (other[at] ?? 0) * share);

const dim = (picture: Frame, light: number): Frame => picture.map((level) => black + (level - black) * light);

const mean = (pictures: readonly Frame[]): Frame =>
  pictures.length === 1
    ? (pictures[0] ?? new Float32Array())
    : new Float32Array(size.width * size.height).map(
        (_, at) => pictures.reduce((sum, picture) => sum + (picture[at] ?? 0), 0) / pictures.length,
      );

/** The random numbers of a case, independent of the other measured cases. */
export const makeRandom = (name: string, at: number): Random =>
  createRandom(Buffer.from(name).reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, at));
