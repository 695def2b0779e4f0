import { expect, it } from 'vitest';
import { easingIds } from '#core/timeline/easing.ts';
import { easingPath } from './easing-path.ts';

it.each(easingIds)('draws %s from the lower left to the upper right', (easing) => {
  const path = easingPath(easing, 30, 20);
  expect(path).toMatch(/^M0 20/);
  expect(path).toMatch(easing === 'hold' ? /H30V0$/ : /L30 0$/);
});
