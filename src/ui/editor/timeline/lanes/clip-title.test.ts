import { expect, test } from 'vitest';
import type { Item } from '#core/timeline/document.ts';
import { makeItem } from '#test/support/timeline.ts';
import { titleWithin, type ClipTitle } from './clip-title.ts';

/** Letters are ten pixels wide, and five in the notes; the margins take 16. */
const widths = { name: () => 10, note: () => 5 };
const titled = (item: Item, widthPx: number, isHandled = false): ClipTitle =>
  titleWithin(item, widthPx, isHandled, widths);
const intro = makeItem('video', 'v', { name: 'Introduction', durationSeconds: 4.2 });

test('a clip shows its name and duration if both fit, and never a part of the duration', () => {
  // 12 letters, a space, and the 5 letters of "4.2 s".
  expect(titled(intro, 16 + 120 + 10 + 25)).toEqual({ name: 'Introduction', notes: '4.2 s' });
  expect(titled(intro, 16 + 120 + 10 + 24)).toEqual({ name: 'Introduction', notes: '' });
  expect(titled(intro, 16 + 120)).toEqual({ name: 'Introduction', notes: '' });
});

test('a name that does not fit is truncated between letters, with an ellipsis', () => {
  expect(titled(intro, 16 + 119).name).toBe('Introducti…');
  expect(titled(intro, 16 + 20).name).toBe('I…');
  expect(titled(intro, 16 + 19).name).toBe('');
  expect(titled(intro, 23).name).toBe('');
  expect(titled(makeItem('text', 't', { text: 'On and on' }), 16 + 49).name).toBe('On…');
});

test('characters that form one letter are not separated', () => {
  const family = '👨‍👩‍👧';
  expect(titled(makeItem('text', 't', { text: `${family}${family}${family}` }), 16 + 29).name).toBe(`${family}…`);
});

test('two handles, and the mark of a group reduce the space for a name', () => {
  expect(titled(intro, 16 + 120, true).name).toBe('Introduc…');
  expect(titled({ ...intro, groupId: 'g' }, 16 + 120).name).toBe('Introduct…');
});

test('a speed is shown after the duration', () => {
  expect(titled(makeItem('video', 'v', { name: 'Run', speed: 2 }), 400).notes).toMatch(/ s 2×$/);
});

test('a long name is measured only as far as it fits', () => {
  let measured = 0;
  const counted = { ...widths, name: () => ((measured += 1), 10) };
  titleWithin(makeItem('text', 't', { text: 'x'.repeat(5000) }), 100, false, counted);
  expect(measured).toBeLessThan(30);
});
