import { describe, expect, it } from 'vitest';
import type { TrackPoint } from '#core/analysis/track.ts';
import { timelineDocument } from '#core/timeline/document.ts';
import { sceneAt } from '#core/timeline/scene.ts';
import { valueAt } from '#core/timeline/animate.ts';
import { layOutCard, type CardStyle } from './card.ts';
import { cardDocument } from './document.ts';
import { toKeyframes } from './keyframes.ts';
import { choosePlacement, moveCard, type MotionTask } from './motion.ts';
import { placements, type Placement } from './recipe.ts';
import { framesIn } from './run/edits.ts';
import { smooth } from './smooth.ts';
import { listSpells, getReadableSeconds } from './spells.ts';

const rate = 30;
const canvas = { width: 640, height: 360 };
const words = { title: 'A title of five words', subtitle: 'and a line below it' };

const makePath = (count: number, point: (index: number) => Partial<TrackPoint>): TrackPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    atSeconds: index / rate,
    x: 290,
    y: 150,
    width: 60,
    height: 60,
    confidence: 0.9,
    state: 'tracked',
    ...point(index),
  }));

const lines = [[{ text: words.title, width: 9.4 }], [{ text: words.subtitle, width: 8.8 }]];
const look = { style: 'card', accent: '#FFB224', ...words } as const;

function makeTask(path: TrackPoint[], smoothing = 50): MotionTask {
  const card = layOutCard(look, canvas, lines, 'above');
  return {
    path,
    window: { startSeconds: 0, endSeconds: path.length / rate },
    canvas,
    card,
    offsetPx: 10,
    smoothing,
    room: { above: 0, beside: 0 },
  };
}

describe('smooth', () => {
  const weights = (count: number): number[] => Array.from({ length: count }, () => 1);

  it('leaves a straight line unchanged, without delay', () => {
    const line = Array.from({ length: 60 }, (_, at) => 3 * at + 7);
    smooth(line, weights(60), rate, 0.5).forEach((value, at) => expect(value).toBeCloseTo(line[at] ?? 0, 6));
  });

  it('removes jitter and keeps slow motion', () => {
    const slow = Array.from({ length: 300 }, (_, at) => 50 * Math.sin((2 * Math.PI * 0.1 * at) / rate));
    const shaky = slow.map((value, at) => value + (at % 2 ? 4 : -4));
    const smoothed = smooth(shaky, weights(300), rate, 1.2);
    const errors = smoothed.map((value, at) => Math.abs(value - (slow[at] ?? 0))).slice(10, -10);
    expect(Math.max(...errors)).toBeLessThan(0.5);
  });

  it('bridges values without weight', () => {
    const values = Array.from({ length: 30 }, (_, at) => (at > 10 && at < 20 ? 999 : at));
    const trust = values.map((value) => (value === 999 ? 0 : 1));
    smooth(values, trust, rate, 2).forEach((value, at) => expect(value).toBeCloseTo(at, 3));
  });
});

describe('toKeyframes', () => {
  it('returns one number for an almost constant value', () => {
    expect(
      toKeyframes(
        [0, 0.1, 0.2].map((value, at) => ({ atSeconds: at, value })),
        0.4,
      ),
    ).toBe(0.1);
  });

  it('keeps a path to half a pixel with few keyframes', () => {
    const moments = Array.from({ length: 600 }, (_, at) => ({ atSeconds: at / rate, value: 100 * Math.sin(at / 60) }));
    const animated = toKeyframes(moments, 0.4);
    expect(typeof animated === 'object' ? animated.keyframes.length : 1).toBeLessThan(90);
    for (const { atSeconds, value } of moments) {
      expect(Math.abs(valueAt(animated, atSeconds) - value)).toBeLessThan(0.5);
    }
  });

  it('limits the keyframes of a long, shaky path by a lower precision', () => {
    const moments = Array.from({ length: 20_000 }, (_, at) => ({ atSeconds: at / rate, value: (at * 7919) % 13 }));
    const animated = toKeyframes(moments, 0.4);
    expect(typeof animated === 'object' ? animated.keyframes.length : 1).toBeLessThanOrEqual(1500);
  });
});

