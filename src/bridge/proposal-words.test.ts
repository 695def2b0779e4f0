import { expect, it } from 'vitest';
import { toProposalLines } from './proposal-words.ts';

it('says a proposal in plain words, with units, and without ids', () => {
  const cuts = [
    { id: 'c1', startSeconds: 1.23456, endSeconds: 2, kind: 'silence', isAccepted: true },
    { id: 'c2', startSeconds: 5, endSeconds: 6.5, kind: 'noise', text: 'um, well', isAccepted: false },
  ];
  expect(toProposalLines({ cuts, noiseFloorDb: -52, afterSeconds: 12.5, isMade: true })).toEqual([
    'Cuts: 2',
    '  1. start 1.235 s, end 2 s, kind silence, accepted',
    '  2. start 5 s, end 6.5 s, kind noise, text "um, well", not accepted',
    'Noise floor: -52 dB',
    'After: 12.5 s',
    'Made: yes',
  ]);
});

it('shortens what says something of every frame', () => {
  const path = Array.from({ length: 40 }, (_, index) => ({ atSeconds: index / 25, x: index }));
  const lines = toProposalLines({ path, beats: path.map(({ x }) => x) });
  expect(lines).toHaveLength(15);
  expect(lines).toContain('  and 28 more');
  expect(lines.at(-1)).toBe('Beats: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 28 more');
});

it('goes into objects, and leaves out the alternatives of a row', () => {
  const shot = { material: 'a', startSeconds: 0, reasons: ['sharp', 'steady'] };
  expect(
    toProposalLines({
      window: { startSeconds: 0, endSeconds: 4 },
      slots: [{ role: 'hook', shot, alternates: [shot] }],
    }),
  ).toEqual([
    'Window: (start 0 s, end 4 s)',
    'Slots: 1',
    '  1. role hook, shot (material a, start 0 s, reasons sharp, steady)',
  ]);
});
