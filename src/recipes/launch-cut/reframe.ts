import type { Region } from '#core/analysis/footage.ts';
import type { Size } from '#core/lib/size.ts';
import type { Animatable } from '#core/timeline/document.ts';
import { linkFaces, type SeenSample } from './face-tracks.ts';
import { steadyPath, type Wanted } from './steady-path.ts';

/** The placement of an image that covers a canvas: its size, and its center over time. */
export type Framing = {
  readonly width: number;
  readonly height: number;
  readonly x: Animatable;
  readonly y: Animatable;
};

/** The margin around faces, as a share of their size. */
const faceRoom = 0.25;
/** The minimum margin when a path is rounded. */
const minRoom = 0.05;
/** The tolerance for the center of a region that is too large for the frame, as a share of half of it. */
const slack = 0.12;
/** The minimum share of the common samples of two faces in which both must fit to be shown together. */
const minTogether = 0.7;

/**
 * Covers a canvas with a video of another aspect ratio, without its black borders, so that faces, or else the region of attention,
 * stay visible. The path is as steady as possible. After AutoFlip (M. Frome, A. Grosse, Google, 2020), with an offline smoothing
 * instead of its fit.
 */
export function reframe(
  source: Size & { readonly inside?: Region | undefined },
  canvas: Size,
  seen: readonly SeenSample[],
): Framing {
  const { inside, width, height } = source;
  if (!inside) {
    return cover(source, canvas, seen);
  }
  const size = { width: width * inside.width, height: height * inside.height };
  const samples = seen.map((one) => withinBorders(one, inside));
  return withBorders(cover(size, canvas, samples), inside);
}

function withinBorders({ atSeconds, sample }: SeenSample, inside: Region): SeenSample {
  const toInside = ({ x, y, width, height }: Region): Region => ({
    x: (x - inside.x) / inside.width,
    y: (y - inside.y) / inside.height,
    width: width / inside.width,
    height: height / inside.height,
  });
  const { attention, faces } = sample;
  return { atSeconds, sample: { attention: toInside(attention), faces: faces && faces.map(toInside) } };
}

/** Converts a framing of the region inside the borders to one of the whole frame. */
function withBorders(framing: Framing, inside: Region): Framing {
  const [width, height] = [framing.width / inside.width, framing.height / inside.height];
  return {
    width,
    height,
    x: shift(framing.x, width * (0.5 - inside.x - inside.width / 2)),
    y: shift(framing.y, height * (0.5 - inside.y - inside.height / 2)),
  };
}

const shift = (place: Animatable, by: number): Animatable =>
  typeof place === 'number'
    ? place + by
    : { ...place, keyframes: place.keyframes.map((one) => ({ ...one, value: one.value + by })) };

