import { splitUnit, toNumberText, toWords } from '#core/protocol/field-words.ts';

/** The number of rows that are printed of a list. Some lists have a row for each frame. */
const rowsMax = 12;

/**
 * Formats a proposal as text, with a line for each value and each row of its lists, indented by two spaces for each level. `names`
 * contains the file names of the materials by their handles.
 */
export function toProposalLines(proposal: unknown, names: ReadonlyMap<string, string> = new Map()): string[] {
  const lines = isRecord(proposal) ? Object.entries(proposal).flatMap(([name, value]) => toLines(name, value, '')) : [];
  return lines.map((line) => [...names].reduce((text, [handle, name]) => text.replaceAll(handle, name), line));
}

function toLines(name: string, value: unknown, indent: string): string[] {
  const label = toWords(splitUnit(name).name);
  if (Array.isArray(value) && value.some(isRecord)) {
    const rows = value.slice(0, rowsMax).map((row, index) => `${indent}  ${index + 1}. ${toPhrase(row)}`);
    const rest = value.length - rows.length;
    return [`${indent}${label}: ${value.length}`, ...rows, ...(rest > 0 ? [`${indent}  and ${rest} more`] : [])];
  }
  return [`${indent}${label}: ${toText(name, value)}`];
}

/** Formats an object on one line: `start 1.2 s, end 2 s, kind silence`. Omits ids and empty values. */
function toPhrase(value: unknown): string {
  if (!isRecord(value)) {
    return toText('', value);
  }
  return Object.entries(value)
    .filter(([name, part]) => name !== 'id' && part !== null && part !== '')
    .map(([name, part]) => toPart(name, part))
    .filter((part) => part !== '')
    .join(', ');
}

function toPart(name: string, value: unknown): string {
  const label = toWords(splitUnit(name).name).toLowerCase();
  if (typeof value === 'boolean') {
    return value ? label : `not ${label}`;
  }
  // Nested lists of objects, such as alternatives, are shown only on the review page.
  return Array.isArray(value) && value.some(isRecord) ? '' : `${label} ${toText(name, value)}`;
}

function toText(name: string, value: unknown): string {
  if (typeof value === 'number') {
    return `${toNumberText(value)} ${splitUnit(name).unit}`.trim();
  }
  if (typeof value === 'boolean') {
    return value ? 'yes' : 'no';
  }
  if (Array.isArray(value)) {
    const parts = value.slice(0, rowsMax).map((part) => toText('', part));
    return [...parts, ...(value.length > rowsMax ? [`and ${value.length - rowsMax} more`] : [])].join(', ') || 'none';
  }
  if (isRecord(value)) {
    return `(${toPhrase(value)})`;
  }
  if (typeof value !== 'string') {
    return 'none';
  }
  // Text that the user wrote or reads is quoted even if it is one word.
  return name === 'text' || /\s/.test(value) ? JSON.stringify(value) : value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
