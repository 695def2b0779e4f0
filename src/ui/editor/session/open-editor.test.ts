import { beforeAll, expect, test, vi } from 'vitest';
import type { CreatedItem, Edit } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { openEditor } from './open-editor.ts';

beforeAll(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })));

const document = makeTimeline([{ items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 4 })] }]);

const open = (onCreate?: (created: readonly CreatedItem[]) => void) => {
  const canvas = {
    id: 'cnv_1',
    revision: 1,
    document,
    durationSeconds: 6,
    assets: {},
    createdAt: '2026-05-03T10:00:00Z',
    updatedAt: '2026-05-03T10:00:00Z',
  };
  return openEditor(canvas, onCreate);
};

test('the preview of a gesture follows remote changes of the canvas', () => {
  const editor = open();
  editor.apply([{ type: 'set', itemId: 'a', properties: { opacity: 0.5 } }], 'Set opacity');
  expect(editor.tryOut([{ type: 'move', itemId: 'b', startSeconds: 6 }])).toBe(true);
  editor.history.undo();
  expect(editor.shown.value.tracks[0]?.items).toMatchObject([{ opacity: 1 }, { startSeconds: 6 }]);
  editor.tryOut(null);
  expect(editor.shown.value).toBe(editor.document.value);
});

test('a gesture whose clip was removed shows the canvas as it is, and changes nothing', () => {
  const editor = open();
  const copy = { ...makeItem('video', 'c', { startSeconds: 8 }) };
  editor.apply([{ type: 'add-item', trackId: 'track-1', item: copy }], 'Paste');
  editor.tryOut([{ type: 'move', itemId: 'c', startSeconds: 12 }]);
  editor.history.undo();
  expect(editor.shown.value).toBe(editor.document.value);
  expect(editor.apply([{ type: 'move', itemId: 'c', startSeconds: 12 }], 'Move clip')).toBe(false);
  expect(editor.refusal.value).toBe('It is no longer on the canvas.');
});

test('each step reports the items that it adds; previews, refused steps, undo and redo do not', () => {
  const reported: (readonly CreatedItem[])[] = [];
  const editor = open((created) => reported.push(created));
  const split = (newId: string): Edit[] => [{ type: 'split', itemId: 'a', atSeconds: 1, newId }];
  editor.tryOut(split('previewed'));
  editor.apply(split('b'), 'Split clip');
  expect(reported).toEqual([]);
  editor.apply(split('later'), 'Split clip');
  editor.history.undo();
  editor.history.redo();
  expect(reported).toEqual([[{ itemId: 'later', fromId: 'a' }]]);
});
