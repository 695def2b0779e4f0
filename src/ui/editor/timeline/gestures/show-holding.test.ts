import { expect, test } from 'vitest';
import { showHolding } from './show-holding.ts';

test('a touched element is marked until it loses the finger itself, not when the clip in it does', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no elements
  const element = Object.assign(new EventTarget(), { dataset: {} }) as unknown as HTMLElement;
  /** Sends the event from a clip in the element, or from the element itself. */
  const lose = (target: EventTarget): void => {
    element.dispatchEvent(Object.defineProperty(new Event('lostpointercapture'), 'target', { value: target }));
  };
  showHolding(element);
  lose(new EventTarget());
  expect(element.dataset).toHaveProperty('holding');
  lose(element);
  expect(element.dataset).not.toHaveProperty('holding');
});
