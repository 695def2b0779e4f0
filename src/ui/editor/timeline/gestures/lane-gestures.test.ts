import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { createTransport } from '../../stage/transport.ts';
import { createTimelineView } from '../timeline-view.ts';
import { pressLane } from './lane-gestures.ts';
import type { Surface } from './surface.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Creates a press next to the clips, while the clip `a` is selected. */
function press() {
  const view = createTimelineView();
  const document = signal(
    makeTimeline([{ items: [makeItem('text', 'a'), makeItem('text', 'b', { startSeconds: 3 })] }]),
  );
  const selection = signal<readonly string[]>(['a']);
  const element = Object.assign(new EventTarget(), {
    ownerDocument: new EventTarget(),
    scrollTop: 0,
    setPointerCapture: () => undefined,
    getBoundingClientRect: () => ({ left: 0, top: 0, right: 1e5, bottom: 1e5 }),
  });
  const tell = (name: string, more: object): Event =>
    Object.assign(new Event(name), { pointerId: 1, clientX: 5000, clientY: 400, buttons: 1, ...more });
  const surface = {
    editor: { view, document, selection, transport: createTransport() },
    element,
    headPx: 0,
    rulerPx: 0,
    isPhone: false,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no elements and no pointer events
  pressLane(surface as unknown as Surface, tell('pointerdown', {}) as PointerEvent);
  element.dispatchEvent(tell('pointermove', { clientX: 4000 }));
  return { view, selection, letGo: () => void element.dispatchEvent(tell('pointerup', {})) };
}

test('a selection box around nothing selects nothing', () => {
  const { selection, letGo } = press();
  letGo();
  expect(selection.value).toEqual([]);
});

test('a canceled selection box restores the selection', () => {
  const { view, selection } = press();
  view.marquee.value = { fromSeconds: 0, toSeconds: 1, topPx: 0, bottomPx: 1 };
  selection.value = ['b'];
  page.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Escape' }));
  expect(view.marquee.value).toBeNull();
  expect(selection.value).toEqual(['a']);
});
