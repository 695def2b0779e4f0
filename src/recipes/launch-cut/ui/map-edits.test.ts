import { describe, expect, it } from 'vitest';
import type { LaunchProposal, Shot, Slot } from '../proposal.ts';
import { settleProposal } from '../settle-proposal.ts';
import { toTaken } from './film-draft.ts';
import {
  beatsFor,
  countUnkept,
  getFilmDuration,
  moveCut,
  moveShot,
  setLocked,
  setShotStart,
  setText,
  getSpeed,
  stepCut,
  swapShot,
} from './map-edits.ts';

const makeShot = (material: string, startSeconds: number, seconds = 2): Shot => ({
  material,
  startSeconds,
  endSeconds: startSeconds + seconds,
  score: 0.5,
  reasons: ['sharp'],
});
const makeSlot = (id: string, role: Slot['role'], startSeconds: number, change: Partial<Slot> = {}): Slot => ({
  id,
  role,
  startSeconds,
  durationSeconds: 2,
  shot: makeShot('a', startSeconds),
  alternates: [makeShot('b', startSeconds)],
  isLocked: false,
  ...change,
});
const map: LaunchProposal = {
  bpm: 120,
  tempoAlternates: [60, 240],
  beats: Array.from({ length: 20 }, (_, at) => at / 2),
  dropSeconds: 4,
  music: 'made',
  musicStartSeconds: 0,
  takes: [
    { material: 'a', kind: 'video', durationSeconds: 10 },
    { material: 'b', kind: 'video', durationSeconds: 10 },
  ],
  slots: [
    makeSlot('s1', 'hook', 0),
    makeSlot('s2', 'tease', 2),
    makeSlot('s3', 'reveal', 4, { text: 'Title' }),
    makeSlot('s4', 'feature', 6),
    makeSlot('s5', 'end', 8, { text: 'Bye' }),
  ],
};
const getStarts = ({ slots }: LaunchProposal): number[] => slots.map(({ startSeconds }) => startSeconds);
const getIds = ({ slots }: LaunchProposal): string[] => slots.map(({ id }) => id);

describe('a shot map', () => {
  it('swaps a shot with an alternate, and back', () => {
    const swapped = swapShot(map, 1, 0);
    expect(swapped.slots[1]).toMatchObject({ shot: { material: 'b' }, alternates: [{ material: 'a' }] });
    expect(swapShot(swapped, 1, 0)).toEqual(map);
    expect(swapShot(map, 1, 9)).toEqual(map);
  });

  it('moves shots, and keeps the positions of beats, roles and words', () => {
    const moved = moveShot(map, 0, 2);
    expect(getIds(moved)).toEqual(['s2', 's3', 's1', 's4', 's5']);
    expect(getStarts(moved)).toEqual(getStarts(map));
    expect(moved.slots.map(({ role, text }) => [role, text])).toEqual(map.slots.map(({ role, text }) => [role, text]));
    expect(moveShot(map, 0, 4)).toBe(map);
    expect(moveShot(map, 4, 0)).toBe(map);
    expect(moveShot(map, 0, -1)).toBe(map);
  });

  it('moves a cut to a beat between its neighbours, but neither the reveal nor the start', () => {
    expect(beatsFor(map, 1)).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5]);
    expect(beatsFor(map, 4)).toEqual([6.5, 7, 7.5, 8]);
    expect(moveCut(map, 1, 3.1).slots.slice(0, 2)).toMatchObject([
      { startSeconds: 0, durationSeconds: 3 },
      { startSeconds: 3, durationSeconds: 1 },
    ]);
    expect(getStarts(stepCut(map, 1, -1))[1]).toBe(1.5);
    expect(moveCut(map, 2, 5)).toBe(map);
    expect(moveCut(map, 0, 1)).toBe(map);
    expect(stepCut(map, 4, 1)).toBe(map);
    expect(getFilmDuration(moveCut(map, 3, 7))).toBe(10);
  });

  it('sets words, locks, and the start of a shot in its take', () => {
    expect(setText(map, 2, '').slots[2]).not.toHaveProperty('text');
    expect(setText(map, 0, 'Hi').slots[0]?.text).toBe('Hi');
    expect(setLocked(map, 0, true).slots[0]?.isLocked).toBe(true);
    expect(setShotStart(map, 0, 99).slots[0]?.shot).toMatchObject({ startSeconds: 8, endSeconds: 10 });
    expect(getSpeed(makeSlot('s', 'hook', 0, { shot: makeShot('a', 0, 1) }))).toBe(0.5);
  });

  it('counts the edits that a new proposal would discard: the changes that are not locked', () => {
    expect(countUnkept(map, map)).toBe(0);
    const edited = setText(swapShot(map, 1, 0), 0, 'Hi');
    expect(countUnkept(edited, map)).toBe(2);
    expect(countUnkept(moveShot(map, 0, 1), map)).toBe(2);
    expect(countUnkept(setLocked(edited, 1, true), map)).toBe(1);
  });

  it('limits the start of a shot to what the recipe accepts, also in a slot that was lengthened', () => {
    const longer = setShotStart(moveCut(map, 1, 1), 1, 9);
    expect(longer.slots[1]).toMatchObject({ durationSeconds: 3, shot: { startSeconds: 7, endSeconds: 10 } });
    expect(settleProposal(longer, map).slots[1]?.shot).toMatchObject({ startSeconds: 7, endSeconds: 10 });
  });

  it('shows shots that fill their slots, as the recipe fits them, and not slowed down', () => {
    const taken = toTaken(moveCut(map, 1, 1), map);
    expect(taken.slots.map(getSpeed)).toEqual([1, 1, 1, 1, 1]);
    expect(taken.slots[1]?.shot).toMatchObject({ startSeconds: 2, endSeconds: 5 });
    const edited = setShotStart(swapShot(moveCut(map, 3, 7), 2, 0), 1, 3);
    const getShots = ({ slots }: LaunchProposal): Shot[] => slots.map(({ shot }) => shot);
    expect(getShots(toTaken(edited, map))).toEqual(getShots(settleProposal(edited, map)));
  });

  it('shows the facts about its takes, not edited ones', () => {
    const inside = { x: 0, y: 0, width: 0, height: 0 };
    const edited = { ...map, takes: map.takes.map((take) => ({ ...take, inside })) };
    expect(toTaken(edited, map)).toEqual(settleProposal(edited, map));
    expect(toTaken(edited, map).takes).toEqual(map.takes);
  });

  it('is accepted by the recipe as shown, after any edits', () => {
    const edited = swapShot(moveShot(moveCut(stepCut(setText(map, 1, 'Hi'), 3, 1), 1, 1), 0, 1), 3, 0);
    const settled = settleProposal(edited, map);
    expect(
      settled.slots.map(({ id, role, startSeconds, durationSeconds, text }) => [
        id,
        role,
        startSeconds,
        durationSeconds,
        text,
      ]),
    ).toEqual(
      edited.slots.map(({ id, role, startSeconds, durationSeconds, text }) => [
        id,
        role,
        startSeconds,
        durationSeconds,
        text,
      ]),
    );
    expect(settled.slots[3]?.shot.material).toBe('b');
  });
});
