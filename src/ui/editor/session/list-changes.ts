import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { getHead } from '#core/timeline/merge/get-head.ts';
import { isEqual } from '#core/timeline/merge/three-way.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { flips } from '../inspector/values/flips.ts';
import { inDecibels, inDegrees, inPercent, inPixels, inUnit, type Notation } from '../inspector/values/notation.ts';

/** The changes of one part of a canvas, in words: `“beach.mp4”`, `starts at 0:04.00, was 0:02.00; opacity 50 %, was 100 %`. */
export type Change = {
  readonly kind: 'canvas' | 'track' | 'item' | 'marker';
  /** The id of the track, item or marker; empty for the canvas itself. */
  readonly id: string;
  readonly name: string;
  readonly words: string;
};

/** Lists the differences between two states of a canvas, one entry for each part. */
export function listChanges(before: TimelineDocument, after: TimelineDocument): Change[] {
  return [
    ...compare('canvas', [toCanvas(before, after)], [toCanvas(after, before)], () => 'The canvas'),
    ...compare('track', before.tracks.map(getHead), after.tracks.map(getHead), ({ name }) => `Track “${name}”`),
    ...compare('item', listPlaced(before), listPlaced(after), toItemName),
    ...compare('marker', before.markers, after.markers, ({ label }) => `Marker “${label || 'Untitled'}”`),
  ];
}

/** Returns the fields of the canvas itself, with the order of the tracks that exist in both states. */
function toCanvas(document: TimelineDocument, other: TimelineDocument): { readonly id: string } {
  const { tracks, markers: _, ...fields } = document;
  const known = new Set(other.tracks.map(({ id }) => id));
  const order = tracks.map(({ id }) => id).filter((id) => known.has(id));
  const canvas = { id: '', ...fields, tracks: order.join() };
  return canvas;
}

const listPlaced = ({ tracks }: TimelineDocument): (Item & { track: string })[] =>
  tracks.flatMap(({ name, items }) => items.map((item) => ({ ...item, track: name })));

const toItemName = (item: Item): string => `“${(item.type === 'text' && item.text) || item.name || 'Untitled'}”`;

function compare<T extends { readonly id: string }>(
  kind: Change['kind'],
  before: readonly T[],
  after: readonly T[],
  toName: (one: T) => string,
): Change[] {
  const [was, is] = [before, after].map((all) => new Map(all.map((one) => [one.id, one])));
  const ids = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  return ids.flatMap((id) => {
    const [old, now] = [was?.get(id), is?.get(id)];
    const named = now ?? old;
    const words = !old ? 'is new' : now ? compareFields(old, now) : 'was removed';
    return named && words !== '' ? [{ kind, id, name: toName(named), words }] : [];
  });
}

function compareFields(before: object, after: object): string {
  const [was, is] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((field) => field !== 'sourceDurationSeconds' && !isEqual(was.get(field), is.get(field)))
    .map((field) => toWords(field, was.get(field), is.get(field)))
    .join('; ');
}

const fieldNames: Readonly<Record<string, string>> = {
  startSeconds: 'starts at',
  atSeconds: 'is at',
  durationSeconds: 'lasts',
  sourceStartSeconds: 'source starts at',
  assetId: 'file',
  fontAssetId: 'font file',
  ducksUnder: 'ducks under another track',
  keepsPitch: 'preserve pitch',
  contactName: 'contact',
  sizePx: 'font size',
  cornerPx: 'corners',
  track: 'is on',
  tracks: 'track order',
  x: 'x',
  y: 'y',
};

/** Converts the name of a field to words: `fadeInSeconds` becomes `fade in`. */
export const toFieldName = (field: string): string =>
  fieldNames[field] ??
  field
    .replace(/(?:Seconds|Px|Id)$/, '')
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();

function toWords(field: string, was: unknown, is: unknown): string {
  const [old, now] = [toValue(field, was), toValue(field, is)];
  return old === null || now === null ? `${toFieldName(field)} changed` : `${toFieldName(field)} ${now}, was ${old}`;
}

/** Number formats, as in the properties pane. */
const notations: Readonly<Record<string, Notation>> = {
  ...Object.fromEntries(['x', 'y', 'width', 'height', 'blurPx', 'sizePx', 'cornerPx'].map((name) => [name, inPixels])),
  ...Object.fromEntries(['opacity', 'letterSpacing', 'scale'].map((name) => [name, inPercent])),
  rotation: inDegrees,
  volume: inDecibels,
  speed: inUnit('×', { digits: 2 }),
  frameRate: inUnit('fps', { digits: 3 }),
};

/** Fields with text of the user. */
const written = new Set(['title', 'name', 'text', 'label', 'contactName', 'track']);
/** Ids, and lists of ids. */
const unspoken = /Id$|^(tracks|ducksUnder|role)$/;

/** Formats a value that is short in words; returns null for others. */
function toValue(field: string, value: unknown): string | null {
  if (typeof value === 'number') {
    const text = notations[field]?.format(value) ?? String(Number(value.toFixed(2)));
    return field.endsWith('Seconds') ? toTimecode(value) : text;
  }
  if (typeof value === 'boolean') {
    return value ? 'on' : 'off';
  }
  if (typeof value !== 'string' || value.length > 40 || unspoken.test(field)) {
    return null;
  }
  return written.has(field) ? `“${value}”` : toChoice(field, value);
}

/** Formats one of several choices with its label in the properties pane. */
function toChoice(field: string, value: string): string {
  const flip = field === 'flip' ? flips.find((one) => one.value === value) : undefined;
  return field === 'font' ? value : (flip?.label ?? value.replace('-', ' ')).toLowerCase();
}
