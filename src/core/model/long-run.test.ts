import { expect, test } from 'vitest';
import { describeLongRun } from './long-run.ts';

test('describes only a run that outlasts its caller, with its duration and the alternatives', () => {
  expect(describeLongRun(600, 'took')).toBeNull();
  expect(describeLongRun(601, 'took')).toMatch(/^This run took about 11 minutes, .*respond-async/);
  expect(describeLongRun(1200, 'will take')).toMatch(/^This run will take about 20 minutes/);
});
