import { shorten } from '#core/lib/shorten.ts';
import type { Track } from '../document.ts';
import { getFirstSecond, readClipDuration, getSpeed, type Reader, type Piece } from './otio-read-clip.ts';
import { toSeconds, type OtioChild, type OtioMarker } from './otio-schema.ts';

/** Pieces that do not overlap, in order of time. */
type Lane = { readonly kind: Track['kind']; readonly name: string; readonly pieces: Piece[] };

/** A marker with its time in the layout. */
export type Mark = { readonly marker: OtioMarker; readonly atSeconds: number };

/** A clip, a track or a stack as flat lanes from bottom to top, as in a canvas. */
export type LaidOut = {
  readonly durationSeconds: number;
  readonly lanes: readonly Lane[];
  readonly marks: readonly Mark[];
};

export const getKind = ({ kind }: OtioChild): Track['kind'] => (kind === 'Audio' ? 'sound' : 'visual');
export const isTrack = ({ OTIO_SCHEMA }: OtioChild): boolean => /^(?:Track|Sequence)\./.test(OTIO_SCHEMA);
const isStack = ({ OTIO_SCHEMA }: OtioChild): boolean => OTIO_SCHEMA.startsWith('Stack.');
export const isClip = ({ OTIO_SCHEMA }: OtioChild): boolean => OTIO_SCHEMA.startsWith('Clip.');
/** Whether it is a composition that contains other items. */
export const isNested = (child: OtioChild): boolean => isTrack(child) || isStack(child);

/** Flattens a child of a track or of a stack. `kind` is the kind of the track around it. */
export function layOut(reader: Reader, child: OtioChild, kind: Track['kind']): LaidOut {
  if (isTrack(child)) {
    return cut(reader, child, layTrack(reader, child, getKind(child)));
  }
  if (isStack(child)) {
    return cut(reader, child, layStack((child.children ?? []).map((one) => layOut(reader, one, kind))));
  }
  const durationSeconds = readClipDuration(reader, child);
  if (!isClip(child)) {
    if (!/^(?:Gap|Filler)\./.test(child.OTIO_SCHEMA)) {
      const what = shorten(child.OTIO_SCHEMA);
      reader.warnings.add(`"${shorten(child.name)}" (${what}) is not supported in a canvas; a gap replaces it.`);
    }
    return { durationSeconds, lanes: [], marks: [] };
  }
  if (durationSeconds <= 0) {
    reader.warnings.add(`"${shorten(child.name)}" has no duration and is not among the materials; it was omitted.`);
  }
  const piece = { child, startSeconds: 0, durationSeconds, headSeconds: 0, speed: 1 };
  const pieces = durationSeconds > 0 ? [{ ...piece, isOff: child.enabled === false, entrance: null, exit: null }] : [];
  const marks = getMarks(child, getFirstSecond(child), getSpeed(reader, child));
  return { durationSeconds, lanes: [{ kind, name: '', pieces }], marks: marks.filter(isWithin(0, durationSeconds)) };
}

/** Places children one after the other. Nested content is in the same lane, and in additional ones above for further tracks. */
function layTrack(reader: Reader, track: OtioChild, kind: Track['kind']): LaidOut {
  const main: Lane = { kind, name: track.name, pieces: [] };
  const lanes = { visual: [] as Lane[], sound: [] as Lane[], [kind]: [main] };
  const marks: Mark[] = [];
  let cursor = 0;
  let transition: OtioChild | null = null;
  for (const child of track.children ?? []) {
    if (child.OTIO_SCHEMA.startsWith('Transition.')) {
      transition = child;
      continue;
    }
    const inner = shift(layOut(reader, child, kind), cursor);
    const behind = main.pieces.length;
    const counts = { visual: 0, sound: 0 };
    for (const lane of inner.lanes.filter((one) => isWanted(reader, kind, one))) {
      const target = (lanes[lane.kind][counts[lane.kind]++] ??= { kind: lane.kind, name: child.name, pieces: [] });
      lane.pieces.forEach((piece) => target.pieces.push(piece));
    }
    join(main.pieces, behind, cursor, transition);
    inner.marks.forEach((mark) => marks.push(mark));
    cursor += inner.durationSeconds;
    transition = null;
  }
  join(main.pieces, main.pieces.length, cursor, transition);
  return { durationSeconds: cursor, lanes: [...lanes.visual, ...lanes.sound], marks };
}

