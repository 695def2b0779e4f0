import { describe, expect, it } from 'vitest';
import { greyPicture } from '../../../../../test/support/grey-picture.ts';
import { Borders } from './borders.ts';

const size = { width: 160, height: 90 };

const makePicture = (look: (x: number, y: number) => number) => greyPicture(size, look);

function findIn(...looks: ((x: number, y: number) => number)[]) {
  const borders = new Borders();
  looks.forEach((look) => borders.add(makePicture(look)));
  return borders.find()?.inside ?? null;
}

describe('Borders', () => {
  it('finds borders at the sides, including encoder noise and edge lines', () => {
    const pillars = (light: number) => (x: number) => (x < 20 || x >= 140 ? x % 9 : light);
    expect(findIn(pillars(90), pillars(10), pillars(200))).toEqual({
      x: 22 / 160,
      y: 0,
      width: 116 / 160,
      height: 1,
    });
  });

  it('finds a border on one side alone', () => {
    expect(findIn((_, y) => (y >= 84 ? 0 : 120))).toEqual({
      x: 0,
      y: 0,
      width: 1,
      height: 82 / 90,
    });
  });

  it('finds borders that fill most of the frame around a portrait film in a landscape one', () => {
    const upright = (x: number): number => (x < 54 || x >= 106 ? 0 : 120);
    expect(findIn(upright)).toEqual({ x: 56 / 160, y: 0, width: 48 / 160, height: 1 });
  });

  it('finds no such wide border on one side alone, or around a window in the dark', () => {
    expect(findIn((x) => (x < 54 ? 0 : 120))).toBeNull();
    expect(findIn((x) => (x < 54 || x >= 120 ? 0 : 120))).toEqual({ x: 0, y: 0, width: 118 / 160, height: 1 });
    expect(findIn((x, y) => (x < 54 || x >= 106 || y < 20 || y >= 70 ? 0 : 120))).toBeNull();
  });

  it('measures the light of borders without their edge lines', () => {
    const borders = new Borders();
    [10, 20].forEach((black) => borders.add(makePicture((x) => (x < 20 || x >= 140 ? black : 120))));
    expect(borders.find()?.borderLight).toBeCloseTo(15 / 255, 5);
  });

  it('leaves a part of an image of a few lines', () => {
    const borders = new Borders();
    borders.add(greyPicture({ width: 320, height: 20 }, (_, y) => (y < 8 || y >= 12 ? 0 : 120)));
    expect(borders.find()).toBeNull();
  });

  it('finds no border where something becomes visible at some time', () => {
    const letterbox = (_: number, y: number): number => (y < 10 || y >= 80 ? 0 : 120);
    const withWords = (x: number, y: number): number => (y > 83 && y < 88 && x > 40 && x < 120 ? 220 : letterbox(x, y));
    expect(findIn(letterbox)).toEqual({ x: 0, y: 12 / 90, width: 1, height: 66 / 90 });
    expect(findIn(letterbox, withWords)).toEqual({ x: 0, y: 12 / 90, width: 1, height: 78 / 90 });
  });

  it('finds no border around a person in front of a black wall, in the dark, or in a full frame', () => {
    expect(findIn((x, y) => (Math.hypot(x - 80, y - 60) < 40 ? 160 : 0))).toBeNull();
    expect(findIn(() => 4)).toBeNull();
    expect(findIn((x) => 60 + x)).toBeNull();
  });
});
