import { expect, it } from 'vitest';
import { toProposalLines } from './proposal-words.ts';

it('prints a proposal with units and without ids', () => {
  const cuts = [
    { id: 'c1', startSeconds: 1.23456, endSeconds: 2, kind: 'silence', isAccepted: true },
    { id: 'c3', startSeconds: 3, endSeconds: 4, kind: 'noise', text: 'Wow', isAccepted: true },
    { id: 'c2', startSeconds: 5, endSeconds: 6.5, kind: 'noise', text: 'um, well', isAccepted: false },
  ];
  expect(toProposalLines({ cuts, noiseFloorDb: -52, afterSeconds: 12.5, isMade: true })).toEqual([
    'Cuts: 3',
    '  1. start 1.235 s, end 2 s, kind silence, accepted',
    '  2. start 3 s, end 4 s, kind noise, text "Wow", accepted',
    '  3. start 5 s, end 6.5 s, kind noise, text "um, well", not accepted',
    'Noise floor: -52 dB',
    'After: 12.5 s',
    'Made: yes',
  ]);
});

it('shortens lists with a row for each frame', () => {
  const path = Array.from({ length: 40 }, (_, index) => ({ atSeconds: index / 25, x: index }));
  const lines = toProposalLines({ path, beats: path.map(({ x }) => x) });
  expect(lines).toHaveLength(15);
  expect(lines).toContain('  and 28 more');
  expect(lines.at(-1)).toBe('Beats: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 28 more');
});

it('prints nested objects, names materials by their files, and omits the alternatives of a row', () => {
  const shot = { material: 'mat_1', startSeconds: 0, reasons: ['sharp', 'steady'] };
  const proposal = { window: { startSeconds: 0, endSeconds: 4 }, slots: [{ role: 'hook', shot, alternates: [shot] }] };
  expect(toProposalLines(proposal, new Map([['mat_1', 'clip.mp4']]))).toEqual([
    'Window: (start 0 s, end 4 s)',
    'Slots: 1',
    '  1. role hook, shot (material clip.mp4, start 0 s, reasons sharp, steady)',
  ]);
});
