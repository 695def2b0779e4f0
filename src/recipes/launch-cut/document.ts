import type { Size } from '#core/lib/size.ts';
import type { Item, ItemOf, TimelineDocument, Track } from '#core/timeline/document.ts';
import { snapToFrame } from '#core/timeline/frames.ts';
import { plainVisual } from '#core/timeline/plain-visual.ts';
import { documentVersion } from '#core/timeline/version.ts';
import { samplesIn, type Take } from './candidates.ts';
import { aspects, type Aspect } from './defaults.ts';
import type { Passage } from './film-music.ts';
import { byItself, moving, type Timed } from './items.ts';
import type { LaunchProposal, Slot } from './proposal.ts';
import { reframe } from './reframe.ts';
import type { SeenSample } from './face-tracks.ts';
import { placePoint, placeTitle } from './title-place.ts';
import { endCardItems, pointItems, getPointPlate, titleItems, type WordItems } from './words.ts';

export type Film = {
  readonly title: string;
  readonly canvas: Size;
  readonly frameRate: number;
  readonly lengthSeconds: number;
  readonly proposal: LaunchProposal;
  /** The takes with their assets, in any order. */
  readonly takes: readonly (Take & { readonly assetId: string })[];
  readonly music: {
    readonly assetId: string;
    readonly passages: readonly Passage[];
    readonly audioTrack?: number | undefined;
  };
  /** The amplitudes of the music, and of the takes if they are audible. */
  readonly levels: { readonly music: number; readonly speech: number };
  readonly logo: (Size & { readonly assetId: string }) | null;
  readonly keepsSpeech: boolean;
  /** The audio track of the takes; absent for the default track of each. */
  readonly audioTrack?: number | undefined;
};

/** The maximum zoom of a still image, and of a shot behind an end card. */
const stillZoom = 1.1;
const revealZoom = 1.07;
/** The duration of the dissolve from the last shot to the end card. */
const endDissolveSeconds = 0.4;
const shotsTrack = 'shots';

/** Returns the canvas size for an aspect ratio and the shorter side; sides are even, because codecs require it. */
export function getCanvas(aspect: Aspect, shortSide: number): Size {
  const ratio = aspects[aspect];
  const even = (length: number): number => 2 * Math.round(length / 2);
  return ratio >= 1
    ? { width: even(shortSide * ratio), height: even(shortSide) }
    : { width: even(shortSide), height: even(shortSide / ratio) };
}

/** Creates the canvas of the film: shots on the beats, words, an end card, music. */
export function filmDocument(film: Film): TimelineDocument {
  const { canvas, frameRate, title } = film;
  const { slots, beats, dropSeconds } = film.proposal;
  const words = slots.map((slot, index) => getWords(film, slot, index));
  return {
    version: documentVersion,
    title,
    ...canvas,
    frameRate,
    background: { type: 'color', color: '#0b0d12' },
    tracks: [
      track(
        shotsTrack,
        'Shots',
        slots.map((slot) => shotItem(film, slot)),
      ),
      track(
        'shade',
        'Shade',
        words.flatMap(({ shade }) => shade),
      ),
      track('flash', 'Flash', [flashItem(film, snapToFrame(dropSeconds, frameRate))]),
      track(
        'accents',
        'Accents',
        words.flatMap(({ accents }) => accents),
      ),
      track(
        'words',
        'Words',
        words.flatMap(({ texts }) => texts),
      ),
      ...logoTrack(film),
      { ...track('music', 'Music', musicItems(film)), kind: 'sound' as const },
    ].filter(({ items }) => items.length > 0),
    markers: beats.map((atSeconds, index) => ({ id: `beat-${index + 1}`, atSeconds, label: `Beat ${index + 1}` })),
  };
}

const track = (id: string, name: string, items: Item[]): Track => ({
  id,
  name,
  kind: 'visual',
  items,
  isHidden: false,
  isMuted: false,
  isLocked: false,
});