describe('spells', () => {
  const window = { startSeconds: 0, endSeconds: 6 };

  it('end when the target is lost, and start again with it', () => {
    const path = makePath(180, (at) => ({ state: at >= 100 && at < 150 ? 'lost' : 'tracked' }));
    const spells = listSpells(path, window, { title: 'Short' });
    expect(spells).toHaveLength(2);
    expect(spells[0]?.endSeconds).toBeCloseTo(100 / rate + 0.3, 3);
    expect(spells[1]?.startSeconds).toBeCloseTo(150 / rate, 3);
  });

  it('bridge a gap that would only make the card blink', () => {
    const path = makePath(180, (at) => ({ state: at >= 100 && at < 112 ? 'lost' : 'tracked' }));
    expect(listSpells(path, window, words)).toEqual([window]);
  });

  it('last until the words are read, if the window does', () => {
    const path = makePath(180, (at) => ({ state: at < 20 ? 'tracked' : 'lost' }));
    const [spell] = listSpells(path, window, words);
    expect((spell?.endSeconds ?? 0) - (spell?.startSeconds ?? 0)).toBeGreaterThan(2.6);
    expect(getReadableSeconds(path, { startSeconds: 0, endSeconds: 1 }, words)).toBeLessThan(1);
  });
});

describe('moveCard', () => {
  it.each(placements)('never leaves the safe area, %s of a target that crosses it', (placement: Placement) => {
    const path = makePath(120, (at) => ({ x: -100 + 7 * at, y: 330 - 3 * at }));
    const task = makeTask(path);
    for (const { x, y, scale } of moveCard(task, placement)) {
      const [across, down] = [(task.card.width * scale) / 2, (task.card.height * scale) / 2];
      expect(Math.min(x - across, canvas.width - x - across)).toBeGreaterThan(0.05 * canvas.width - 1e-6);
      expect(Math.min(y - down, canvas.height - y - down)).toBeGreaterThan(0.05 * canvas.height - 1e-6);
    }
  });

  it('scales with its target within limits, and ignores small changes', () => {
    const growing = makePath(120, (at) => ({ width: 20 + 2 * at, height: 20 + 2 * at }));
    const scales = moveCard(makeTask(growing), 'above').map(({ scale }) => scale);
    expect(Math.min(...scales)).toBe(0.85);
    expect(Math.max(...scales)).toBeLessThanOrEqual(1.25);
    const breathing = makePath(120, (at) => ({ width: 60 + 3 * Math.sin(at / 9) }));
    expect(new Set(moveCard(makeTask(breathing), 'above').map(({ scale }) => scale))).toEqual(new Set([1]));
  });

  it('has a position in a window between two frames, and a valid document with increasing keyframes', () => {
    const path = makePath(30, (at) => ({ x: 3 * at }));
    for (const seconds of [0.004, 0.1]) {
      const window = { startSeconds: 10 / rate + 0.001, endSeconds: 10 / rate + 0.001 + seconds };
      const task = { ...makeTask(path), window };
      expect(framesIn(path, window).length).toBeGreaterThan(0);
      const document = cardDocument({
        title: 'clip',
        ...canvas,
        frameRate: rate,
        durationSeconds: 1,
        sourceId: 'source',
        cutOutId: null,
        window,
        card: layOutCard(look, canvas, lines, 'above'),
        placement: 'above',
        moments: moveCard(task, 'above'),
        spells: listSpells(path, window, words),
      });
      const opacities = document.tracks.flatMap(({ items }) =>
        items.flatMap((item) =>
          'opacity' in item && typeof item.opacity === 'object' ? [item.opacity.keyframes] : [],
        ),
      );
      expect(opacities.length).toBeGreaterThan(0);
      for (const keyframes of opacities) {
        const times = keyframes.map(({ atSeconds }) => atSeconds);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }
    }
  });

  it('does not cover the hair above a face', () => {
    const task = makeTask(makePath(30, () => ({})));
    const [plain] = moveCard(task, 'above');
    const [higher] = moveCard({ ...task, room: { above: 0.25, beside: 0 } }, 'above');
    expect((plain?.y ?? 0) - (higher?.y ?? 0)).toBeCloseTo(15, 3);
    const [near] = moveCard(task, 'right');
    const [apart] = moveCard({ ...task, room: { above: 0, beside: 0.3 } }, 'right');
    expect((apart?.x ?? 0) - (near?.x ?? 0)).toBeCloseTo(0.3 * 60, 3);
  });

  it('does not move for a trembling target', () => {
    const path = makePath(120, (at) => ({ x: 290 + (at % 3) - 1 }));
    const xs = moveCard(makeTask(path), 'above').map(({ x }) => x);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(0.5);
  });
});

