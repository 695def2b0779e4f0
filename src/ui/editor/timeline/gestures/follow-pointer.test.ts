import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followPointer } from './follow-pointer.ts';

let page = new EventTarget();
let frames: (() => void)[] = [];

beforeEach(() => {
  page = new EventTarget();
  frames = [];
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => {
    frames[frame - 1] = () => undefined;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Creates a pointer that was pressed on an element, and records its callbacks. */
function press() {
  const document = new EventTarget();
  const element = Object.assign(new EventTarget(), {
    ownerDocument: document,
    isConnected: true,
    setPointerCapture: () => undefined,
  });
  const ends: boolean[] = [];
  const onMove = vi.fn();
  const event = (name: string, more: object = {}): Event =>
    Object.assign(new Event(name), { pointerId: 1, clientX: 0, clientY: 0, buttons: 1, ...more });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no elements and no pointer events
  const [pressed, box]: [PointerEvent, HTMLElement] = [event('pointerdown') as never, element as never];
  followPointer(pressed, box, { onMove, onEnd: (isDone) => ends.push(isDone) });
  const tell = (name: string, more?: object): void => void element.dispatchEvent(event(name, more));
  const lose = (target: EventTarget): void =>
    void document.dispatchEvent(Object.defineProperty(event('lostpointercapture'), 'target', { value: target }));
  return { element, document, ends, onMove, tell, lose };
}

function nextFrame(): void {
  const due = frames;
  frames = [];
  due.forEach((act) => act());
}

test('a drag follows every frame and ends when the pointer is released', () => {
  const { ends, onMove, tell } = press();
  tell('pointermove', { clientX: 2 });
  nextFrame();
  expect(onMove).not.toHaveBeenCalled();
  tell('pointermove', { clientX: 20 });
  nextFrame();
  nextFrame();
  expect(onMove).toHaveBeenCalledTimes(2);
  tell('pointerup');
  expect(ends).toEqual([true]);
});

test('a drag whose element is removed is canceled, and has no further effect', () => {
  const { element, document, ends, onMove, tell, lose } = press();
  tell('pointermove', { clientX: 20 });
  nextFrame();
  element.isConnected = false;
  lose(document);
  expect(ends).toEqual([false]);
  onMove.mockClear();
  nextFrame();
  nextFrame();
  expect(onMove).not.toHaveBeenCalled();
  const escape = Object.assign(new Event('keydown', { cancelable: true }), { key: 'Escape' });
  page.dispatchEvent(escape);
  expect(escape.defaultPrevented).toBe(false);
});

test('a drag continues when the first touched element loses the capture to the element', () => {
  const { element, ends, tell, lose } = press();
  tell('pointermove', { clientX: 20 });
  lose(new EventTarget());
  expect(ends).toEqual([]);
  lose(element);
  expect(ends).toEqual([false]);
});

test('a pointer that returns without a pressed button was released', () => {
  const { ends, tell } = press();
  tell('pointermove', { clientX: 20 });
  tell('pointermove', { clientX: 60, buttons: 0 });
  tell('pointermove', { clientX: 80, buttons: 0 });
  expect(ends).toEqual([true]);
});
