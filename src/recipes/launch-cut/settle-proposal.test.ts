import { describe, expect, it } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import type { LaunchProposal, Shot, Slot } from './proposal.ts';
import { settleProposal } from './settle-proposal.ts';

const makeShot = (material: string, startSeconds: number, seconds = 2): Shot => ({
  material,
  startSeconds,
  endSeconds: startSeconds + seconds,
  score: 0.5,
  reasons: ['sharp'],
});
const makeSlot = (id: string, role: Slot['role'], startSeconds: number, shot: Shot): Slot => ({
  id,
  role,
  startSeconds,
  durationSeconds: 2,
  shot,
  alternates: [makeShot('b', startSeconds)],
  isLocked: false,
});
const proposed: LaunchProposal = {
  bpm: 120,
  tempoAlternates: [60, 240],
  beats: [0, 0.5, 1],
  dropSeconds: 2,
  music: 'made',
  musicStartSeconds: 0,
  takes: [
    { material: 'a', kind: 'video', durationSeconds: 10 },
    { material: 'b', kind: 'video', durationSeconds: 10 },
    { material: 'p', kind: 'picture', durationSeconds: 0 },
  ],
  slots: [
    makeSlot('s1', 'hook', 0, makeShot('a', 0)),
    makeSlot('s2', 'reveal', 2, makeShot('a', 3)),
    { ...makeSlot('s3', 'end', 4, makeShot('a', 6)), text: 'Bye' },
  ],
};
const [one, two, end] = [0, 1, 2].map((at) => proposed.slots[at] ?? makeSlot('', 'hook', 0, makeShot('a', 0)));

const edited = (...slots: (Slot | undefined)[]): LaunchProposal => ({
  ...proposed,
  slots: slots.filter((slot): slot is Slot => slot !== undefined),
});

function getDetail(sent: LaunchProposal): unknown {
  try {
    settleProposal(sent, proposed);
  } catch (thrown) {
    const { code, details } = Failure.from(thrown);
    return { code, details };
  }
  return null;
}

