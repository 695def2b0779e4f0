import { afterEach, expect, test, vi } from 'vitest';
import { followPointer } from './follow-pointer.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a pointer that returns without a pressed button was released, and is no longer followed', () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const event = (name: string, clientX: number, buttons: number): Event =>
    Object.assign(new Event(name), { pointerId: 1, clientX, clientY: 0, buttons });
  const move = vi.fn();
  const end = vi.fn();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no pointer events
  followPointer(event('pointerdown', 0, 1) as PointerEvent, { move, end });
  page.dispatchEvent(event('pointermove', 20, 1));
  page.dispatchEvent(event('pointermove', 60, 0));
  page.dispatchEvent(event('pointermove', 80, 0));
  expect(move).toHaveBeenCalledTimes(1);
  expect(end.mock.calls).toEqual([[true]]);
});