/** Returns the time span of a slot in whole frames. */
export function getTimes({ frameRate, lengthSeconds, proposal }: Film, index: number): Timed {
  const startSeconds = snapToFrame(proposal.slots[index]?.startSeconds ?? 0, frameRate);
  const next = proposal.slots[index + 1]?.startSeconds ?? lengthSeconds;
  return { startSeconds, durationSeconds: snapToFrame(next, frameRate) - startSeconds };
}

function shotItem(film: Film, slot: Slot): Item {
  const { canvas, proposal } = film;
  const times = getTimes(film, proposal.slots.indexOf(slot));
  const take = film.takes.find(({ material }) => material === slot.shot.material) ?? film.takes[0];
  const common = { id: slot.id, name: slot.role, role: slot.role, ...times, ...plainVisual };
  const isEnd = slot.role === 'end';
  const look = isEnd ? { blurPx: 0.022 * Math.min(canvas.width, canvas.height) } : {};
  const transition = isEnd
    ? {
        transition: { type: 'dissolve' as const, durationSeconds: Math.min(endDissolveSeconds, times.durationSeconds) },
      }
    : {};
  if (!take) {
    return { ...common, type: 'shape', shape: 'rectangle', cornerPx: 0, fill: '#0b0d12', ...byItself(canvas) };
  }
  const speed = getSpeed(take, slot);
  const framing = reframe(take.footage, canvas, seenSamples(take, slot, speed));
  if (take.footage.kind === 'picture') {
    return {
      ...common,
      ...framing,
      ...kenBurns(framing, times, film.proposal.slots.indexOf(slot)),
      type: 'picture',
      assetId: take.assetId,
      ...look,
      ...transition,
    };
  }
  const isHeard = film.keepsSpeech && take.footage.hasSound && !isEnd;
  return {
    ...common,
    ...framing,
    ...(slot.role === 'reveal' ? settling(framing, times) : {}),
    type: 'video',
    assetId: take.assetId,
    sourceStartSeconds: slot.shot.startSeconds,
    speed: Math.max(0.05, speed > 0.995 ? 1 : speed),
    volume: film.levels.speech,
    isMuted: !isHeard,
    keepsPitch: true,
    ...(film.audioTrack !== undefined && { audioTrack: film.audioTrack }),
    ...look,
    ...transition,
  };
}

/** Returns the speed of a shot; one that is too short for its slot is slowed down. */
const getSpeed = ({ footage }: Take, { shot, durationSeconds }: Slot): number =>
  footage.kind === 'video' ? Math.min(1, (shot.endSeconds - shot.startSeconds) / durationSeconds) : 1;

function seenSamples({ footage }: Take, { shot }: Slot, speed: number): SeenSample[] {
  return samplesIn(footage, shot.startSeconds, shot.endSeconds).map((sample) => ({
    atSeconds: footage.kind === 'picture' ? 0 : (sample.atSeconds - shot.startSeconds) / speed,
    sample,
  }));
}

/** Zooms slowly into or out of a still image. */
function kenBurns({ width, height }: Size, { durationSeconds }: Timed, index: number) {
  const [from, to] = index % 2 === 0 ? [1, stillZoom] : [stillZoom, 1];
  return {
    width: moving(durationSeconds, from * width, to * width, 'ease-in-out'),
    height: moving(durationSeconds, from * height, to * height, 'ease-in-out'),
  };
}

/** Zooms the reveal slightly and settles it to its size. */
function settling({ width, height }: Size, { durationSeconds }: Timed) {
  const seconds = Math.min(0.7, durationSeconds);
  return {
    width: moving(seconds, revealZoom * width, width, 'ease-out'),
    height: moving(seconds, revealZoom * height, height, 'ease-out'),
  };
}

