import type { Item, TimelineDocument, Track } from '../document.ts';
import { isSameTime } from '../frames.ts';
import { getDocumentSeconds, getEnd, inOrder } from '../schedule.ts';
import { getLocalStart, getSpan, toClip, type ClipWriter } from './fcpxml-clip.ts';
import type { Resources } from './fcpxml-resources.ts';
import type { Clock } from './fcpxml-time.ts';
import { element, type XmlElement } from './xml.ts';

/** A segment of the primary storyline: an item, or a gap. In frames of the canvas. */
type Stretch = { readonly start: number; readonly end: number; readonly item: Item | null };

/**
 * Writes the primary storyline: the items of the lowest track with a clip, and the gaps between them. Items of other tracks are
 * connected to the segment in which they start, on lanes above it, or below it for audio.
 */
export function toStory(document: TimelineDocument, resources: Resources, clock: Clock): XmlElement[] {
  const writer: ClipWriter = { document, resources, clock };
  const isMain = ({ kind, items }: Track): boolean =>
    kind === 'visual' && items.some((item) => isWritten(writer, item));
  const main = document.tracks.find(isMain);
  const stretches = toStretches(writer, main);
  const others = toLanes(document.tracks.filter((track) => track !== main));
  return stretches.flatMap((stretch, index) => [
    ...toTransition(writer, stretch, stretches[index - 1]),
    toElement(writer, stretch, main, toConnected(writer, stretch, others)),
  ]);
}

const isWritten = (writer: ClipWriter, item: Item): boolean =>
  toClip(writer, item, { offset: 0, lane: undefined, isEnabled: true }) !== null;

function toStretches(writer: ClipWriter, main: Track | undefined): Stretch[] {
  const stretches: Stretch[] = [];
  let cursor = 0;
  for (const item of inOrder(main?.items ?? []).filter((one) => isWritten(writer, one))) {
    const { start, end } = getSpan(writer, item);
    if (start > cursor) {
      stretches.push({ start: cursor, end: start, item: null });
    }
    stretches.push({ start, end, item });
    cursor = end;
  }
  const end = writer.clock.countFrames(getDocumentSeconds(writer.document));
  return end > cursor ? [...stretches, { start: cursor, end, item: null }] : stretches;
}

function toElement(
  writer: ClipWriter,
  { start, end, item }: Stretch,
  main: Track | undefined,
  connected: readonly XmlElement[],
): XmlElement {
  const { write } = writer.clock;
  const gap = { name: 'Gap', offset: write(start), start: '0s', duration: write(end - start) };
  const isEnabled = !main || !item || isOn(main, item);
  const clip = item && toClip(writer, item, { offset: start, lane: undefined, isEnabled }, connected);
  return clip ?? element('gap', gap, connected);
}

/** A track outside of the primary storyline, with its items in order of time. */
type Lane = { readonly track: Track; readonly items: readonly Item[]; readonly lane: number };

/** Numbers the lanes: from 1 up for visual tracks, from -1 down for audio tracks. */
function toLanes(tracks: readonly Track[]): Lane[] {
  let above = 0;
  let below = 0;
  return tracks.map((track) => ({
    track,
    items: inOrder(track.items),
    lane: track.kind === 'sound' ? (below -= 1) : (above += 1),
  }));
}

/** Writes the clips of other tracks that start within the segment, on the segment's clock. */
function toConnected(writer: ClipWriter, stretch: Stretch, lanes: readonly Lane[]): XmlElement[] {
  const local = stretch.item ? getLocalStart(writer, stretch.item) : 0;
  return lanes.flatMap(({ track, items, lane }) =>
    items.flatMap((item) => {
      const start = writer.clock.countFrames(item.startSeconds);
      const isWithin = start >= stretch.start && start < stretch.end;
      const offset = local + start - stretch.start;
      return (isWithin && toClip(writer, item, { offset, lane, isEnabled: isOn(track, item) })) || [];
    }),
  );
}

const isOn = (track: Track, item: Item): boolean =>
  item.type === 'sound' ? !track.isMuted && !item.isMuted : !track.isHidden && !item.isHidden;

/** Writes a transition, which starts at the edit point in a canvas, but is centered on it in FCPXML. */
function toTransition({ document, clock }: ClipWriter, stretch: Stretch, before: Stretch | undefined): XmlElement[] {
  const { item } = stretch;
  const transition = item && item.type !== 'sound' ? item.transition : undefined;
  const isReplacing = before?.item && item && isSameTime(getEnd(before.item), item.startSeconds, document.frameRate);
  const frames = clock.countFrames(transition?.durationSeconds ?? 0);
  if (!isReplacing || frames === 0) {
    return [];
  }
  const offset = clock.write(stretch.start - Math.floor(frames / 2));
  return [element('transition', { name: 'Cross Dissolve', offset, duration: clock.write(frames) })];
}
