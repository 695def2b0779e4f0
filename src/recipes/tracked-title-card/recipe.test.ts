import { describe, expect, it } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { toAnchors, toNamedAnchor } from './anchors.ts';
import { keyMoments } from './key-moments.ts';
import { trackedTitleCard, type TrackProposal } from './recipe.ts';
import { chooseWindow } from './window.ts';

const input = trackedTitleCard.input.parse({ material: 'mat_1', title: 'A title' });
const picture = { width: 640, height: 360 };

const path = Array.from({ length: 90 }, (_, index) => ({
  atSeconds: index / 30,
  x: 100 + index,
  y: 80,
  width: 60,
  height: 60,
  confidence: 0.9,
  state: 'tracked' as const,
}));
const proposed: TrackProposal = {
  path,
  corrections: [],
  placement: 'above',
  window: { startSeconds: 0, endSeconds: 3 },
  readableSeconds: 2.6,
  whenLost: 'fade',
  picture,
};

/** Returns the path of the field that a call refuses. */
function refusedField(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    const { code, details } = Failure.from(thrown);
    return [code, ...(Array.isArray(details) ? details.map(({ path: field }: { path: string }) => field) : [])];
  }
  return null;
}

describe('the models that a card requests', () => {
  const wish = (given: object): unknown =>
    trackedTitleCard.models({ ...input, ...given }).map((one) => ('task' in one ? one.task : one.subject));

  it('are empty if the target is given, and a matte and faces if it has to be found', () => {
    expect(wish({ target: { atSeconds: 0, point: { x: 1, y: 1 } } })).toEqual([]);
    expect(wish({})).toEqual(['auto', 'faces']);
    expect(wish({ target: 'face' })).toEqual(['person', 'faces']);
    expect(wish({ target: { atSeconds: 0, point: { x: 1, y: 1 } }, isBehindSubject: true })).toEqual(['auto']);
  });
});

describe('an edited proposal', () => {
  const settle = (changed: Partial<TrackProposal>) =>
    trackedTitleCard.settleProposal?.({ ...proposed, ...changed }, proposed, input);

  it('recomputes how long the card can be read', () => {
    const settled = settle({ window: { startSeconds: 0, endSeconds: 1.5 }, readableSeconds: 99 });
    expect(settled?.readableSeconds).toBeCloseTo(1.5 - 0.375, 2);
    expect(settled?.path).toHaveLength(90);
  });

  it('lasts as long as its window if it holds its position while the target is lost', () => {
    const lost = path.map((point, at) => (at < 30 ? point : { ...point, state: 'lost' as const, confidence: 0 }));
    const settleLost = (whenLost: 'fade' | 'hold'): number =>
      trackedTitleCard.settleProposal?.({ ...proposed, path: lost, whenLost }, { ...proposed, path: lost }, input)
        .readableSeconds ?? 0;
    expect(settleLost('fade')).toBeLessThan(2);
    expect(settleLost('hold')).toBeCloseTo(3 - 0.375, 2);
  });

  it('is tracked again if it has other corrections', () => {
    const corrections = [{ atSeconds: 1, box: { x: 1, y: 1, width: 9, height: 9 } }];
    expect(settle({ corrections })?.path).toEqual([]);
    expect(settle({ path: [] })?.path).toHaveLength(90);
  });

  it('cannot change the tracked path, nor exceed the tracked window', () => {
    expect(refusedField(() => settle({ path: path.slice(1) }))).toEqual(['VALIDATION_FAILED', 'proposal.path']);
    expect(refusedField(() => settle({ window: { startSeconds: 0, endSeconds: 4 } }))).toEqual([
      'VALIDATION_FAILED',
      'proposal.window',
    ]);
    const late = [{ atSeconds: 8, box: { x: 1, y: 1, width: 9, height: 9 } }];
    expect(refusedField(() => settle({ corrections: late }))).toEqual([
      'VALIDATION_FAILED',
      'proposal.corrections.0.atSeconds',
    ]);
    const outside = [{ atSeconds: 1, box: { x: 700, y: 1, width: 9, height: 9 } }];
    expect(refusedField(() => settle({ corrections: outside }))).toEqual([
      'VALIDATION_FAILED',
      'proposal.corrections.0.box',
    ]);
  });
});

