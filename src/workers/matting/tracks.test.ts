import { describe, expect, test } from 'vitest';
import type { Edges, Figure } from '#workers/matting/regions.ts';
import { Tracks } from '#workers/matting/tracks.ts';

const figure = (left: number, right = left + 100): Figure => ({ left, top: 50, right, bottom: 250, area: 10_000 });
const size = { width: 640, height: 360 };
const edges = ({ left, right }: Edges): number[] => [left, right];

describe('a figure', () => {
  test('of the first frame has its full weight at once, and a later one fades in', () => {
    const tracks = new Tracks(3);
    expect(tracks.follow([figure(0)], size)).toMatchObject([{ left: 0, strength: 1 }]);
    const strengths = Array.from({ length: 7 }, () => tracks.follow([figure(0), figure(300)], size)[1]?.strength ?? 0);
    expect(strengths[0]).toBeCloseTo(1 / 6);
    expect(strengths).toEqual(strengths.toSorted((a, b) => a - b));
    expect(strengths.at(-1)).toBe(1);
  });

  test('fades out when it is lost, and is found again in the same place', () => {
    const tracks = new Tracks(3);
    tracks.follow([figure(0)], size);
    const fading = Array.from({ length: 3 }, () => tracks.follow([], size)[0]?.strength ?? 0);
    expect(fading).toEqual(fading.toSorted((a, b) => b - a));
    expect(tracks.follow([figure(0)], size)).toMatchObject([{ left: 0, strength: expect.closeTo(4 / 6) as number }]);
    for (let frame = 0; frame < 6; frame += 1) {
      tracks.follow([], size);
    }
    expect(tracks.follow([], size)).toEqual([]);
  });

  test('that hardly moves does not move its box', () => {
    const tracks = new Tracks(3);
    tracks.follow([figure(200)], size);
    expect(tracks.follow([figure(201, 299)], size).map(edges)).toEqual([[200, 300]]);
    expect(tracks.follow([figure(199, 302)], size).map(edges)).toEqual([[200, 300]]);
  });

  test('that reaches out is followed quickly, and slowly when it draws back; never in one step', () => {
    const tracks = new Tracks(3);
    tracks.follow([figure(200)], size);
    const out = [1, 2, 3, 4].map(() => tracks.follow([figure(200, 340)], size)[0]?.right ?? 0);
    expect(out[0]).toBeGreaterThan(312);
    expect(out[0]).toBeLessThan(330);
    expect(out[3]).toBeGreaterThan(333);
    const back = tracks.follow([figure(200, 300)], size)[0]?.right ?? 0;
    expect((out[3] ?? 0) - back).toBeGreaterThan(0);
    expect((out[3] ?? 0) - back).toBeLessThan(5);
  });

  test('elsewhere is another one: the crops of both overlap in time', () => {
    const tracks = new Tracks(3);
    tracks.follow([figure(0)], size);
    const both = tracks.follow([figure(300)], size);
    expect(both.map(({ left }) => left)).toEqual([300, 0]);
    expect(both[0]?.strength).toBeCloseTo(1 / 6);
    expect(both[1]?.strength).toBeCloseTo(5 / 6);
  });
});

test('has a confidence that starts with its first judgement, and changes slowly', () => {
  const tracks = new Tracks(3);
  tracks.follow([figure(0)], size);
  expect(tracks.believe(new Map())).toEqual([1]);
  expect(tracks.believe(new Map([[0, 0.5]]))).toEqual([0.5]);
  expect(tracks.believe(new Map([[0, 1]]))[0]).toBeCloseTo(0.5 + 1 / 6);
  expect(tracks.believe(new Map([[0, 0]]))[0]).toBeCloseTo(0.5);
  expect(tracks.findOwner(figure(50))).toBe(0);
  expect(tracks.findOwner(figure(500))).toBeUndefined();
});

test('that enters at the edge of the picture is accepted after two confident judgements, but not one that stays there', () => {
  const tracks = new Tracks(3);
  tracks.follow([figure(300)], size);
  tracks.believe(new Map([[0, 1]]));
  const beliefs = [1, 2, 3, 3].map((share, at) => {
    tracks.follow([figure(300), figure(0, 40 * share)], size);
    return tracks.believe(new Map([[1, at === 0 ? 0 : 0.9]]))[1];
  });
  expect(beliefs).toEqual([0, expect.closeTo(1 / 6), 0.9, 0.9]);
  const standing = new Tracks(3);
  standing.follow([figure(0)], size);
  standing.believe(new Map([[0, 0]]));
  standing.follow([figure(0)], size);
  expect(standing.believe(new Map([[0, 1]]))[0]).toBeCloseTo(1 / 6);
  standing.follow([figure(30, 200)], size);
  expect(standing.believe(new Map([[0, 1]]))[0]).toBeCloseTo(2 / 6);
});

test('that grows at the edge as the camera pans, and is not a person, does not flicker after one wrong judgement', () => {
  const tracks = new Tracks(3);
  const beliefs = [0, 0, 1, 0, 0, 1, 0].map((look, at) => {
    tracks.follow([figure(0, 60 + 20 * at)], size);
    return tracks.believe(new Map([[0, look]]))[0] ?? 0;
  });
  expect(Math.max(...beliefs)).toBeCloseTo(1 / 6);
});

test('is forgotten after a reset', () => {
  const tracks = new Tracks(3);
  tracks.follow([figure(0)], size);
  tracks.reset();
  expect(tracks.follow([figure(300)], size)).toMatchObject([{ left: 300, strength: 1 }]);
});

test('continues from a saved state without a difference', () => {
  const [one, other] = [new Tracks(3), new Tracks(3)];
  one.follow([figure(0)], size);
  one.believe(new Map([[0, 0]]));
  one.follow([figure(30), figure(300)], size);
  one.believe(new Map([[0, 0.9]]));
  one.follow([figure(300)], size);
  other.follow([figure(77)], size);
  other.restore(structuredClone(one.save()));
  expect(other.save()).toEqual(one.save());
  const next = [figure(44), figure(310)];
  expect(other.follow(next, size)).toEqual(one.follow(next, size));
  other.restore(new Tracks(3).save());
  expect(other.follow([figure(5)], size)).toMatchObject([{ left: 5, strength: 1 }]);
});