describe('an edited shot map', () => {
  it('is unchanged without an edit', () => {
    expect(settleProposal(proposed, proposed)).toEqual(proposed);
  });

  it('swaps the shots of two slots, and keeps the beats', () => {
    const { slots } = settleProposal(edited(two, one, end), proposed);
    expect(slots.map(({ id, role, startSeconds }) => [id, role, startSeconds])).toEqual([
      ['s2', 'hook', 0],
      ['s1', 'reveal', 2],
      ['s3', 'end', 4],
    ]);
    expect(slots[0]?.shot).toEqual(two?.shot);
  });

  it('swaps a shot with an alternate', () => {
    const [alternate] = one?.alternates ?? [];
    const { slots } = settleProposal(edited(one && alternate && { ...one, shot: alternate }, two, end), proposed);
    expect(slots[0]?.shot).toEqual(alternate);
    expect(slots[0]?.alternates).toEqual([one?.shot]);
  });

  it('accepts another span of a take, another text, a lock, and computes the rest', () => {
    const shot = { ...makeShot('b', 7, 0.5), score: 99, reasons: ['mine'] };
    const changed = {
      ...one,
      id: 's1',
      role: 'feature' as const,
      durationSeconds: 99,
      shot,
      text: ' New ',
      isLocked: true,
    };
    const { slots, beats } = settleProposal(
      { ...edited({ ...makeSlot('s1', 'hook', 0, shot), ...changed }, two, end), beats: [] },
      proposed,
    );
    expect(slots[0]).toMatchObject({
      role: 'hook',
      startSeconds: 0,
      text: 'New',
      isLocked: true,
      shot: { material: 'b', startSeconds: 7, endSeconds: 9, score: 0, reasons: ['chosen manually'] },
    });
    expect(beats).toEqual(proposed.beats);
  });

  it('shows an image from its start', () => {
    const { slots } = settleProposal(edited(one && { ...one, shot: makeShot('p', 5) }, two, end), proposed);
    expect(slots[0]?.shot).toMatchObject({ material: 'p', startSeconds: 0, endSeconds: 2 });
  });

  it('moves a cut to another beat: the adjacent slots become longer and shorter', () => {
    const beats = Array.from({ length: 13 }, (_, at) => at / 2);
    const before = {
      ...proposed,
      beats,
      slots: [
        makeSlot('s1', 'hook', 0, makeShot('a', 0)),
        makeSlot('s2', 'hook', 2, makeShot('a', 3)),
        makeSlot('s3', 'reveal', 4, makeShot('b', 0)),
      ],
    };
    const move = (id: string, startSeconds: number): LaunchProposal => ({
      ...before,
      slots: before.slots.map((slot) => (slot.id === id ? { ...slot, startSeconds } : slot)),
    });
    const { slots } = settleProposal(move('s2', 1.509), before);
    expect(slots.map(({ startSeconds, durationSeconds }) => [startSeconds, durationSeconds])).toEqual([
      [0, 1.5],
      [1.5, 2.5],
      [4, 2],
    ]);
    expect(slots.map(({ shot }) => shot.endSeconds)).toEqual([1.5, 5.5, 2]);
    const findFault = (sent: LaunchProposal): unknown => {
      try {
        settleProposal(sent, before);
      } catch (thrown) {
        return Failure.from(thrown).details;
      }
      return null;
    };
    expect(findFault(move('s2', 1.7))).toMatchObject([
      { path: 'proposal.slots.1.startSeconds', message: expect.stringContaining('1.5 and 2') },
    ]);
    expect(findFault(move('s2', 4))).toMatchObject([
      { message: expect.stringContaining('another slot starts at 4 s') },
    ]);
    expect(findFault(move('s1', 0.5))).toMatchObject([{ message: expect.stringContaining('starts with the film') }]);
    expect(findFault(move('s3', 3.5))).toMatchObject([{ message: expect.stringContaining('starts on the drop') }]);
  });

  it('keeps an end card long enough to read it', () => {
    const beats = Array.from({ length: 13 }, (_, at) => at / 2);
    const sent = {
      ...proposed,
      slots: proposed.slots.map((slot) => (slot.id === 's3' ? { ...slot, startSeconds: 4.5 } : slot)),
    };
    expect(() => settleProposal(sent, { ...proposed, beats })).toThrow('the end card needs 1.8 s');
  });

  it('shows a slow-motion shot from an earlier start in a longer slot, and at the same speed in a shorter one', () => {
    const short = { ...makeSlot('s1', 'hook', 0, makeShot('c', 0.5, 0.8)), durationSeconds: 1 };
    const long = { ...makeSlot('s2', 'hook', 1, makeShot('a', 3, 4)), durationSeconds: 4 };
    const takes = [...proposed.takes, { material: 'c', kind: 'video' as const, durationSeconds: 5 }];
    const before = { ...proposed, takes, slots: [short, long, { ...makeSlot('s3', 'end', 5, makeShot('a', 6)) }] };
    const { slots } = settleProposal({ ...before, slots: [long, short, ...before.slots.slice(2)] }, before);
    expect(slots.map(({ id, shot: { startSeconds, endSeconds } }) => [id, startSeconds, endSeconds])).toEqual([
      ['s2', 3, 4],
      // Half its speed is not enough, so its take is shown from a time that leaves enough of it.
      ['s1', 0.5, 4.5],
      ['s3', 6, 8],
    ]);
    const tiny = {
      ...before,
      takes: takes.map((take) => (take.material === 'c' ? { ...take, durationSeconds: 1.5 } : take)),
    };
    expect(() => settleProposal({ ...tiny, slots: [long, short, ...tiny.slots.slice(2)] }, tiny)).toThrow(
      'too short for a slot of 4 s even at half its speed; use another shot',
    );
  });

  it.each<[string, LaunchProposal, string]>([
    [
      'outside its take',
      edited(one && { ...one, shot: makeShot('a', 9) }, two, end),
      'proposal.slots.0.shot.startSeconds',
    ],
    [
      'of an unknown take',
      edited(one && { ...one, shot: makeShot('z', 0) }, two, end),
      'proposal.slots.0.shot.material',
    ],
    [
      'without a duration',
      edited(one, two && { ...two, shot: makeShot('a', 3, 0) }, end),
      'proposal.slots.1.shot.endSeconds',
    ],
    ['missing', edited(one, end), 'proposal.slots'],
    ['repeated', edited(one, one, end), 'proposal.slots.1.id'],
    ['unknown', edited(one, two && { ...two, id: 'x' }, end), 'proposal.slots.1.id'],
    ['after the end card', edited(one, end, two), 'proposal.slots.1.id'],
  ])('is refused with a slot %s', (_, sent, path) => {
    expect(getDetail(sent)).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
  });
});