describe('choosePlacement', () => {
  const choose = (point: Partial<TrackPoint>): Placement => choosePlacement(makeTask(makePath(30, () => point)));

  it('returns the side with room', () => {
    expect(choose({})).toBe('above');
    expect(choose({ x: 40, y: 5, width: 560 })).toBe('below');
    expect(choose({ x: 40, y: 20, width: 150, height: 330 })).toBe('right');
    expect(choose({ x: 450, y: 20, width: 150, height: 330 })).toBe('left');
  });
});

describe('cardDocument', () => {
  const path = makePath(120, (at) => ({ x: 200 + at }));
  const document = (style: CardStyle, cutOutId: string | null = null) => {
    const task = makeTask(path);
    const card = layOutCard({ ...look, style }, canvas, lines, 'above');
    return cardDocument({
      title: 'A card',
      ...canvas,
      frameRate: rate,
      durationSeconds: 5,
      sourceId: 'mat_source',
      cutOutId,
      window: task.window,
      card,
      placement: 'above',
      moments: moveCard({ ...task, card }, 'above'),
      spells: listSpells(path, task.window, words),
    });
  };

  it.each(['card', 'label', 'outline', 'minimal'] as const)('%s consists of texts and shapes in one group', (style) => {
    const { tracks } = timelineDocument.parse(document(style));
    const items = tracks.flatMap((track) => track.items).filter(({ role }) => role === 'title-card');
    expect(new Set(items.map(({ groupId }) => groupId))).toEqual(new Set(['title-card']));
    expect(items.filter(({ type }) => type === 'text')).toHaveLength(2);
    expect(items.some(({ type }) => type === 'shape')).toBe(true);
  });

  it('has a box that is dark enough for white letters over a white video', () => {
    const { parts } = layOutCard({ ...look, style: 'outline' }, canvas, lines, 'above');
    const frame = parts.find(({ id }) => id === 'frame');
    const { fill } = (frame?.fields.look ?? {}) as { fill?: string };
    const level = 1 - Number.parseInt(fill?.slice(7) ?? '0', 16) / 255;
    const light = ((level + 0.055) / 1.055) ** 2.4;
    expect(fill?.slice(0, 7)).toBe('#000000');
    expect(1.05 / (light + 0.05)).toBeGreaterThan(4);
  });

  it('enters, stays, exits, and moves with its target', () => {
    const shown = document('card');
    const plate = (seconds: number) => sceneAt(shown, seconds).layers.find(({ itemId }) => itemId === 'plate');
    expect(plate(0.15)?.opacity ?? 0).toBeLessThan(1);
    expect(plate(1)?.opacity).toBe(1);
    expect(plate(3.9)?.opacity ?? 0).toBeLessThan(0.8);
    expect(plate(4.5)).toBeUndefined();
    expect((plate(3)?.matrix.e ?? 0) - (plate(1)?.matrix.e ?? 0)).toBeCloseTo(60, -1);
  });

  it('is between the clip and its cutout if it is behind the subject', () => {
    const roles = document('card', 'ast_cut-out').tracks.map(({ items }) => items[0]?.role);
    expect([roles.at(0), roles.at(1), roles.at(-1)]).toEqual(['source', 'title-card', 'cut-out']);
  });
});
