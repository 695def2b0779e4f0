import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeGate, createGate, isClosed, makeRoom, waitForRoom } from './gate.ts';

beforeEach(() => vi.stubGlobal('self', { crossOriginIsolated: true }));
afterEach(() => vi.unstubAllGlobals());

it('is closed once who reads has gone, and nobody waits at it any longer', () => {
  const gate = createGate();
  for (let piece = 0; piece < 3; piece++) {
    waitForRoom(gate);
  }
  makeRoom(gate);
  expect(isClosed(gate)).toBe(false);
  closeGate(gate);
  // More than there is room for: an open gate would hold this thread for ever.
  for (let piece = 0; piece < 20; piece++) {
    waitForRoom(gate);
  }
  expect(isClosed(gate)).toBe(true);
});

it('is never closed where threads cannot wait for each other', () => {
  closeGate(null);
  expect(isClosed(null)).toBe(false);
});
