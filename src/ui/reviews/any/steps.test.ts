import { expect, it } from 'vitest';
import { beginSteps, redoStep, takeStep, undoStep } from './steps.ts';

it('undoes and redoes, and drops the redo steps with the next change', () => {
  const two = takeStep(takeStep(beginSteps('a'), 'b'), 'c');
  expect(undoStep(undoStep(two))).toMatchObject({ past: [], now: 'a', next: ['b', 'c'] });
  expect(undoStep(undoStep(undoStep(two))).now).toBe('a');
  expect(redoStep(redoStep(redoStep(undoStep(undoStep(two)))))).toEqual({ ...two });
  expect(takeStep(undoStep(two), 'd')).toMatchObject({ past: ['a', 'b'], now: 'd', next: [] });
});

it('joins the steps of a gesture', () => {
  const slid = takeStep(takeStep(takeStep(beginSteps(0), 1, 'slide'), 2, 'slide'), 3, 'slide');
  expect(undoStep(slid)).toMatchObject({ past: [], now: 0 });
  expect(undoStep(takeStep(slid, 4, 'other')).now).toBe(3);
  // An undo ends the gesture.
  expect(takeStep(undoStep(slid), 9, 'slide').past).toEqual([0]);
});
