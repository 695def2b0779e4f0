import { describe, expect, it } from 'vitest';
import type { Cut, CutList } from '../cut-list.ts';
import { tightenedDocument } from '../document.ts';
import {
  accept,
  keepOfPauses,
  getLimits,
  moveEdge,
  readCutDraft,
  getRemoved,
  resetTimes,
  getRules,
  setTimes,
  showCuts,
  takeProposal,
  toProposal,
  type CutDraft,
  type ShownCut,
} from './cut-draft.ts';
import { getFilters } from './cut-filter.ts';
import { toClipSeconds, toResultSeconds } from './cut-time.ts';

const makeCut = (id: string, startSeconds: number, endSeconds: number, change: Partial<Cut> = {}): Cut => ({
  id,
  startSeconds,
  endSeconds,
  kind: 'silence',
  confidence: 0.9,
  isAccepted: true,
  ...change,
});
const list: CutList = {
  cuts: [makeCut('a', 0, 1), makeCut('b', 4, 6), makeCut('c', 9, 9.5, { kind: 'noise', confidence: 0.2 })],
  noiseFloorDb: -60,
  thresholdDb: -45,
  beforeSeconds: 12,
  afterSeconds: 8.5,
};
const input = {
  keepGapSeconds: 0.2,
  paddingSeconds: 0.12,
  protect: [{ startSeconds: 6.51, endSeconds: 8 }],
};
const rules = getRules(input, list, 25);
const first: CutDraft = { cuts: list.cuts, parameters: input };
const cutIn = (shown: readonly ShownCut[], id: string): ShownCut => {
  const found = shown.find((one) => one.id === id);
  if (!found) {
    throw new Error(id);
  }
  return found;
};

describe('a draft of a cut list', () => {
  it('equals the proposal while nothing is changed', () => {
    expect(JSON.stringify(toProposal(list, showCuts(first, rules)))).toBe(JSON.stringify(list));
  });

  it('turns cuts on and off, and computes the duration', () => {
    const draft = accept(first, new Set(['b', 'c']), false);
    const proposal = toProposal(list, showCuts(draft, rules));
    expect(proposal.cuts.map(({ isAccepted }) => isAccepted)).toEqual([true, false, false]);
    expect(proposal.afterSeconds).toBe(11);
  });

  it('keeps more of every pause except manually edited ones, and does not cut pauses that are too short', () => {
    const draft = keepOfPauses(setTimes(first, 'b', { startSeconds: 4.4, endSeconds: 5 }), 0.7);
    const shown = showCuts(draft, rules);
    expect(cutIn(shown, 'a')).toMatchObject({ startSeconds: 0, endSeconds: 0.76, isMoved: false });
    expect(cutIn(shown, 'b')).toMatchObject({ startSeconds: 4.4, endSeconds: 5, isMoved: true });
    expect(cutIn(shown, 'c').isLeftWhole).toBe(true);
    expect(toProposal(list, shown).cuts.map(({ id }) => id)).toEqual(['a', 'b']);
    // Back to the proposal, character for character.
    const back = showCuts(resetTimes(keepOfPauses(draft, 0.2), 'b', list), rules);
    expect(JSON.stringify(toProposal(list, back))).toBe(JSON.stringify(list));
  });

  it('accepts a proposal that was edited as JSON: changed times are manual, omitted cuts are refused', () => {
    const shown = showCuts(first, rules);
    const [a] = list.cuts;
    const draft = takeProposal(first, shown, {
      ...list,
      cuts: [
        { ...a, endSeconds: 0.5 },
        { ...list.cuts[1], isAccepted: false },
      ],
    });
    expect(draft.cuts).toEqual([
      { ...a, endSeconds: 0.5, isMoved: true },
      { ...list.cuts[1], isAccepted: false },
      { ...list.cuts[2], isAccepted: false },
    ]);
  });

  it('can be shown while the user types a time whose first digits are before the start', () => {
    const [, b] = list.cuts;
    const draft = takeProposal(first, showCuts(first, rules), { ...list, cuts: [{ ...b, endSeconds: 1 }] });
    const removed = getRemoved(showCuts(draft, rules));
    expect(removed).toEqual([]);
    const size = { width: 640, height: 360, frameRate: 25 };
    const clip = { title: 'Clip', kind: 'video' as const, assetId: 'asset', ...size, clipSeconds: 12 };
    expect(tightenedDocument({ ...clip, removed, joins: 'cut' }).tracks[0]?.items).toHaveLength(1);
  });

  it('is restored from storage, unless it belongs to another list', () => {
    const draft = keepOfPauses(
      setTimes(accept(first, new Set(['a']), false), 'b', { startSeconds: 4.4, endSeconds: 5 }),
      1,
    );
    expect(readCutDraft(JSON.parse(JSON.stringify(draft)), list)).toEqual(draft);
    expect(readCutDraft({ cuts: [], parameters: {} }, list)).toBeNull();
    expect(readCutDraft('nothing', list)).toBeNull();
  });
});

describe('a moved edge', () => {
  const shown = showCuts(first, rules);

  it('snaps to a frame', () => {
    expect(moveEdge(shown, 'b', 'startSeconds', 3.333, rules)).toEqual({ startSeconds: 3.32, endSeconds: 6 });
  });

  it('stops at other cuts, protected parts, the ends of the clip and its own other edge', () => {
    expect(moveEdge(shown, 'b', 'startSeconds', 0.2, rules).startSeconds).toBe(1);
    // The frame before the part, which starts between two frames.
    expect(moveEdge(shown, 'b', 'endSeconds', 8.7, rules).endSeconds).toBeCloseTo(6.48, 9);
    expect(moveEdge(shown, 'c', 'startSeconds', 7, rules).startSeconds).toBe(8);
    expect(moveEdge(shown, 'c', 'endSeconds', 99, rules).endSeconds).toBe(12);
    expect(moveEdge(shown, 'a', 'startSeconds', -1, rules).startSeconds).toBe(0);
    expect(moveEdge(shown, 'b', 'endSeconds', 2, rules).endSeconds).toBeCloseTo(4.04, 9);
  });

  it('stays if there is no frame to move to', () => {
    const close = showCuts({ ...first, cuts: [makeCut('a', 0.39, 0.41), makeCut('b', 0.42, 0.44)] }, rules);
    expect(getLimits(close, cutIn(close, 'a'), 'endSeconds', rules)).toEqual({ least: 0.41, most: 0.41 });
  });
});

it('converts times between the clip and the tightened clip', () => {
  const removed = getRemoved(showCuts(first, rules));
  expect([0, 2, 5, 7, 12].map((seconds) => toResultSeconds(removed, seconds))).toEqual([0, 1, 3, 4, 8.5]);
  expect([0, 1, 3, 4, 8.5].map((seconds) => toClipSeconds(removed, seconds))).toEqual([1, 2, 6, 7, 12]);
});

it('offers the reasons that distinguish the cuts as filters', () => {
  expect(getFilters(showCuts(first, rules)).map(({ label }) => label)).toEqual([
    'All 3',
    'Silence 2',
    'Noise 1',
    'Unsure 1',
  ]);
  expect(getFilters(showCuts({ ...first, cuts: list.cuts.slice(0, 2) }, rules)).map(({ value }) => value)).toEqual([
    'all',
  ]);
});
