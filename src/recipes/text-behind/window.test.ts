import { expect, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { chooseWindow } from './window.ts';

const shots = [
  { startSeconds: 0, endSeconds: 3 },
  { startSeconds: 3, endSeconds: 8 },
  { startSeconds: 8, endSeconds: 10 },
];

/** Returns the thrown failure. */
function catchFailure(work: () => unknown): Failure {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof Failure) {
      return thrown;
    }
  }
  throw new Error('no failure was thrown');
}

test('a clip of one shot is used completely, of another one its longest shot', () => {
  expect(chooseWindow([{ startSeconds: 0, endSeconds: 4 }], undefined)).toEqual({ startSeconds: 0, endSeconds: 4 });
  expect(chooseWindow(shots, undefined)).toEqual({ startSeconds: 3, endSeconds: 8 });
});

test('a clip of a single frame, which is shorter than the tolerance of times, is used completely', () => {
  expect(chooseWindow([{ startSeconds: 0, endSeconds: 0.04 }], undefined)).toEqual({
    startSeconds: 0,
    endSeconds: 0.04,
  });
});

test('a given window is kept, up to a scene cut and to the end of the clip', () => {
  expect(chooseWindow(shots, { startSeconds: 3.02, endSeconds: 7 })).toEqual({ startSeconds: 3.02, endSeconds: 7 });
  expect(chooseWindow(shots, { startSeconds: 0, endSeconds: 3.03 })).toEqual({ startSeconds: 0, endSeconds: 3.03 });
  expect(chooseWindow(shots, { startSeconds: 9, endSeconds: 10.04 })).toEqual({ startSeconds: 9, endSeconds: 10 });
});

test('a window across a scene cut is refused, with the time of the cut', () => {
  const failure = catchFailure(() => chooseWindow(shots, { startSeconds: 1, endSeconds: 9 }));
  expect(failure).toMatchObject({ code: 'WINDOW_CROSSES_CUT', details: { cutSeconds: 3 } });
  expect(failure.message).toContain('3.00 s');
});

test('a window that starts at the end of the clip is refused because it is empty', () => {
  const failure = catchFailure(() => chooseWindow(shots, { startSeconds: 10, endSeconds: 10.04 }));
  expect(failure).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'window.startSeconds' }] });
});

test('a window outside of the clip is refused with its path', () => {
  const failure = catchFailure(() => chooseWindow(shots, { startSeconds: 9, endSeconds: 12 }));
  expect(failure).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'window.endSeconds' }] });
});
