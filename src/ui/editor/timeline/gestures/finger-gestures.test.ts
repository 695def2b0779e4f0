import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { touchLane } from './finger-gestures.ts';
import type { Surface } from './surface.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a finger on a lane, and the element that captures it. */
function touch() {
  const setPointerCapture = vi.fn();
  const element = Object.assign(new EventTarget(), {
    isConnected: true,
    setPointerCapture,
  });
  const editor = { selection: { value: [] }, transport: {} };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no elements
  const surface = { editor, element, headPx: 0, rulerPx: 0, isPhone: true } as unknown as Surface;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- and no pointer events
  touchLane(surface, { pointerId: 1, clientX: 0, clientY: 0 } as PointerEvent);
  return { element, setPointerCapture };
}

test('a long press is captured, unless the timeline was removed under it', () => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('navigator', {});
  const held = touch();
  vi.advanceTimersByTime(1000);
  expect(held.setPointerCapture).toHaveBeenCalledOnce();
  const gone = touch();
  gone.element.isConnected = false;
  vi.advanceTimersByTime(1000);
  expect(gone.setPointerCapture).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
