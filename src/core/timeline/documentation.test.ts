import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { timelineDocument, timelineItem } from './document.ts';
import { easingIds } from './easing.ts';
import { editSchema } from './edit.ts';
import { interchangeFormats } from './interchange/interchange.ts';

const page = readFileSync(new URL('../../../docs/timeline.md', import.meta.url), 'utf8');
const prose = page.replaceAll(/^```.*?^```$/gms, '');
const words = new Set([...prose.matchAll(/`([^`]+)`/g)].map(([, word]) => word));

test('docs/timeline.md names every field, type, easing, edit and format', () => {
  const { shape } = timelineDocument;
  const names = [
    ...Object.keys(shape),
    ...Object.keys(shape.tracks.element.shape),
    ...timelineItem.options.flatMap(({ shape: fields }) => [...Object.keys(fields), ...fields.type.values]),
    ...easingIds,
    ...editSchema.options.flatMap(({ shape: fields }) => [...fields.type.values]),
    ...Object.keys(interchangeFormats),
  ];
  expect([...new Set(names)].filter((name) => !words.has(name))).toEqual([]);
});
