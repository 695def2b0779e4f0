import * as z from 'zod';
import { shorten } from '#core/lib/shorten.ts';
import type { Item, Track } from '../document.ts';
import { isSameTime } from '../frames.ts';
import { documentLimits } from '../limits.ts';
import { getEnd } from '../schedule.ts';
import { isTrack, getKind, layOut, type LaidOut } from './otio-lay-out.ts';
import { type Piece, claimId, readClip, type Reader } from './otio-read-clip.ts';
import { metadataName, toSeconds, type OtioChild, type OtioRange } from './otio-schema.ts';

const flags = z.object({
  id: z.string(),
  isHidden: z.boolean(),
  isMuted: z.boolean(),
  isLocked: z.boolean(),
});
const mirrored = z.object({ isSoundOf: z.string() });

/** The range of all tracks, and the duration of the longest of them in seconds. */
export type Around = { readonly range: OtioRange; readonly longest: number };

/** Reads the tracks of a top-level child, and its markers; skips the audio tracks that Offcut wrote for other programs. */
export function readTracks(
  reader: Reader,
  track: OtioChild,
  around: Around | null,
): { tracks: Track[]; marks: LaidOut['marks'] } {
  const metadata = reader.isOwn ? track.metadata?.[metadataName] : undefined;
  if (mirrored.safeParse(metadata).success) {
    return { tracks: [], marks: [] };
  }
  const own = flags.safeParse(metadata).data;
  const isOff = track.enabled === false;
  // A disabled track is hidden as a track; its items are not hidden too.
  const shown = { ...track, enabled: true };
  const whole = around ? inRange(shown, around) : shown;
  const { lanes, marks } = layOut(reader, whole, getKind(track));
  const filled = lanes.filter(({ pieces }) => pieces.length > 0 || isTrack(track));
  const tracks = filled.map(({ kind, name, pieces }, at) => ({
    id: claimId(reader, (at === 0 && own?.id) || '', 'track'),
    name: shorten(name || track.name, documentLimits.nameLength),
    kind,
    items: readPieces(reader, pieces, kind),
    isHidden: kind === 'visual' ? isOff : (own?.isHidden ?? false),
    isMuted: kind === 'sound' ? isOff : (own?.isMuted ?? isOff),
    isLocked: own?.isLocked ?? false,
  }));
  return { tracks, marks };
}

function inRange(track: OtioChild, { range, longest }: Around): OtioChild {
  const whole = { start_time: { value: 0, rate: 1 }, duration: { value: longest, rate: 1 } };
  const gap = { OTIO_SCHEMA: 'Gap.1', name: '', source_range: whole };
  return { OTIO_SCHEMA: 'Stack.1', name: '', source_range: range, children: [track, gap] };
}

function readPieces(reader: Reader, pieces: readonly Piece[], kind: Track['kind']): Item[] {
  const items: Item[] = [];
  for (const [at, piece] of pieces.entries()) {
    const found = readClip(reader, piece, kind);
    if (found) {
      const item = piece.exit && piece.exit !== pieces[at + 1]?.entrance ? fadeOut(found, piece, piece.exit) : found;
      const placed = piece.entrance
        ? replaceBy(reader, items.pop(), item, { transition: piece.entrance, speed: piece.speed })
        : [withoutTransition(item)];
      items.push(...placed.filter((one) => one !== undefined));
    }
  }
  return items;
}

/** Returns the duration of a transition before and after its edit point, in seconds. */
function getOffsets(
  { in_offset: before, out_offset: behind }: OtioChild,
  speed: number,
): { early: number; late: number } {
  const [early, late] = [before, behind].map((offset) => (offset ? Math.max(0, toSeconds(offset)) / speed : 0));
  return { early: early ?? 0, late: late ?? 0 };
}

/** Applies a transition that no clip follows: a fade-out. */
function fadeOut(item: Item, { speed }: Piece, transition: OtioChild): Item {
  const { early, late } = getOffsets(transition, speed);
  return { ...item, fadeOutSeconds: early || late };
}

/** Removes our transition, because another program may have removed it. */
function withoutTransition(item: Item): Item {
  const copy = { ...item };
  if (copy.type !== 'sound') {
    delete copy.transition;
  }
  return copy;
}

type Over = { readonly transition: OtioChild; readonly speed: number };

/** Applies a transition between two items. A canvas transition starts at the edit point, which moves to the start of theirs. */
function replaceBy(reader: Reader, before: Item | undefined, item: Item, over: Over): (Item | undefined)[] {
  const { frameRate } = reader.settings;
  const { early, late } = getOffsets(over.transition, over.speed);
  const touches = before !== undefined && isSameTime(getEnd(before), item.startSeconds, frameRate);
  if (item.type === 'sound') {
    return [touches ? { ...before, fadeOutSeconds: early } : before, { ...item, fadeInSeconds: late }];
  }
  const moved = touches ? Math.min(early, before.durationSeconds / 2, getHead(item)) : 0;
  const durationSeconds = Math.min(moved + late, item.durationSeconds + moved);
  if (durationSeconds <= 0) {
    return [before, item];
  }
  const was = item.transition?.durationSeconds;
  const isSame = moved === 0 && was !== undefined && isSameTime(was, durationSeconds, frameRate);
  const next: Item = {
    ...item,
    startSeconds: item.startSeconds - moved,
    durationSeconds: item.durationSeconds + moved,
    ...(item.type === 'video' && { sourceStartSeconds: item.sourceStartSeconds - moved * item.speed }),
    transition: { type: readType(reader, over.transition), durationSeconds: isSame ? was : durationSeconds },
  };
  return [before && moved > 0 ? { ...before, durationSeconds: before.durationSeconds - moved } : before, next];
}

/** Returns the duration of the material before the start of an item, in seconds of the canvas. */
const getHead = (item: Item): number => (item.type === 'video' ? item.sourceStartSeconds / item.speed : Infinity);

type OwnType = z.output<typeof ownTransition>['type'];
const ownTransition = z.object({ type: z.enum(['dissolve', 'wipe-left', 'wipe-right', 'slide-left', 'slide-right']) });

function readType({ warnings }: Reader, { metadata, transition_type: type, name }: OtioChild): OwnType {
  const own = ownTransition.safeParse(metadata?.[metadataName]).data?.type;
  if (own !== undefined || /wipe/i.test(type ?? '')) {
    return own ?? 'wipe-right';
  }
  if (!/dissolve/i.test(type ?? '')) {
    warnings.add(`The transition "${shorten(name || (type ?? ''))}" is not supported; a dissolve replaces it.`);
  }
  return 'dissolve';
}
