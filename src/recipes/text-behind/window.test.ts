import { expect, test } from 'vitest';
import { Failure } from '#core/failure.ts';
import { chooseWindow } from './window.ts';

const shots = [
  { startSeconds: 0, endSeconds: 3 },
  { startSeconds: 3, endSeconds: 8 },
  { startSeconds: 8, endSeconds: 10 },
];

/** What is thrown. */
function failureOf(work: () => unknown): Failure {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof Failure) {
      return thrown;
    }
  }
  throw new Error('no failure was thrown');
}

test('a clip of one shot is shown whole, of another one its longest shot', () => {
  expect(chooseWindow([{ startSeconds: 0, endSeconds: 4 }], undefined)).toEqual({ startSeconds: 0, endSeconds: 4 });
  expect(chooseWindow(shots, undefined)).toEqual({ startSeconds: 3, endSeconds: 8 });
});

test('a clip of a single frame, which is shorter than what times are rounded by, is shown whole', () => {
  expect(chooseWindow([{ startSeconds: 0, endSeconds: 0.04 }], undefined)).toEqual({
    startSeconds: 0,
    endSeconds: 0.04,
  });
});

test('a window that somebody gave is kept, up to a cut and to the end of the clip', () => {
  expect(chooseWindow(shots, { startSeconds: 3.02, endSeconds: 7 })).toEqual({ startSeconds: 3.02, endSeconds: 7 });
  expect(chooseWindow(shots, { startSeconds: 0, endSeconds: 3.03 })).toEqual({ startSeconds: 0, endSeconds: 3.03 });
  expect(chooseWindow(shots, { startSeconds: 9, endSeconds: 10.04 })).toEqual({ startSeconds: 9, endSeconds: 10 });
});

test('one that crosses a cut is refused, and the cut is named', () => {
  const failure = failureOf(() => chooseWindow(shots, { startSeconds: 1, endSeconds: 9 }));
  expect(failure).toMatchObject({ code: 'WINDOW_CROSSES_CUT', details: { cutSeconds: 3 } });
  expect(failure.message).toContain('3.00 s');
});

test('one that begins where the clip ends is refused, as nothing of it is left', () => {
  const failure = failureOf(() => chooseWindow(shots, { startSeconds: 10, endSeconds: 10.04 }));
  expect(failure).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'window.startSeconds' }] });
});

test('one that leaves the clip is refused with its path', () => {
  const failure = failureOf(() => chooseWindow(shots, { startSeconds: 9, endSeconds: 12 }));
  expect(failure).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'window.endSeconds' }] });
});
