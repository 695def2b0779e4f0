import type { Item, TimelineDocument } from '../document.ts';
import { getEnd, inOrder } from '../schedule.ts';
import type { MediaFiles } from './media-file.ts';

const head = [
  'track',
  'id',
  'type',
  'name',
  'role',
  'start',
  'end',
  'duration',
  'file',
  'source start',
  'speed',
  'hidden',
  'muted',
  'text',
];

/** Writes every item of a document as a row of CSV (RFC 4180), tracks from the bottom, in order of time. Times are seconds. */
export function toCsv({ tracks }: TimelineDocument, files: MediaFiles): string {
  const rows = tracks.flatMap(({ name, items, isHidden, isMuted }) =>
    inOrder(items).map((item) => [
      name,
      item.id,
      item.type,
      item.name,
      item.role ?? '',
      toNumber(item.startSeconds),
      toNumber(getEnd(item)),
      toNumber(item.durationSeconds),
      ...getSource(item, files),
      toYes(isHidden || item.isHidden),
      toYes(isMuted || ('isMuted' in item && item.isMuted)),
      getText(item),
    ]),
  );
  return [head, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function getSource(item: Item, files: MediaFiles): [string, string, string] {
  const file = 'assetId' in item ? (files[item.assetId]?.name ?? item.assetId) : '';
  return 'speed' in item ? [file, toNumber(item.sourceStartSeconds), toNumber(item.speed)] : [file, '', ''];
}

function getText(item: Item): string {
  if (item.type === 'bubbles') {
    return item.messages.map(({ text }) => text).join('\n');
  }
  return item.type === 'text' ? item.text : '';
}

const toYes = (is: boolean): string => (is ? 'yes' : '');

const toNumber = (value: number): string => String(Number(value.toFixed(6)));

/** Quotes a cell. An apostrophe in front prevents spreadsheets from running text that looks like a formula. */
const toCell = (value: string): string => {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