/** Creates a short flash on the drop. */
const flashItem = ({ canvas, frameRate }: Film, startSeconds: number): ItemOf<'shape'> => ({
  ...plainVisual,
  ...byItself(canvas),
  id: 'flash',
  name: 'Flash',
  role: 'flash',
  type: 'shape',
  shape: 'rectangle',
  cornerPx: 0,
  fill: '#ffffff',
  startSeconds,
  durationSeconds: snapToFrame(0.3, frameRate),
  opacity: moving(0.3, 0.45, 0, 'ease-out'),
});

function getWords(film: Film, slot: Slot, index: number): WordItems {
  const { canvas, proposal, lengthSeconds, frameRate } = film;
  const times = getTimes(film, index);
  if (slot.role === 'end') {
    return endCardItems({ canvas, times, text: slot.text ?? '', hasLogo: film.logo !== null });
  }
  if (slot.text === undefined) {
    return { shade: [], accents: [], texts: [] };
  }
  // Words stay until the next words, so that there is time to read them.
  const next = proposal.slots.findIndex((one, at) => at > index && (one.text !== undefined || one.role === 'end'));
  const until = next < 0 ? lengthSeconds : getTimes(film, next).startSeconds;
  const wanted = snapToFrame(readingSeconds(slot.text), frameRate);
  const durationSeconds = Math.min(until - times.startSeconds, Math.max(times.durationSeconds, wanted));
  const shown = { canvas, times: { startSeconds: times.startSeconds, durationSeconds }, text: slot.text, id: slot.id };
  const { framing, seen } = getView(film, slot);
  return slot.role === 'feature'
    ? pointItems({ ...shown, y: placePoint(canvas, framing, seen, getPointPlate(canvas, slot.text)) })
    : titleItems({ ...shown, place: placeTitle(canvas, framing, seen) });
}

/** Returns the visible region of a slot's shot, whose faces words must not cover. */
function getView({ takes, canvas }: Film, slot: Slot) {
  const take = takes.find(({ material }) => material === slot.shot.material);
  const seen = take ? seenSamples(take, slot, getSpeed(take, slot)) : [];
  return { framing: reframe(take?.footage ?? canvas, canvas, seen), seen };
}

/** Returns the reading time at 200 words per minute, plus a second to find the words. */
export const readingSeconds = (text: string): number => 1 + 0.3 * text.split(/\s+/).filter(Boolean).length;

function logoTrack(film: Film): Track[] {
  const { logo, canvas, proposal } = film;
  const last = proposal.slots.length - 1;
  if (!logo || proposal.slots[last]?.role !== 'end') {
    return [];
  }
  const scale = Math.min((0.34 * canvas.width) / logo.width, (0.22 * canvas.height) / logo.height);
  const item: Item = {
    ...plainVisual,
    ...getTimes(film, last),
    id: 'logo',
    name: 'Logo',
    role: 'logo',
    type: 'picture',
    assetId: logo.assetId,
    x: canvas.width / 2,
    y: canvas.height * (proposal.slots[last].text ? 0.37 : 0.5),
    width: logo.width * scale,
    height: logo.height * scale,
    fadeInSeconds: 0.5,
  };
  return [track('logo', 'Logo', [item])];
}

const musicItems = ({ music, levels, keepsSpeech, lengthSeconds }: Film): Item[] =>
  music.passages.map((passage, index) => ({
    isHidden: false,
    isLocked: false,
    id: `music-${index + 1}`,
    name: 'Music',
    role: 'music',
    type: 'sound',
    assetId: music.assetId,
    ...(music.audioTrack !== undefined && { audioTrack: music.audioTrack }),
    ...passage,
    speed: 1,
    keepsPitch: true,
    volume: levels.music,
    isMuted: false,
    fadeInSeconds: 0,
    fadeOutSeconds:
      index === music.passages.length - 1 ? Math.min(1.2, lengthSeconds / 10, passage.durationSeconds) : 0,
    ...(keepsSpeech && { ducksUnder: shotsTrack }),
  }));
