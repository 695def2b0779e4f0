import * as z from 'zod';
import { shorten } from '../../shorten.ts';
import type { Item, Track } from '../document.ts';
import { isSameTime } from '../frames.ts';
import { documentLimits } from '../limits.ts';
import { endOf } from '../schedule.ts';
import { claimId, lengthOf, readClip, type Reader } from './otio-read-clip.ts';
import { metadataName, secondsOf, type OtioChild, type OtioTrack } from './otio-schema.ts';

const flags = z.object({
  id: z.string(),
  isHidden: z.boolean(),
  isMuted: z.boolean(),
  isLocked: z.boolean(),
});
const mirrored = z.object({ isSoundOf: z.string() });

/** A track of a file; none for what is not one, and for the sound of videos that we have written beside them. */
export function readTrack(reader: Reader, track: OtioTrack): Track[] {
  const metadata = reader.isOwn ? track.metadata?.[metadataName] : undefined;
  if (mirrored.safeParse(metadata).success) {
    return [];
  }
  if (!/^(?:Track|Sequence)\./.test(track.OTIO_SCHEMA)) {
    reader.warnings.add(`"${shorten(track.name)}" is no track (${shorten(track.OTIO_SCHEMA)}), and is left out.`);
    return [];
  }
  const own = flags.safeParse(metadata).data;
  const kind = track.kind === 'Audio' ? 'sound' : 'visual';
  const isOff = track.enabled === false;
  return [
    {
      id: claimId(reader, own?.id ?? '', 'track'),
      name: shorten(track.name, documentLimits.nameLength),
      kind,
      items: readChildren(reader, track.children ?? [], kind),
      isHidden: kind === 'visual' ? isOff : (own?.isHidden ?? false),
      isMuted: kind === 'sound' ? isOff : (own?.isMuted ?? isOff),
      isLocked: own?.isLocked ?? false,
    },
  ];
}

function readChildren(reader: Reader, children: readonly OtioChild[], kind: Track['kind']): Item[] {
  const items: Item[] = [];
  let cursor = 0;
  let transition: OtioChild | null = null;
  for (const child of children) {
    if (child.OTIO_SCHEMA.startsWith('Transition.')) {
      transition = child;
      continue;
    }
    const durationSeconds = lengthOf(reader, child);
    const item = read(reader, child, { startSeconds: cursor, durationSeconds, kind });
    if (item) {
      const before = items.pop();
      const placed = transition ? replaceBy(reader, before, item, transition) : [before, withoutTransition(item)];
      items.push(...placed.filter((one) => one !== undefined));
    }
    cursor += durationSeconds;
    transition = null;
  }
  return items;
}

function read(reader: Reader, child: OtioChild, place: Parameters<typeof readClip>[2]): Item | null {
  if (child.OTIO_SCHEMA.startsWith('Clip.')) {
    return place.durationSeconds > 0 ? readClip(reader, child, place) : null;
  }
  if (!/^(?:Gap|Filler)\./.test(child.OTIO_SCHEMA)) {
    const what = shorten(child.OTIO_SCHEMA);
    reader.warnings.add(
      `"${shorten(child.name)}" (${what}) lies within a track, which no canvas has; a gap is in its place.`,
    );
  }
  return null;
}

/** Another program may have taken away the transition that we wrote. */
function withoutTransition(item: Item): Item {
  const copy = { ...item };
  if (copy.type !== 'sound') {
    delete copy.transition;
  }
  return copy;
}

/** Two items with a transition over the cut between them. Here it begins at the cut, which moves to where it begins there. */
function replaceBy(reader: Reader, before: Item | undefined, item: Item, transition: OtioChild): (Item | undefined)[] {
  const { frameRate } = reader.settings;
  const early = transition.in_offset ? Math.max(0, secondsOf(transition.in_offset)) : 0;
  const late = transition.out_offset ? Math.max(0, secondsOf(transition.out_offset)) : 0;
  if (item.type === 'sound') {
    return [before && { ...before, fadeOutSeconds: early }, { ...item, fadeInSeconds: late }];
  }
  const touches = before !== undefined && isSameTime(endOf(before), item.startSeconds, frameRate);
  const moved = touches ? Math.min(early, before.durationSeconds / 2, headOf(item)) : 0;
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
    transition: { type: typeOf(transition), durationSeconds: isSame ? was : durationSeconds },
  };
  return [before && moved > 0 ? { ...before, durationSeconds: before.durationSeconds - moved } : before, next];
}

/** How much material there is before the start of an item, in seconds of the canvas. */
const headOf = (item: Item): number => (item.type === 'video' ? item.sourceStartSeconds / item.speed : Infinity);

const ownTransition = z.object({ type: z.enum(['dissolve', 'wipe-left', 'wipe-right', 'slide-left', 'slide-right']) });

const typeOf = ({ metadata, transition_type: type }: OtioChild): z.output<typeof ownTransition>['type'] =>
  ownTransition.safeParse(metadata?.[metadataName]).data?.type ??
  (/wipe/i.test(type ?? '') ? 'wipe-right' : 'dissolve');
