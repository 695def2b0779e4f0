import { expect, it } from 'vitest';
import { workedSeconds } from './worked-seconds.ts';

const at = (seconds: number): string => new Date(1000 * seconds).toISOString();
const ended = { createdAt: at(0), updatedAt: at(2000) };
const log = [
  { at: at(0), status: 'queued' as const, stage: 'Waiting' },
  { at: at(1), status: 'running' as const, stage: 'Looking' },
  { at: at(4), status: 'running' as const, stage: 'Pictures' },
  { at: at(6), status: 'awaiting_review' as const, stage: 'Review' },
  { at: at(1990), status: 'queued' as const, stage: 'Waiting' },
  { at: at(1993), status: 'running' as const, stage: 'Rendering' },
  { at: at(2000), status: 'completed' as const, stage: 'Done' },
];

it('excludes the time in which a proposal waited', () => {
  expect(workedSeconds({ ...ended, input: { autoApprove: false }, log })).toBe(12);
});

it('is the time from the call to the end without a review', () => {
  expect(workedSeconds({ ...ended, input: {} })).toBe(2000);
  expect(workedSeconds({ ...ended, input: { autoApprove: true } })).toBe(2000);
});

it('is unknown for a reviewed job without its complete log', () => {
  expect(workedSeconds({ ...ended, input: { autoApprove: false } })).toBeNull();
  expect(workedSeconds({ ...ended, input: { autoApprove: false }, log: log.slice(2) })).toBeNull();
});
