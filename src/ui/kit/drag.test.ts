import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followFinger, followPointer } from './drag.ts';

let page = new EventTarget();

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Creates a pointer event with the fields that a drag reads. */
const pointer = (name: string, clientX: number, more: object = {}): PointerEvent =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no pointer events
  Object.assign(new Event(name), { pointerId: 1, clientX, clientY: 0, buttons: 1, ...more }) as PointerEvent;

/** Presses a pointer on an element that captures it, and records the callbacks. */
function press(more: { readonly minPx?: number; readonly pointerId?: number } = {}) {
  const { minPx, pointerId = 1 } = more;
  const element = Object.assign(new EventTarget(), { isConnected: true, setPointerCapture: vi.fn() });
  const calls: unknown[] = [];
  followPointer(
    pointer('pointerdown', 100, { pointerId }),
    {
      minPx,
      move: ({ x }) => calls.push(x),
      end: (isDone) => calls.push(isDone ? 'done' : 'canceled'),
      click: () => calls.push('click'),
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no elements
    element as unknown as HTMLElement,
  );
  const send = (name: string, clientX = 100, fields: object = {}): void =>
    void page.dispatchEvent(pointer(name, clientX, { pointerId, ...fields }));
  /** Reports that an element has lost the capture. The event is dispatched on the document if the element was removed. */
  const lose = (target: EventTarget): void =>
    void page.dispatchEvent(
      Object.defineProperty(pointer('lostpointercapture', 0, { pointerId }), 'target', { value: target }),
    );
  return { element, calls, send, lose };
}

/** Presses Escape. Returns whether the rest of the page receives the key. */
function isEscapePassedOn(): boolean {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key: 'Escape' });
  const stop = vi.spyOn(event, 'stopPropagation');
  page.dispatchEvent(event);
  return stop.mock.calls.length === 0 && !event.defaultPrevented;
}

test('a drag reports the offset from the press until the release', () => {
  const { element, calls, send } = press();
  expect(element.setPointerCapture).toHaveBeenCalledExactlyOnceWith(1);
  send('pointermove', 101);
  send('pointermove', 80);
  send('pointerup', 80);
  send('pointermove', 60);
  expect(calls).toEqual([1, -20, 'done']);
});

test('a press is a click until the pointer has moved by the threshold', () => {
  const clicked = press({ minPx: 3 });
  clicked.send('pointermove', 102);
  clicked.send('pointerup', 102);
  expect(clicked.calls).toEqual(['click']);
  const dragged = press({ minPx: 3 });
  dragged.send('pointermove', 103);
  dragged.send('pointermove', 101);
  dragged.send('pointerup', 101);
  expect(dragged.calls).toEqual([3, 1, 'done']);
});

test('Escape cancels a drag, and reaches the page again afterwards', () => {
  const { calls, send } = press();
  send('pointermove', 110);
  expect(isEscapePassedOn()).toBe(false);
  send('pointerup', 110);
  expect(calls).toEqual([10, 'canceled']);
  expect(isEscapePassedOn()).toBe(true);
});

test('a press that is canceled before it drags is neither a drag nor a click', () => {
  const { calls, send } = press({ minPx: 3 });
  expect(isEscapePassedOn()).toBe(false);
  send('pointermove', 150);
  send('pointerup', 150);
  expect(calls).toEqual([]);
});

test('the system cancels a drag', () => {
  const { calls, send } = press();
  send('pointercancel');
  send('pointerup');
  expect(calls).toEqual(['canceled']);
});

test('a pointer that returns without a pressed button was released', () => {
  const { calls, send } = press();
  send('pointermove', 120);
  send('pointermove', 160, { buttons: 0 });
  send('pointermove', 180, { buttons: 0 });
  expect(calls).toEqual([20, 'done']);
});

test('other pointers do not move a drag', () => {
  const { calls, send } = press();
  send('pointermove', 120, { pointerId: 2 });
  send('pointerup', 120, { pointerId: 2 });
  expect(calls).toEqual([]);
});

test('a drag whose element is removed is canceled', () => {
  const lost = press();
  lost.element.isConnected = false;
  lost.lose(page);
  expect(lost.calls).toEqual(['canceled']);
  expect(isEscapePassedOn()).toBe(true);
  // The same if the browser does not report the lost capture in time.
  const silent = press();
  silent.element.isConnected = false;
  silent.send('pointerup');
  expect(silent.calls).toEqual(['canceled']);
});

test('a drag continues when the first touched element loses the capture to the element', () => {
  const { element, calls, lose } = press();
  lose(new EventTarget());
  expect(calls).toEqual([]);
  lose(element);
  expect(calls).toEqual(['canceled']);
});

test('a second finger that starts a drag cancels the first one', () => {
  const first = press();
  const second = press({ pointerId: 2 });
  expect(first.calls).toEqual(['canceled']);
  first.send('pointermove', 120);
  second.send('pointermove', 130);
  first.send('pointerup');
  second.send('pointerup');
  expect(first.calls).toEqual(['canceled']);
  expect(second.calls).toEqual([30, 'done']);
  expect(isEscapePassedOn()).toBe(true);
});

describe('a finger', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Puts a finger on an element, and records what it does. */
  function touch() {
    const element = Object.assign(new EventTarget(), { isConnected: true });
    const calls: string[] = [];
    followFinger(
      pointer('pointerdown', 100),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no elements
      element as unknown as HTMLElement,
      { onTap: () => calls.push('tap'), onRest: () => calls.push('rest'), onGo: () => calls.push('go') },
    );
    const send = (name: string, clientX = 100, fields: object = {}): void =>
      void element.dispatchEvent(pointer(name, clientX, fields));
    return { element, calls, send };
  }

  test('is a tap, a long press or a move', () => {
    const tapped = touch();
    tapped.send('pointermove', 104);
    tapped.send('pointerup', 104);
    const rested = touch();
    vi.advanceTimersByTime(1000);
    rested.send('pointerup');
    const moved = touch();
    moved.send('pointermove', 110);
    moved.send('pointermove', 120);
    vi.advanceTimersByTime(1000);
    expect([tapped.calls, rested.calls, moved.calls]).toEqual([['tap'], ['rest'], ['go']]);
  });

  test('does nothing when a second finger is put down, the browser scrolls or the element is removed', () => {
    const all = [touch(), touch(), touch()];
    all[0]?.send('pointerdown', 300, { pointerId: 2 });
    all[1]?.send('pointercancel');
    Object.assign(all[2]?.element ?? {}, { isConnected: false });
    vi.advanceTimersByTime(1000);
    all[0]?.send('pointerup');
    expect(all.flatMap(({ calls }) => calls)).toEqual([]);
  });
});
