import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScrub } from './use-scrub.ts';

let page = new EventTarget();

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Creates a pointer event on the label, with the fields that the handlers read. */
const pointer = (clientX: number, pointerId = 1) => {
  const event = { button: 0, clientX, pointerId, currentTarget: { setPointerCapture: () => undefined } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no pointer events
  return event as unknown as PointerEvent & { currentTarget: HTMLElement };
};

/** Returns whether Escape reaches the rest of the page. */
function isEscapeHeard(): boolean {
  const event = Object.assign(new Event('keydown'), { key: 'Escape' });
  const stop = vi.spyOn(event, 'stopPropagation');
  page.dispatchEvent(event);
  return stop.mock.calls.length === 0;
}

function open() {
  const ends: string[] = [];
  const steps: number[] = [];
  const scrub = createScrub(() => ({
    onMove: (count) => steps.push(count),
    onEnd: (how) => ends.push(how),
    onDoubleClick: () => undefined,
  }));
  return { ...scrub, ends, steps };
}

test('a drag changes the number by its distance, and Escape reverts it', () => {
  const { handlers, ends, steps } = open();
  handlers.onPointerDown(pointer(100));
  handlers.onPointerMove(pointer(101));
  handlers.onPointerMove(pointer(110));
  expect(isEscapeHeard()).toBe(false);
  expect([steps, ends]).toEqual([[10], ['cancel']]);
  expect(isEscapeHeard()).toBe(true);
});

test('two fingers on a label do not block Escape permanently', () => {
  const { handlers } = open();
  handlers.onPointerDown(pointer(100, 1));
  handlers.onPointerDown(pointer(120, 2));
  handlers.onPointerUp();
  handlers.onPointerUp();
  expect(isEscapeHeard()).toBe(true);
});
