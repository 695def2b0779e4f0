import { expect, test } from 'vitest';
import { firstState, follow } from './stage-state.ts';

test('the next frame clears a failure, and a repeated warning is listed once', () => {
  const failed = follow(firstState, { type: 'failed', message: 'No memory.' });
  expect(failed.failure).toBe('No memory.');
  const loaded = follow(failed, { type: 'loaded', width: 960, height: 540, durationSeconds: 3 });
  expect(loaded).toMatchObject({ failure: null, size: { width: 960, height: 540 } });
  const warned = follow(follow(loaded, { type: 'warning', sentence: 'One.' }), { type: 'warning', sentence: 'One.' });
  expect(warned.warnings).toEqual(['One.']);
  expect(follow(warned, { type: 'sound', isHeard: false }).isSilenced).toBe(true);
  expect(follow(warned, { type: 'time', seconds: 1, nonce: 0 })).toBe(warned);
});
