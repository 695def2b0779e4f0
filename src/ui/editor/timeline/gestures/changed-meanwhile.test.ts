import type { Signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { documentOf, itemOf } from '../../../../../test/support/timeline.ts';
import { openEditor } from '../../session/open-editor.ts';
import { pressClip, type ClipPart } from './clip-gestures.ts';
import { pressMarker } from './lane-gestures.ts';
import type { Surface } from './surface.ts';
import { pressGrip } from './track-gesture.ts';

/** What comes from other tabs and agents while a hand holds something: the gesture goes on with the canvas as it is by then. */

const document = documentOf(
  [
    { id: 'film', items: [itemOf('video', 'a'), itemOf('video', 'b', { startSeconds: 4 })] },
    { id: 'titles', items: [itemOf('text', 't')] },
    { id: 'top', items: [] },
  ],
  { markers: [{ id: 'marker', atSeconds: 1, label: 'Here' }] },
);

let frames: (() => void)[];

beforeEach(() => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('Element', EventTarget);
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('CSS', { escape: (text: string) => text });
});

afterEach(() => void vi.unstubAllGlobals());

function open() {
  const times = { createdAt: '2026-05-03T10:00:00Z', updatedAt: '2026-05-03T10:00:00Z' };
  const editor = openEditor({ id: 'cnv_1', revision: 1, document, durationSeconds: 6, assets: {}, ...times });
  editor.view.isSnapping.value = false;
  editor.view.pixelsPerSecond.value = 100;
  const element = Object.assign(new EventTarget(), {
    ownerDocument: new EventTarget(),
    scrollTop: 0,
    setPointerCapture: () => undefined,
    getBoundingClientRect: () => ({ left: 0, top: 0, right: 1e5, bottom: 1e5 }),
    querySelector: () => ({ dataset: {}, style: { removeProperty: () => undefined } }),
  });
  const tell = (name: string, x: number, y: number): PointerEvent =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no events of pointers
    Object.assign(new Event(name), { pointerId: 1, clientX: x, clientY: y, buttons: 1 }) as PointerEvent;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nor elements
  const surface = { editor, element, headPx: 0, rulerPx: 0, isPhone: false } as unknown as Surface;
  return {
    editor,
    surface,
    press: (x: number, y = 150) => tell('pointerdown', x, y),
    move: (x: number, y = 150) => {
      element.dispatchEvent(tell('pointermove', x, y));
      frames.splice(0).forEach((act) => act());
    },
    letGo: (x: number, y = 150) => void element.dispatchEvent(tell('pointerup', x, y)),
    /** As a merge does. */
    change: (...edits: Edit[]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the session writes what panes only read
      const written = editor.document as Signal<TimelineDocument>;
      written.value = applyEdits(written.value, edits);
    },
  };
}

const item = ({ document: { value } }: ReturnType<typeof open>['editor'], id: string) =>
  value.tracks.flatMap(({ items }) => items).find((one) => one.id === id);

/** Holds a part of the clip `b`, goes 1 s to the right while others change something, and lets go. */
function drag(part: ClipPart, ...edits: Edit[]) {
  const tab = open();
  pressClip(tab.surface, tab.press(590), { itemId: 'b', part, lengthOf: () => undefined });
  tab.move(640);
  tab.change(...edits);
  tab.move(690);
  tab.letGo(690);
  return tab.editor;
}

test('an edge of a clip that was moved elsewhere meanwhile goes as far as the hand', () => {
  const editor = drag({ part: 'edge', edge: 'end' }, { type: 'move', itemId: 'b', startSeconds: 7 });
  expect(item(editor, 'b')).toMatchObject({ startSeconds: 7, durationSeconds: 3 });
  editor.history.undo();
  expect(item(editor, 'b')).toMatchObject({ startSeconds: 7, durationSeconds: 2 });
});

test('a clip that was moved elsewhere meanwhile goes on from there, and what else came stays', () => {
  const editor = drag(
    { part: 'body' },
    { type: 'move', itemId: 'b', startSeconds: 7 },
    { type: 'set', itemId: 'a', properties: { opacity: 0.5 } },
  );
  expect([item(editor, 'a'), item(editor, 'b')]).toMatchObject([{ opacity: 0.5 }, { startSeconds: 8 }]);
});

test('a gesture on a clip that was deleted meanwhile changes nothing else, and says so', () => {
  const editor = drag({ part: 'edge', edge: 'end' }, { type: 'remove-item', itemId: 'b' });
  expect(item(editor, 'a')).toEqual(document.tracks[0]?.items[0]);
  expect(editor.refusal.value).toBe('It is not on the canvas any more.');
  expect(editor.view.gesture.value).toBeNull();
});

test('a marker that was moved elsewhere meanwhile goes on from there', () => {
  const tab = open();
  pressMarker(tab.surface, tab.press(100), 'marker');
  tab.move(150);
  tab.change({ type: 'set-marker', markerId: 'marker', atSeconds: 3 });
  tab.letGo(150);
  expect(tab.editor.document.value.markers).toMatchObject([{ atSeconds: 3.5 }]);
});

test('a track goes to the place of the track that it was put on, also where others came and went below', () => {
  const tab = open();
  // From top to bottom: top, titles, film.
  pressGrip(tab.surface, tab.press(0, 150), 'film');
  tab.move(0, 90);
  tab.change({ type: 'add-track', track: { id: 'below', name: 'Below', kind: 'visual' }, index: 0 });
  tab.letGo(0, 90);
  expect(tab.editor.document.value.tracks.map(({ id }) => id)).toEqual(['below', 'titles', 'film', 'top']);
});
