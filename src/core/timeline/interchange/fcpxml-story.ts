import type { Item, TimelineDocument, Track } from '../document.ts';
import { isSameTime, snapToFrame } from '../frames.ts';
import { durationOf, endOf, inOrder } from '../schedule.ts';
import { localStartOf, toClip, type ClipWriter } from './fcpxml-clip.ts';
import type { Resources } from './fcpxml-resources.ts';
import type { Clock } from './fcpxml-time.ts';
import { element, type XmlElement } from './xml.ts';

/** A stretch of the main story: an item, or a gap. Times are seconds of the canvas. */
type Stretch = { readonly startSeconds: number; readonly endSeconds: number; readonly item: Item | null };

/**
 * The main story: the items of the lowest track with a clip, and the gaps between them. Items of other tracks are connected to
 * the stretch in which they begin, on lanes above it, sound on lanes below.
 */
export function toStory(document: TimelineDocument, resources: Resources, clock: Clock): XmlElement[] {
  const writer: ClipWriter = { document, resources, clock };
  const main = document.tracks.find(
    ({ kind, items }) => kind === 'visual' && items.some((item) => isWritten(writer, item)),
  );
  const stretches = toStretches(writer, main);
  const others = toLanes(document.tracks.filter((track) => track !== main));
  return stretches.flatMap((stretch, index) => [
    ...toTransition(writer, stretch, stretches[index - 1]),
    toElement(writer, stretch, main, toConnected(writer, stretch, others)),
  ]);
}

const isWritten = (writer: ClipWriter, item: Item): boolean =>
  toClip(writer, item, { offset: '0s', lane: undefined, isEnabled: true }) !== null;

function toStretches(writer: ClipWriter, main: Track | undefined): Stretch[] {
  const { document } = writer;
  const items = inOrder(main?.items ?? []).filter((item) => isWritten(writer, item));
  const onFrame = (seconds: number): number => snapToFrame(seconds, document.frameRate);
  const stretches: Stretch[] = [];
  let cursor = 0;
  for (const item of items) {
    const start = onFrame(item.startSeconds);
    if (start > cursor) {
      stretches.push({ startSeconds: cursor, endSeconds: start, item: null });
    }
    cursor = Math.max(onFrame(endOf(item)), start + 1 / document.frameRate);
    stretches.push({ startSeconds: start, endSeconds: cursor, item });
  }
  const end = onFrame(durationOf(document));
  return end > cursor ? [...stretches, { startSeconds: cursor, endSeconds: end, item: null }] : stretches;
}

function toElement(
  writer: ClipWriter,
  { startSeconds, endSeconds, item }: Stretch,
  main: Track | undefined,
  connected: readonly XmlElement[],
): XmlElement {
  const { clock } = writer;
  const offset = clock.toTime(startSeconds);
  const gap = { name: 'Gap', offset, start: '0s', duration: clock.toDuration(endSeconds - startSeconds) };
  const isEnabled = !main || !item || isOn(main, item);
  const clip = item && toClip(writer, item, { offset, lane: undefined, isEnabled }, connected);
  return clip ?? element('gap', gap, connected);
}

/** What begins within the stretch on the other tracks, in the stretch's own time. */
function toConnected(writer: ClipWriter, stretch: Stretch, lanes: readonly Lane[]): XmlElement[] {
  const local = stretch.item ? localStartOf(stretch.item) : 0;
  return lanes.flatMap(({ track, items, lane }) =>
    items
      .filter(({ startSeconds }) => isWithin(writer, startSeconds, stretch))
      .flatMap((item) => {
        const offset = writer.clock.toTime(local + item.startSeconds - stretch.startSeconds);
        return toClip(writer, item, { offset, lane, isEnabled: isOn(track, item) }) ?? [];
      }),
  );
}

const isOn = (track: Track, item: Item): boolean =>
  item.type === 'sound' ? !track.isMuted && !item.isMuted : !track.isHidden && !item.isHidden;

const isWithin = ({ document }: ClipWriter, seconds: number, { startSeconds, endSeconds }: Stretch): boolean => {
  const start = snapToFrame(seconds, document.frameRate);
  return start >= startSeconds && start < endSeconds;
};

/** A track beside the main story, with its items in order of time. */
type Lane = { readonly track: Track; readonly items: readonly Item[]; readonly lane: number };

/** Lanes from 1 up for what is seen, from -1 down for what is heard. */
function toLanes(tracks: readonly Track[]): Lane[] {
  let above = 0;
  let below = 0;
  return tracks.map((track) => ({
    track,
    items: inOrder(track.items),
    lane: track.kind === 'sound' ? (below -= 1) : (above += 1),
  }));
}

/** A dissolve lies over the middle of its cut there; it begins at the cut here. */
function toTransition({ document, clock }: ClipWriter, stretch: Stretch, before: Stretch | undefined): XmlElement[] {
  const { item } = stretch;
  const transition = item && item.type !== 'sound' ? item.transition : undefined;
  const isReplacing = before?.item && item && isSameTime(endOf(before.item), item.startSeconds, document.frameRate);
  if (!transition || !isReplacing) {
    return [];
  }
  const offset = clock.toTime(stretch.startSeconds - transition.durationSeconds / 2);
  const duration = clock.toDuration(transition.durationSeconds);
  return [element('transition', { name: 'Cross Dissolve', offset, duration })];
}