/** Whether a lane is used on this kind of track. Nested audio comes from an audio track if it is nested in one. */
const isWanted = (reader: Reader, kind: Track['kind'], lane: Lane): boolean =>
  lane.kind === kind || (kind === 'visual' && !reader.hasNestedSound);

/** Adds a transition to the pieces before and after an edit point. */
function join(pieces: Piece[], behind: number, cutSeconds: number, transition: OtioChild | null): void {
  if (!transition) {
    return;
  }
  const [before, next] = [pieces[behind - 1], pieces[behind]];
  if (before && Math.abs(before.startSeconds + before.durationSeconds - cutSeconds) < 1e-6) {
    pieces[behind - 1] = { ...before, exit: transition };
  }
  if (next && Math.abs(next.startSeconds - cutSeconds) < 1e-6) {
    pieces[behind] = { ...next, entrance: transition };
  }
}

/** Layers all compositions, each from the start. */
const layStack = (inner: readonly LaidOut[]): LaidOut => ({
  durationSeconds: inner.reduce((longest, { durationSeconds }) => Math.max(longest, durationSeconds), 0),
  lanes: inner.flatMap(({ lanes }) => lanes),
  marks: inner.flatMap(({ marks }) => marks),
});

/** Trims a composition to its own range, at its own speed. */
function cut(reader: Reader, around: OtioChild, { durationSeconds, lanes, marks }: LaidOut): LaidOut {
  const speed = getSpeed(reader, around);
  const first = around.source_range ? toSeconds(around.source_range.start_time) : 0;
  // Some programs count from the start timecode of the nested sequence.
  const from = first < durationSeconds ? first : 0;
  const length = around.source_range ? Math.max(0, toSeconds(around.source_range.duration)) : durationSeconds;
  const to = from + length * speed;
  return {
    durationSeconds: length,
    lanes: lanes.map((lane) => ({
      ...lane,
      pieces: lane.pieces.flatMap((piece) => cutPiece(piece, from, to, speed, around.enabled === false)),
    })),
    marks: [...marks, ...getMarks(around, first - from, 1)]
      .filter(isWithin(from, to))
      .map(({ marker, atSeconds }) => ({ marker, atSeconds: (atSeconds - from) / speed })),
  };
}

function cutPiece(piece: Piece, from: number, to: number, speed: number, isOff: boolean): Piece[] {
  const end = piece.startSeconds + piece.durationSeconds;
  const [start, stop] = [Math.max(from, piece.startSeconds), Math.min(to, end)];
  if (stop - start < 1e-6) {
    return [];
  }
  return [
    {
      child: piece.child,
      startSeconds: (start - from) / speed,
      durationSeconds: (stop - start) / speed,
      headSeconds: piece.headSeconds + (start - piece.startSeconds) * piece.speed,
      speed: piece.speed * speed,
      isOff: piece.isOff || isOff,
      entrance: start === piece.startSeconds ? piece.entrance : null,
      exit: stop === end ? piece.exit : null,
    },
  ];
}

const shift = ({ durationSeconds, lanes, marks }: LaidOut, by: number): LaidOut => ({
  durationSeconds,
  lanes: lanes.map((lane) => ({
    ...lane,
    pieces: lane.pieces.map((piece) => ({ ...piece, startSeconds: piece.startSeconds + by })),
  })),
  marks: marks.map(({ marker, atSeconds }) => ({ marker, atSeconds: atSeconds + by })),
});

/** Returns the markers of a child, whose times count from `firstSecond` and run at `speed`. */
export const getMarks = ({ markers }: Pick<OtioChild, 'markers'>, firstSecond: number, speed: number): Mark[] =>
  (markers ?? []).flatMap((marker) =>
    marker.marked_range
      ? [{ marker, atSeconds: (toSeconds(marker.marked_range.start_time) - firstSecond) / speed }]
      : [],
  );

const isWithin =
  (from: number, to: number) =>
  ({ atSeconds }: Mark): boolean =>
    atSeconds >= from && atSeconds < to;
