import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTimeline, stubPage } from '../../../../../test/support/held-timeline.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { pressClip } from './clip-gestures.ts';

let nowMs = 0;

beforeEach(() => {
  stubPage();
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Drags a clip from 4 to 6 s, of which the other panes are notified by the document that the editor shows. */
function hold() {
  const tab = openTimeline(makeTimeline([{ items: [makeItem('video', 'a', { startSeconds: 4 })] }]));
  pressClip(tab.surface, tab.press(450), { itemId: 'a', part: { part: 'body' }, getAssetDuration: () => undefined });
  const told: (number | undefined)[] = [];
  const at = (ms: number, x: number | null): void => {
    nowMs = ms;
    if (x === null) {
      tab.rest();
    } else {
      tab.move(x);
    }
    const start = tab.editor.shown.value.tracks[0]?.items[0]?.startSeconds;
    if (start !== (told.at(-1) ?? 4)) {
      told.push(start);
    }
  };
  return { ...tab, at, told };
}

test('the other panes are updated when the pointer rests', () => {
  const { at, told } = hold();
  at(16, 500);
  at(100, null);
  expect(told).toEqual([]);
  at(120, null);
  expect(told).toEqual([4.5]);
});

test('they are updated rarely while the pointer moves, and in a frame without a step if possible', () => {
  const { at, told } = hold();
  for (let ms = 16; ms < 700; ms += 16) {
    at(ms, 500 + ms / 2);
  }
  expect(told).toEqual([]);
  at(704, null);
  expect(told).toHaveLength(1);
  for (let ms = 720; ms < 2400; ms += 16) {
    at(ms, 500 + ms / 2);
  }
  expect(told).toHaveLength(3);
});

test('a released clip updates them only by its result', () => {
  const { at, editor, letGo } = hold();
  const shown: unknown[] = [];
  editor.shown.subscribe((document) => shown.push(document));
  at(16, 500);
  nowMs = 900;
  letGo(500);
  expect(editor.shown.value.tracks[0]?.items[0]?.startSeconds).toBe(4.5);
  expect(shown).toHaveLength(2);
});
