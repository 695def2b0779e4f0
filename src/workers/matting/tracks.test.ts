import { describe, expect, test } from 'vitest';
import type { Edges, Figure } from '#workers/matting/regions.ts';
import { Tracks } from '#workers/matting/tracks.ts';

const figure = (left: number, right = left + 100): Figure => ({ left, top: 50, right, bottom: 250, area: 10_000 });
const edges = ({ left, right }: Edges): number[] => [left, right];

describe('a figure', () => {
  test('of the first frame counts at once, and one that comes later little by little', () => {
    const tracks = new Tracks(3);
    expect(tracks.follow([figure(0)])).toMatchObject([{ left: 0, strength: 1 }]);
    const strengths = Array.from({ length: 7 }, () => tracks.follow([figure(0), figure(300)])[1]?.strength ?? 0);
    expect(strengths[0]).toBeCloseTo(1 / 6);
    expect(strengths).toEqual(strengths.toSorted((a, b) => a - b));
    expect(strengths.at(-1)).toBe(1);
  });

  test('that is lost is forgotten little by little, and found again where it was', () => {
    const tracks = new Tracks(3);
    tracks.follow([figure(0)]);
    const fading = Array.from({ length: 3 }, () => tracks.follow([])[0]?.strength ?? 0);
    expect(fading).toEqual(fading.toSorted((a, b) => b - a));
    expect(tracks.follow([figure(0)])).toMatchObject([{ left: 0, strength: expect.closeTo(4 / 6) as number }]);
    for (let frame = 0; frame < 6; frame += 1) {
      tracks.follow([]);
    }
    expect(tracks.follow([])).toEqual([]);
  });

  test('that hardly moves leaves its box where it is', () => {
    const tracks = new Tracks(3);
    tracks.follow([figure(200)]);
    expect(tracks.follow([figure(201, 299)]).map(edges)).toEqual([[200, 300]]);
    expect(tracks.follow([figure(199, 302)]).map(edges)).toEqual([[200, 300]]);
  });

  test('that reaches out is followed quickly, and slowly when it draws back; never in one step', () => {
    const tracks = new Tracks(3);
    tracks.follow([figure(200)]);
    const out = [1, 2, 3, 4].map(() => tracks.follow([figure(200, 340)])[0]?.right ?? 0);
    expect(out[0]).toBeGreaterThan(312);
    expect(out[0]).toBeLessThan(330);
    expect(out[3]).toBeGreaterThan(333);
    const back = tracks.follow([figure(200, 300)])[0]?.right ?? 0;
    expect((out[3] ?? 0) - back).toBeGreaterThan(0);
    expect((out[3] ?? 0) - back).toBeLessThan(5);
  });

  test('elsewhere is another one: the looks at both overlap in time', () => {
    const tracks = new Tracks(3);
    tracks.follow([figure(0)]);
    const both = tracks.follow([figure(300)]);
    expect(both.map(({ left }) => left)).toEqual([300, 0]);
    expect(both[0]?.strength).toBeCloseTo(1 / 6);
    expect(both[1]?.strength).toBeCloseTo(5 / 6);
  });
});

test('what is believed of a figure begins with what is seen of it, and changes slowly', () => {
  const tracks = new Tracks(3);
  tracks.follow([figure(0)]);
  expect(tracks.believe(new Map())).toEqual([1]);
  expect(tracks.believe(new Map([[0, 0.5]]))).toEqual([0.5]);
  expect(tracks.believe(new Map([[0, 1]]))[0]).toBeCloseTo(0.5 + 1 / 6);
  expect(tracks.believe(new Map([[0, 0]]))[0]).toBeCloseTo(0.5);
  expect(tracks.findOwner(figure(50))).toBe(0);
  expect(tracks.findOwner(figure(500))).toBeUndefined();
});

test('after a reset all begins anew', () => {
  const tracks = new Tracks(3);
  tracks.follow([figure(0)]);
  tracks.reset();
  expect(tracks.follow([figure(300)])).toMatchObject([{ left: 300, strength: 1 }]);
});

test('a saved state goes on as if nothing had been', () => {
  const [one, other] = [new Tracks(3), new Tracks(3)];
  one.follow([figure(0)]);
  one.follow([figure(30), figure(300)]);
  one.follow([figure(300)]);
  other.follow([figure(77)]);
  other.restore(structuredClone(one.save()));
  expect(other.save()).toEqual(one.save());
  const next = [figure(44), figure(310)];
  expect(other.follow(next)).toEqual(one.follow(next));
  other.restore(new Tracks(3).save());
  expect(other.follow([figure(5)])).toMatchObject([{ left: 5, strength: 1 }]);
});
