import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followInFrames } from './follow-in-frames.ts';

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

/** Presses a pointer on an element, and records its callbacks. */
function press(isAtOnce = false) {
  const element = Object.assign(new EventTarget(), { isConnected: true, setPointerCapture: () => undefined });
  const calls: string[] = [];
  const event = (name: string, more: object = {}): Event =>
    Object.assign(new Event(name), { pointerId: 1, clientX: 0, clientY: 0, buttons: 1, ...more });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no elements and no pointer events
  const [pressed, box]: [PointerEvent, HTMLElement] = [event('pointerdown') as never, element as never];
  const follower = {
    onMove: ({ clientX }: { clientX: number }, isLast: boolean) => calls.push(`${clientX}${isLast ? ', last' : ''}`),
    onEnd: (isDone: boolean) => calls.push(isDone ? 'done' : 'canceled'),
    onClick: () => calls.push('click'),
  };
  followInFrames(pressed, box, follower, isAtOnce);
  return { element, calls, send: (name: string, more?: object): void => void page.dispatchEvent(event(name, more)) };
}

function nextFrame(): void {
  const due = frames;
  frames = [];
  due.forEach((act) => act());
}

test('a drag runs in every frame, and ends with the last move when the pointer is released', () => {
  const { calls, send } = press();
  send('pointermove', { clientX: 2 });
  nextFrame();
  expect(calls).toEqual([]);
  send('pointermove', { clientX: 20 });
  send('pointermove', { clientX: 30 });
  nextFrame();
  nextFrame();
  send('pointerup', { clientX: 30 });
  nextFrame();
  expect(calls).toEqual(['30', '30', '30, last', 'done']);
});

test('a press without a move is a click', () => {
  const { calls, send } = press();
  send('pointerup');
  expect(calls).toEqual(['click']);
});

test('a drag that starts at once follows a pointer that rests', () => {
  const { calls, send } = press(true);
  nextFrame();
  send('pointerup');
  expect(calls).toEqual(['0', '0, last', 'done']);
});

test('a canceled drag has no further effect', () => {
  const { element, calls, send } = press();
  send('pointermove', { clientX: 20 });
  nextFrame();
  element.isConnected = false;
  send('lostpointercapture');
  nextFrame();
  expect(calls).toEqual(['20', 'canceled']);
});
