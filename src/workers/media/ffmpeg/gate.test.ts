import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeGate, createGate, isClosed, makeRoom, waitForRoom } from './gate.ts';

beforeEach(() => vi.stubGlobal('self', { crossOriginIsolated: true }));
afterEach(() => vi.unstubAllGlobals());

it('is closed after the reader stops, and then no writer waits', () => {
  const gate = createGate();
  for (let piece = 0; piece < 3; piece++) {
    waitForRoom(gate);
  }
  makeRoom(gate);
  expect(isClosed(gate)).toBe(false);
  closeGate(gate);
  // More than the gate allows: an open gate would block this thread forever.
  for (let piece = 0; piece < 20; piece++) {
    waitForRoom(gate);
  }
  expect(isClosed(gate)).toBe(true);
});

it('is never closed if threads cannot wait for each other', () => {
  closeGate(null);
  expect(isClosed(null)).toBe(false);
});