function cover(source: Size, canvas: Size, seen: readonly SeenSample[]): Framing {
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

type Edges = readonly [from: number, to: number];
/** The edges of one face at each of the samples; null if it is not visible. */
type EdgeTrack = readonly (Edges | null)[];

/** Returns the center of the canvas over time, along one axis, in shares of the frame; a single value if it does not move. */
function pathAlong(
  seen: readonly SeenSample[],
  length: number,
  canvas: number,
  getEdges: (region: Region) => Edges,
): number[] {
  const half = canvas / length / 2;
  if (half >= 0.5 - 1e-6 || seen.length === 0) {
    return [0.5];
  }
  const faces = linkFaces(seen).map((track) => track.map((region) => region && getEdges(region)));
  const wanted =
    faces.length > 0
      ? followFaces(seen, faces, half)
      : seen.map(({ atSeconds, sample }) => ({ atSeconds, ...freely(getCentre(getEdges(sample.attention)), half) }));
  return steadyPath(wanted, half);
}

/** Follows the first face with priority, and others if they fit next to it or if it is not visible. */
function followFaces(seen: readonly SeenSample[], faces: readonly EdgeTrack[], half: number): Wanted[] {
  const together = listTogether(faces, half);
  const spans = seen.map((_, at) => {
    const own = edgesAt(together, at);
    const others = edgesAt(faces, at);
    return unite(own.length > 0 ? own : others.slice(0, 1), half);
  });
  return seen.map(({ atSeconds }, at) => {
    const span = spans[at];
    if (span) {
      return { atSeconds, ...around(span, edgesAt(faces, at), half) };
    }
    // Without a face, the frame stays at the last one, or moves to the next one.
    const known = spans.map((one, index) => ({ one, away: Math.abs(index - at) }));
    const [nearest] = known.filter(({ one }) => one !== null).toSorted((one, other) => one.away - other.away);
    return { atSeconds, ...freely(nearest?.one ? getCentre(nearest.one) : 0.5, half) };
  });
}

/** Returns the faces that the frame shows together; the first one has priority. */
function listTogether(faces: readonly EdgeTrack[], half: number): EdgeTrack[] {
  const chosen: EdgeTrack[] = [];
  for (const track of faces) {
    const both = track.map((edges, at) => ({ edges, others: edgesAt(chosen, at) }));
    const met = both.flatMap(({ edges, others }) => (edges && others.length > 0 ? [[...others, edges]] : []));
    const fitting = met.filter((all) => isWithin(hull(all.map(widen)), half)).length;
    if (fitting >= minTogether * met.length) {
      chosen.push(track);
    }
  }
  return chosen;
}

/** Returns the span of all regions, or of those from the first on that fit; null for an empty list. */
function unite(all: readonly Edges[], half: number): Edges | null {
  const [first, ...others] = all;
  return first
    ? others.reduce((held, one) => (isWithin(hull([held, one].map(widen)), half) ? hull([held, one]) : held), first)
    : null;
}

const edgesAt = (tracks: readonly EdgeTrack[], at: number): Edges[] =>
  tracks.map((track) => track[at] ?? null).filter((edges) => edges !== null);

const hull = (all: readonly Edges[]): Edges => [
  Math.min(...all.map(([from]) => from)),
  Math.max(...all.map(([, to]) => to)),
];
const isWithin = ([from, to]: Edges, half: number): boolean => to - from <= 2 * half;
const getCentre = ([from, to]: Edges): number => (from + to) / 2;

const widen = (edges: Edges): Edges => widenBy(edges, faceRoom);

const widenBy = ([from, to]: Edges, share: number): Edges => {
  const room = share * (to - from);
  return [Math.max(0, from - room), Math.min(1, to + room)];
};

/** Returns a preferred position near a place, with bounds that allow the whole frame. */
function freely(place: number, half: number): Omit<Wanted, 'atSeconds'> {
  const [least, most] = [half, 1 - half];
  const middle = Math.min(most, Math.max(least, place));
  return { middle, least, most, hardLeast: least, hardMost: most, faces: [] };
}

/** Returns bounds that keep a span inside, or centered if it is too large. */
function around(span: Edges, all: readonly Edges[], half: number): Omit<Wanted, 'atSeconds'> {
  const clamp = (middle: number): number => Math.min(1 - half, Math.max(half, middle));
  const middle = clamp(getCentre(span));
  const between = ([from, to]: Edges): Edges =>
    isWithin([from, to], half)
      ? [clamp(to - half), clamp(from + half)]
      : [clamp(middle - slack * half), clamp(middle + slack * half)];
  const [[least, most], [hardLeast, hardMost]] = [between(widen(span)), between(widenBy(span, minRoom))];
  const faces = all
    .toSorted(([from, to], [otherFrom, otherTo]) => otherTo - otherFrom - (to - from))
    .map((face) => widenBy(face, minRoom))
    .flatMap(([from, to]): Edges[] => (isWithin([from, to], half) ? [[to - half, from + half]] : []));
  return { middle, least, most, hardLeast, hardMost, faces };
}

/** Returns the center of the image in pixels of the canvas, for a center of the canvas in shares of the image. */
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
