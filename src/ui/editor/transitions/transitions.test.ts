import { describe, expect, it } from 'vitest';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits } from '#core/timeline/edit.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import { makeItem, makeTimeline } from '../../../../test/support/timeline.ts';
import { planTransition } from '../timeline/gestures/plan-transition.ts';
import { findCut, transitionEdit } from './cuts.ts';
import { findBroken, findProblem } from './problems.ts';

const dissolve = { type: 'dissolve', durationSeconds: 0.5 } as const;
const items = [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 2, durationSeconds: 1 })];
const document = makeTimeline([{ items }]);
const withTransition = (startSeconds = 2): TimelineDocument =>
  makeTimeline([
    {
      items: [
        makeItem('video', 'a', { name: 'First', assetId: 'film', sourceStartSeconds: 1 }),
        makeItem('video', 'b', { name: 'Second', startSeconds, durationSeconds: 1, transition: dissolve }),
      ],
    },
  ]);

const getItem = ({ tracks }: TimelineDocument, id: string): Item | undefined =>
  tracks.flatMap((track) => track.items).find((item) => item.id === id);

describe('a new transition', () => {
  it('is added at the cut of the selected item, at most half as long as the items that it joins', () => {
    expect(findCut(document, ['a'], 99)?.after.id).toBe('b');
    const cut = findCut(document, ['b'], 99);
    expect(cut && transitionEdit(cut, 'wipe-left')).toMatchObject({
      itemId: 'b',
      properties: { transition: { type: 'wipe-left', durationSeconds: 0.5 } },
    });
  });

  it('is added at the nearest cut within reach of the playhead', () => {
    expect(findCut(document, [], 2.5)?.after.id).toBe('b');
    expect(findCut(document, [], 30)).toBeNull();
  });

  it('needs two adjacent items on an editable track', () => {
    const apart = makeTimeline([{ items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 3 })] }]);
    expect(findCut(apart, ['b'], 3)).toBeNull();
    expect(findCut(makeTimeline([{ items, isLocked: true }]), ['b'], 2)).toBeNull();
  });
});

describe('the dragged duration of a transition', () => {
  const drag = (bySeconds: number) => planTransition(withTransition(), { itemId: 'b', bySeconds })?.edits;
  const lasting = (durationSeconds: number) => [
    { type: 'set', itemId: 'b', properties: { transition: { type: 'dissolve', durationSeconds } } },
  ];

  it('is of whole frames, is visible, and is at most that of the item', () => {
    const { frameRate } = document;
    expect(drag(0.3)).toEqual(lasting(Math.round(0.8 * frameRate) / frameRate));
    expect(drag(9)).toEqual(lasting(1));
    expect(drag(-9)).toEqual(lasting((Math.floor(0.03 * frameRate) + 1) / frameRate));
    expect(drag(0.001)).toEqual([]);
  });
});

describe('the problem of a transition', () => {
  const find = (shown: TimelineDocument, fileSeconds: number): string | null => {
    const item = getItem(shown, 'b');
    return item && isVisual(item) ? findProblem(shown, item, () => fileSeconds) : null;
  };

  it('is a missing clip before it', () => {
    expect(find(withTransition(2.5), 10)).toMatch(/^No clip ends where this one starts/);
  });

  it('is a clip before it whose file ends too early', () => {
    expect(find(withTransition(), 3.5)).toBeNull();
    expect(find(withTransition(), 3.2)).toMatch(/^First has no more video .* Trim its end by 0\.3 s/);
  });

  it('is found for the transitions that an edit breaks, and for no others', () => {
    const before = withTransition();
    const moved = applyEdits(before, [{ type: 'move-items', moves: [{ itemId: 'b', startSeconds: 4 }] }]);
    expect(findBroken(before, moved).map(({ id }) => id)).toEqual(['b']);
    const later = applyEdits(moved, [{ type: 'move-items', moves: [{ itemId: 'b', startSeconds: 5 }] }]);
    expect(findBroken(moved, later)).toEqual([]);
    expect(findBroken(before, applyEdits(before, [{ type: 'remove-item', itemId: 'b' }]))).toEqual([]);
  });
});
