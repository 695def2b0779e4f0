import { describe, expect, it } from 'vitest';
import type { Item } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { constantEdits, getKeyframes, keyframeState, moveKeyframeEdits, toggleEdits } from './keyframes.ts';

const linear = 'linear' as const;
const moving = makeItem('shape', 'a', {
  startSeconds: 1,
  x: {
    keyframes: [
      { atSeconds: 0, value: 0, easing: 'hold' },
      { atSeconds: 1, value: 100, easing: linear },
    ],
  },
});

const at = (seconds: number) => ({ seconds, frameRate: 30 });

function edited(item: Item, edits: readonly Edit[]): Item {
  const after = applyEdits(makeTimeline([{ items: [item] }]), edits).tracks[0]?.items[0];
  return after ?? item;
}

describe('the keyframe buttons of a property', () => {
  it('find the keyframes before, at and after the playhead, in seconds of the canvas', () => {
    expect(keyframeState([moving], ['x', 'y'], at(1.5))).toEqual({
      isAnimated: true,
      isHere: false,
      previousSeconds: 1,
      nextSeconds: 2,
    });
    expect(keyframeState([moving], ['x'], at(2))).toMatchObject({
      isHere: true,
      previousSeconds: 1,
      nextSeconds: null,
    });
    expect(keyframeState([moving], ['opacity'], at(2))).toMatchObject({ isAnimated: false, isHere: false });
  });

  it('add a keyframe with the current value to each number without one', () => {
    const after = edited(moving, toggleEdits([moving], ['x', 'y'], at(2)));
    expect(getKeyframes(after, 'x')).toHaveLength(2);
    expect(getKeyframes(after, 'y')).toEqual([{ atSeconds: 1, value: 180, easing: linear }]);
    expect(keyframeState([after], ['x', 'y'], at(2)).isHere).toBe(true);
  });

  it('remove the keyframes if all numbers have one; the last value stays', () => {
    const once = edited(moving, toggleEdits([moving], ['x'], at(2)));
    const twice = edited(once, toggleEdits([once], ['x'], at(1)));
    expect(twice).toMatchObject({ x: 0 });
  });

  it('do nothing if the playhead is outside the item', () => {
    expect(toggleEdits([moving], ['x'], at(0.5))).toEqual([]);
    expect(toggleEdits([moving], ['x'], at(3))).toEqual([]);
  });
});

describe('a keyframe in the lanes', () => {
  const [first] = getKeyframes(moving, 'x');
  const move = (toSeconds: number): Edit[] =>
    first ? moveKeyframeEdits(moving, 'x', first, { toSeconds, frameRate: 30 }) : [];

  it('is moved with its value and easing, within its item', () => {
    expect(getKeyframes(edited(moving, move(0.5)), 'x')[0]).toEqual({ atSeconds: 0.5, value: 0, easing: 'hold' });
    expect(getKeyframes(edited(moving, move(99)), 'x').at(-1)?.atSeconds).toBeCloseTo(2 - 1 / 30);
    expect(move(0.001)).toEqual([]);
  });

  it('replaces another one at the same time', () => {
    expect(getKeyframes(edited(moving, move(1)), 'x')).toEqual([{ atSeconds: 1, value: 0, easing: 'hold' }]);
  });

  it('is removed with all others: the number keeps its value at the playhead', () => {
    expect(edited(moving, constantEdits([moving], 'x', at(2.5)))).toMatchObject({ x: 100 });
  });
});
