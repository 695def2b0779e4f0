import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';
import { createPacker, createUnpacker } from './packed-document.ts';
import { applyEdits } from '../timeline/edit.ts';

test('an item is sent again only after an edit, and stays the same object', () => {
  const [pack, unpack] = [createPacker(), createUnpacker()];
  const send = (document: Parameters<typeof pack>[0]) => unpack(structuredClone(pack(document)));
  const before = makeTimeline([{ items: [makeItem('text', 'one')] }, { items: [makeItem('shape', 'other')] }]);
  const first = send(before);
  expect(first).toEqual(before);
  const after = applyEdits(before, [{ type: 'set', itemId: 'one', properties: { x: 7 } }]);
  const second = send(after);
  expect(second).toEqual(after);
  expect(second.tracks[1]?.items[0]).toBe(first.tracks[1]?.items[0]);
  expect(second.tracks[0]?.items[0]).not.toBe(first.tracks[0]?.items[0]);
  // The undo restores the document before, whose changed item was dropped in between.
  expect(send(before)).toEqual(before);
  expect(JSON.stringify(pack(before).tracks)).not.toContain('durationSeconds');
});

test('a document that was not packed is accepted, and earlier items are still known', () => {
  const [pack, unpack] = [createPacker(), createUnpacker()];
  const document = makeTimeline([{ items: [makeItem('text', 'one')] }]);
  unpack(pack(document));
  const other = makeTimeline([{ items: [makeItem('text', 'two')] }]);
  expect(unpack(other)).toEqual(other);
  expect(unpack(pack(document))).toEqual(document);
});
