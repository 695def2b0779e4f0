import { expect, test } from 'vitest';
import { assemble } from '#core/timeline/assemble.ts';
import { newCanvas } from './canvases.ts';
import { createFoundParser } from './parse-found.ts';

test('a canvas is parsed only once while its revision is the same', () => {
  const parse = createFoundParser();
  const canvas = newCanvas(assemble('One', []), null, 0);
  const first = parse('canvases', structuredClone(canvas));
  expect(first).toEqual(canvas);
  expect(parse('canvases', structuredClone(canvas))).toBe(first);
  const later = { ...canvas, revision: 2, document: { ...canvas.document, title: 'Two' } };
  expect(parse('canvases', structuredClone(later))).toEqual(later);
  expect(parse('canvases', structuredClone(canvas))).toEqual(canvas);
  expect(parse('canvases', undefined)).toBeUndefined();
});
