import type { FootageSample, Region } from '#core/analysis/footage.ts';

/** A sample with its time, in seconds of the item. */
export type SeenSample = { readonly atSeconds: number; readonly sample: Pick<FootageSample, 'attention' | 'faces'> };

/** The box of one face at each of the samples; null before it appears and after it disappears. */
export type FaceTrack = readonly (Region | null)[];

/** The maximum movement of a face's center in multiples of its width, plus more for each second of a gap. */
const maxMove = 1.2;
const maxMovePerSecond = 1.5;
/** The maximum factor by which its size may change. */
const maxGrowth = 1.8;
/** The maximum gap in a track: after a longer one, a face counts as another one. */
const longestLossSeconds = 1.6;
/** The time by which a track is extended at both ends, because a face that turns away is not detected. */
const holdSeconds = 0.6;

type Sighting = { readonly at: number; readonly region: Region };

/** Links the faces of a span through gaps of the detector. The largest and longest visible face is first. */
export function linkFaces(seen: readonly SeenSample[]): FaceTrack[] {
  const tracks: Sighting[][] = [];
  const secondsAt = (at: number): number => seen[at]?.atSeconds ?? 0;
  seen.forEach(({ sample }, at) => {
    const open = new Set(
      tracks.filter((track) => secondsAt(at) - secondsAt(track.at(-1)?.at ?? 0) <= longestLossSeconds),
    );
    for (const region of (sample.faces ?? []).toSorted((one, other) => getArea(other) - getArea(one))) {
      const nearest = findNearest(open, region, (last) => secondsAt(at) - secondsAt(last.at));
      if (nearest) {
        nearest.push({ at, region });
        open.delete(nearest);
      } else {
        tracks.push([{ at, region }]);
      }
    }
  });
  const getWeight = (track: readonly Sighting[]): number => track.reduce((sum, { region }) => sum + getArea(region), 0);
  // A face that was found once is ignored if another one was found again.
  const sure = tracks.filter(({ length }) => length > 1);
  return (sure.length > 0 ? sure : tracks)
    .toSorted((one, other) => getWeight(other) - getWeight(one))
    .map((track) => seen.map((_, at) => regionAt(track, at, secondsAt)));
}

const getArea = ({ width, height }: Region): number => width * height;

/** Returns the nearest track whose last sighting may be of this face. */
function findNearest(
  open: ReadonlySet<Sighting[]>,
  region: Region,
  gapTo: (last: Sighting) => number,
): Sighting[] | undefined {
  let best: Sighting[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const track of open) {
    const last = track.at(-1);
    if (!last) {
      continue;
    }
    const size = Math.max(region.width, last.region.width);
    const growth = size / Math.min(region.width, last.region.width);
    const move = distance(region, last.region) / size;
    if (growth <= maxGrowth && move <= maxMove + maxMovePerSecond * gapTo(last) && move < least) {
      [best, least] = [track, move];
    }
  }
  return best;
}

/** Returns the distance between centers, as a share of the frame's sides. */
const distance = (one: Region, other: Region): number =>
  Math.hypot(one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2);

/** Returns the region of a track at a sample: detected, interpolated between two sightings, or held at its ends. */
function regionAt(track: readonly Sighting[], at: number, secondsAt: (at: number) => number): Region | null {
  const before = track.findLast((one) => one.at <= at);
  const behind = track.find((one) => one.at >= at);
  if (before && before === behind) {
    return before.region;
  }
  if (before && behind) {
    const seconds = secondsAt(behind.at) - secondsAt(before.at);
    return mix(before.region, behind.region, (secondsAt(at) - secondsAt(before.at)) / seconds);
  }
  const end = before ?? behind;
  return end && Math.abs(secondsAt(at) - secondsAt(end.at)) <= holdSeconds + 1e-6 ? end.region : null;
}

function mix(one: Region, other: Region, share: number): Region {
  const between = (name: keyof Region): number => one[name] + share * (other[name] - one[name]);
  return { x: between('x'), y: between('y'), width: between('width'), height: between('height') };
}
