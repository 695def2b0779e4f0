import { describe, expect, it } from 'vitest';
import { Failure } from '#core/failure.ts';
import type { LaunchProposal, Shot, Slot } from './proposal.ts';
import { settleProposal } from './settle-proposal.ts';

const shotOf = (material: string, startSeconds: number, seconds = 2): Shot => ({
  material,
  startSeconds,
  endSeconds: startSeconds + seconds,
  score: 0.5,
  reasons: ['sharp'],
});
const slotOf = (id: string, role: Slot['role'], startSeconds: number, shot: Shot): Slot => ({
  id,
  role,
  startSeconds,
  durationSeconds: 2,
  shot,
  alternates: [shotOf('b', startSeconds)],
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
    slotOf('s1', 'hook', 0, shotOf('a', 0)),
    slotOf('s2', 'reveal', 2, shotOf('a', 3)),
    { ...slotOf('s3', 'end', 4, shotOf('a', 6)), text: 'Bye' },
  ],
};
const [one, two, end] = [0, 1, 2].map((at) => proposed.slots[at] ?? slotOf('', 'hook', 0, shotOf('a', 0)));

const edited = (...slots: (Slot | undefined)[]): LaunchProposal => ({
  ...proposed,
  slots: slots.filter((slot): slot is Slot => slot !== undefined),
});

function detailOf(sent: LaunchProposal): unknown {
  try {
    settleProposal(sent, proposed);
  } catch (thrown) {
    const { code, details } = Failure.from(thrown);
    return { code, details };
  }
  return null;
}

describe('an edited shot map', () => {
  it('is as it was when nothing is changed', () => {
    expect(settleProposal(proposed, proposed)).toEqual(proposed);
  });

  it('moves what is shown when slots change places, and leaves the beats', () => {
    const { slots } = settleProposal(edited(two, one, end), proposed);
    expect(slots.map(({ id, role, startSeconds }) => [id, role, startSeconds])).toEqual([
      ['s2', 'hook', 0],
      ['s1', 'reveal', 2],
      ['s3', 'end', 4],
    ]);
    expect(slots[0]?.shot).toEqual(two?.shot);
  });

  it('swaps a shot with an alternate, which takes its place', () => {
    const [alternate] = one?.alternates ?? [];
    const { slots } = settleProposal(edited(one && alternate && { ...one, shot: alternate }, two, end), proposed);
    expect(slots[0]?.shot).toEqual(alternate);
    expect(slots[0]?.alternates).toEqual([one?.shot]);
  });

  it('takes another span of a take, another text, a lock, and computes the rest', () => {
    const shot = { ...shotOf('b', 7, 0.5), score: 99, reasons: ['mine'] };
    const changed = {
      ...one,
      id: 's1',
      role: 'feature' as const,
      startSeconds: 99,
      shot,
      text: ' New ',
      isLocked: true,
    };
    const { slots, beats } = settleProposal(
      { ...edited({ ...slotOf('s1', 'hook', 0, shot), ...changed }, two, end), beats: [] },
      proposed,
    );
    expect(slots[0]).toMatchObject({
      role: 'hook',
      startSeconds: 0,
      text: 'New',
      isLocked: true,
      shot: { material: 'b', startSeconds: 7, endSeconds: 9, score: 0, reasons: ['chosen by hand'] },
    });
    expect(beats).toEqual(proposed.beats);
  });

  it('shows a picture from its start', () => {
    const { slots } = settleProposal(edited(one && { ...one, shot: shotOf('p', 5) }, two, end), proposed);
    expect(slots[0]?.shot).toMatchObject({ material: 'p', startSeconds: 0, endSeconds: 2 });
  });

  it.each<[string, LaunchProposal, string]>([
    [
      'outside its take',
      edited(one && { ...one, shot: shotOf('a', 9) }, two, end),
      'proposal.slots.0.shot.startSeconds',
    ],
    ['of no take', edited(one && { ...one, shot: shotOf('z', 0) }, two, end), 'proposal.slots.0.shot.material'],
    ['of no length', edited(one, two && { ...two, shot: shotOf('a', 3, 0) }, end), 'proposal.slots.1.shot.endSeconds'],
    ['left out', edited(one, end), 'proposal.slots'],
    ['there twice', edited(one, one, end), 'proposal.slots.1.id'],
    ['unknown', edited(one, two && { ...two, id: 'x' }, end), 'proposal.slots.1.id'],
    ['behind the end card', edited(one, end, two), 'proposal.slots.1.id'],
  ])('is refused with a slot %s', (_, sent, path) => {
    expect(detailOf(sent)).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
  });
});
