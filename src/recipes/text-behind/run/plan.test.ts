import { expect, test } from 'vitest';
import { textBehind, type Proposal } from '../recipe.ts';
import type { ProposedNotes } from './notes.ts';
import { choosePlan } from './plan.ts';

const shots = [{ startSeconds: 0, endSeconds: 6 }];
const input = textBehind.input.parse({ material: 'mat_1', text: 'Hello' });
const range = { least: 0.1, mean: 0.2, most: 0.3 };
const placement = {
  text: 'Hello',
  x: 320,
  y: 100,
  sizePx: 120,
  letterSpacing: 0,
  width: 500,
  height: 130,
  fill: '#ffffff',
  coveredShare: range,
  coveredAt: range,
  doubtfulShare: 0,
  shownShare: 1,
  alternates: [],
};
const window = { startSeconds: 0, endSeconds: 6 };
const last: ProposedNotes = {
  placement,
  rotation: 0,
  font: 'Anton',
  weight: 800,
  window,
  cutOutWindow: window,
  asked: input,
  edits: {},
  seen: [],
};
const before: Proposal = {
  text: 'Hello',
  x: 320,
  y: 100,
  sizePx: 120,
  rotation: 0,
  fill: '#ffffff',
  window,
  coveredShare: range,
  alternates: [],
};

test('a first proposal fixes the values of the input, and leaves the rest to be chosen', () => {
  expect(choosePlan(input, shots, null, undefined)).toMatchObject({
    text: 'Hello',
    mayBreak: true,
    position: null,
    sizePx: null,
    fill: null,
    window,
    seen: [],
  });
  const given = { ...input, text: ' two\r\nlines ', position: { x: 1, y: 2 }, fill: '#123456' };
  expect(choosePlan(given, shots, null, undefined)).toMatchObject({
    text: 'two\nlines',
    mayBreak: false,
    position: { x: 1, y: 2 },
    fill: '#123456',
  });
});

test('each further request with the same input looks for another position', () => {
  const again = choosePlan(input, shots, before, last);
  expect(again).toMatchObject({ position: null, seen: [{ x: 320, y: 100 }] });
  expect(choosePlan(input, shots, before, { ...last, seen: again.seen }).seen).toHaveLength(2);
});

test('edits are kept, and proposed values are chosen again', () => {
  const edited = { ...before, x: 300, text: 'Hi', window: { startSeconds: 1, endSeconds: 4 } };
  expect(choosePlan(input, shots, edited, last)).toMatchObject({
    text: 'Hi',
    mayBreak: false,
    position: { x: 300, y: 100 },
    sizePx: null,
    fill: null,
    window: { startSeconds: 1, endSeconds: 4 },
    cutOutWindow: window,
    seen: [],
  });
});

test('edits from before an earlier proposal are kept too, except the position if another one is requested', () => {
  const edited = { ...before, x: 300, text: 'Hi', sizePx: 90 };
  const second = choosePlan(input, shots, edited, last);
  expect(second.edits).toEqual({ text: 'Hi', position: { x: 300, y: 100 }, sizePx: 90 });
  const { edits } = second;
  const next = { ...last, edits, placement: { ...placement, text: 'Hi', x: 300, sizePx: 90 } };
  const red = { ...input, fill: '#ff0000' };
  expect(choosePlan(red, shots, edited, next)).toMatchObject({ ...edits, fill: '#ff0000', seen: [] });
  expect(choosePlan(input, shots, edited, next)).toMatchObject({
    text: 'Hi',
    sizePx: 90,
    position: null,
    edits: { text: 'Hi', sizePx: 90 },
    seen: [{ x: 300, y: 100 }],
  });
  expect(choosePlan({ ...input, text: 'Bye' }, shots, edited, next)).toMatchObject({ text: 'Bye', sizePx: 90 });
});

test('a new input value has priority over an edit', () => {
  const edited = { ...before, x: 300, sizePx: 90 };
  const asked = { ...input, position: { x: 10, y: 20 } };
  expect(choosePlan(asked, shots, edited, last)).toMatchObject({ position: { x: 10, y: 20 }, sizePx: 90 });
  expect(choosePlan({ ...input, text: 'Bye' }, shots, before, last)).toMatchObject({ text: 'Bye', seen: [] });
});

test('another window is cut out again, unless it is within the span that is cut out', () => {
  const short = {
    ...last,
    window: { startSeconds: 0, endSeconds: 2 },
    cutOutWindow: { startSeconds: 0, endSeconds: 2 },
  };
  const asked = (startSeconds: number, endSeconds: number) => ({ ...input, window: { startSeconds, endSeconds } });
  expect(choosePlan(asked(1, 5), shots, before, short).cutOutWindow).toEqual({ startSeconds: 1, endSeconds: 5 });
  expect(choosePlan(asked(1, 2), shots, before, short).cutOutWindow).toEqual({ startSeconds: 0, endSeconds: 2 });
});