describe('chooseWindow', () => {
  const shots = [
    { startSeconds: 0, endSeconds: 2 },
    { startSeconds: 2, endSeconds: 7 },
    { startSeconds: 7, endSeconds: 10 },
  ];
  const box = { x: 0, y: 0, width: 20, height: 20 };
  const choose = (given: Parameters<typeof chooseWindow>[0]) => chooseWindow(given, shots, 10);

  it('returns the shot of the target, else the longest', () => {
    expect(choose({ target: 'auto' })).toEqual(shots[1]);
    expect(choose({ target: { atSeconds: 8, box } })).toEqual(shots[2]);
    expect(chooseWindow({ target: 'auto' }, [], 4)).toEqual({ startSeconds: 0, endSeconds: 4 });
  });

  it('refuses a window across a scene cut, and times outside', () => {
    const crossing = { target: 'auto', window: { startSeconds: 1, endSeconds: 3 } } as const;
    expect(() => choose(crossing)).toThrow('The video has a scene cut at 2 s');
    expect(refusedField(() => choose(crossing))).toEqual(['WINDOW_CROSSES_CUT', 'window']);
    expect(choose({ target: 'auto', window: { startSeconds: 2, endSeconds: 7 } })).toEqual(shots[1]);
    expect(refusedField(() => choose({ target: { atSeconds: 11, box } }))).toEqual([
      'VALIDATION_FAILED',
      'target.atSeconds',
    ]);
    const beside = { target: { atSeconds: 1, box }, window: { startSeconds: 3, endSeconds: 5 } };
    expect(refusedField(() => choose(beside))).toEqual(['VALIDATION_FAILED', 'target.atSeconds']);
    const after = { target: 'auto', window: { startSeconds: 12, endSeconds: 15 } } as const;
    expect(refusedField(() => choose(after))).toEqual(['VALIDATION_FAILED', 'window.startSeconds']);
  });
});

describe('anchors', () => {
  it('are boxes within the frame, even around a point', () => {
    expect(toNamedAnchor({ atSeconds: 1, point: { x: 10, y: 180 } }, picture).box).toMatchObject({
      x: 0,
      y: 151.2,
    });
    const outside = { x: 700, y: 10, width: 50, height: 50 };
    expect(refusedField(() => toNamedAnchor({ atSeconds: 0, box: outside }, picture))).toEqual([
      'VALIDATION_FAILED',
      'target.box',
    ]);
    expect(refusedField(() => toNamedAnchor({ atSeconds: 0, point: { x: -1, y: 0 } }, picture))).toEqual([
      'VALIDATION_FAILED',
      'target.point',
    ]);
  });

  it('are replaced by corrections of the same frame, the last of which is used', () => {
    const at = (atSeconds: number, x: number) => ({ atSeconds, box: { x, y: 0, width: 20, height: 20 } });
    const anchors = toAnchors(at(1, 0), [at(1.01, 100), at(2, 200), at(2, 300), at(0.5, 400)], picture);
    expect(anchors.map(({ box }) => box.x)).toEqual([400, 100, 300]);
  });
});

it('the preview images of a proposal show the card at rest, and where the target was lost', () => {
  const lost = path.map((point, at) => (at > 45 && at < 75 ? { ...point, state: 'lost' as const } : point));
  const spells = [
    { startSeconds: 0, endSeconds: 1.8 },
    { startSeconds: 2.5, endSeconds: 3 },
  ];
  const times = keyMoments(lost, proposed.window, spells);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.some((time) => Math.abs(time - 46 / 30) < 1e-6)).toBe(true);
  expect(times[0]).toBeGreaterThan(0.45);
  expect(times.length).toBeLessThanOrEqual(6);
});
