import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Edit } from '#core/timeline/edit.ts';
import { openTimeline, stubPage } from '../../../../../test/support/held-timeline.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { pressClip, type ClipPart } from './clip-gestures.ts';
import { pressMarker } from './lane-gestures.ts';
import { pressGrip } from './track-gesture.ts';

/** Changes of other tabs and agents during a gesture: the gesture continues on the current canvas. */

const document = makeTimeline(
  [
    { id: 'film', items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 4 })] },
    { id: 'titles', items: [makeItem('text', 't')] },
    { id: 'top', items: [] },
  ],
  { markers: [{ id: 'marker', atSeconds: 1, label: 'Here' }] },
);

beforeEach(stubPage);
afterEach(() => void vi.unstubAllGlobals());

const open = () => openTimeline(document);

const item = ({ document: { value } }: ReturnType<typeof open>['editor'], id: string) =>
  value.tracks.flatMap(({ items }) => items).find((one) => one.id === id);

/** Drags a part of the clip `b` by 1 s to the right while others change something, and releases it. */
function drag(part: ClipPart, ...edits: Edit[]) {
  const tab = open();
  tab.editor.view.isMagnetic.value = false;
  pressClip(tab.surface, tab.press(590), { itemId: 'b', part, getAssetDuration: () => undefined });
  tab.move(640);
  tab.change(...edits);
  tab.move(690);
  tab.letGo(690);
  return tab.editor;
}

test('an edge of a clip that was moved elsewhere during the gesture moves by the distance of the pointer', () => {
  const editor = drag({ part: 'edge', edge: 'end' }, { type: 'move', itemId: 'b', startSeconds: 7 });
  expect(item(editor, 'b')).toMatchObject({ startSeconds: 7, durationSeconds: 3 });
  editor.history.undo();
  expect(item(editor, 'b')).toMatchObject({ startSeconds: 7, durationSeconds: 2 });
});

test('a clip that was moved elsewhere during the gesture continues from there, and other remote changes stay', () => {
  const editor = drag(
    { part: 'body' },
    { type: 'move', itemId: 'b', startSeconds: 7 },
    { type: 'set', itemId: 'a', properties: { opacity: 0.5 } },
  );
  expect([item(editor, 'a'), item(editor, 'b')]).toMatchObject([{ opacity: 0.5 }, { startSeconds: 8 }]);
});

test('a gesture on a clip that was deleted meanwhile changes nothing else, and reports it', () => {
  const editor = drag({ part: 'edge', edge: 'end' }, { type: 'remove-item', itemId: 'b' });
  expect(item(editor, 'a')).toEqual(document.tracks[0]?.items[0]);
  expect(editor.refusal.value).toBe('It is no longer on the canvas.');
  expect(editor.view.gesture.value).toBeNull();
});

test('a marker that was moved elsewhere during the gesture continues from there', () => {
  const tab = open();
  pressMarker(tab.surface, tab.press(100), 'marker');
  tab.move(150);
  tab.change({ type: 'set-marker', markerId: 'marker', atSeconds: 3 });
  tab.letGo(150);
  expect(tab.editor.document.value.markers).toMatchObject([{ atSeconds: 3.5 }]);
});

test('a dragged track takes the position of its target, also if others were added and removed below', () => {
  const tab = open();
  // From top to bottom: top, titles, film.
  pressGrip(tab.surface, tab.press(0, 150), 'film');
  tab.move(0, 90);
  tab.change({ type: 'add-track', track: { id: 'below', name: 'Below', kind: 'visual' }, index: 0 });
  tab.letGo(0, 90);
  expect(tab.editor.document.value.tracks.map(({ id }) => id)).toEqual(['below', 'titles', 'film', 'top']);
});
