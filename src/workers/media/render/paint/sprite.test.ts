import { describe, expect, it } from 'vitest';
import type { Matrix } from '#core/timeline/scene.ts';
import { blurred } from './blur.ts';
import { PaintMemory } from './memory.ts';
import { invert, type Edges } from './placement.ts';
import { Sampler } from './sampler.ts';
import { SpriteMaker, type Sprite } from './sprite.ts';
import { createTexture, multiplyWithAlpha, type Texture } from './texture.ts';

const memory = new PaintMemory();
const sampler = new Sampler(memory);
const canvas = { width: 96, height: 64 };
const maker = new SpriteMaker(memory, sampler, canvas);

/** A smooth image, whose interpolated values are known. */
const lumaAt = (x: number, y: number): number => 120 + 40 * Math.sin(x / 9) + 30 * Math.cos(y / 7);
const blueAt = (x: number, y: number): number => 128 + 30 * Math.sin((x + y) / 11);

function createSmooth(width: number, height: number, alpha: number | null = null): Texture {
  const texture = createTexture(memory, width, height, alpha !== null);
  const { y, u, v, chromaWidth } = texture.planes;
  y.forEach((_, at) => (y[at] = Math.round(lumaAt((at % width) + 0.5, Math.floor(at / width) + 0.5))));
  u.forEach(
    (_, at) => (u[at] = Math.round(blueAt(2 * (at % chromaWidth) + 0.5, 2 * Math.floor(at / chromaWidth) + 1))),
  );
  v.fill(128);
  texture.alpha?.full.fill(alpha ?? 255);
  multiplyWithAlpha(memory, texture);
  return texture;
}

const region = ({ width, height }: Texture): Edges => ({ left: 0, top: 0, right: width, bottom: height });

function make(texture: Texture, matrix: Matrix, part: Edges = region(texture)): Sprite {
  const sprite = maker.make(texture, { matrix, region: part, clip: null });
  if (!sprite) {
    throw new Error('nothing of it is seen');
  }
  return sprite;
}

/** Returns the maximum difference from the image, at pixels whose neighbours are all within the texture by a margin. */
function maxOff(sprite: Sprite, matrix: Matrix, { width, height }: Texture, margin = 3): number {
  const back = invert(matrix);
  let most = 0;
  for (let row = 0; row < sprite.height; row++) {
    for (let column = 0; column < sprite.width; column++) {
      const [px, py] = [sprite.x + column + 0.5, sprite.y + row + 0.5];
      const x = back.a * px + back.c * py + back.e;
      const y = back.b * px + back.d * py + back.f;
      if (x > margin && y > margin && x < width - margin && y < height - margin) {
        const found = sprite.luma.bytes[row * sprite.luma.stride + column] ?? 0;
        most = Math.max(most, Math.abs(found - lumaAt(x, y)));
      }
    }
  }
  return most;
}

const turned = (degrees: number, scale: number, e: number, f: number): Matrix => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) * scale, Math.sin((degrees * Math.PI) / 180) * scale];
  return { a: cos, b: sin, c: -sin, d: cos, e, f };
};

describe('SpriteMaker', () => {
  it.each<[string, Matrix, number]>([
    ['moved by whole pixels', { a: 1, b: 0, c: 0, d: 1, e: 8, f: 6 }, 0.6],
    ['moved by an odd number of pixels', { a: 1, b: 0, c: 0, d: 1, e: 7, f: 5 }, 0.6],
    ['moved by shares of a pixel', { a: 1, b: 0, c: 0, d: 1, e: 8.3, f: 6.7 }, 1.1],
    ['enlarged', { a: 1.7, b: 0, c: 0, d: 1.4, e: -11.2, f: -7.9 }, 1.1],
    ['reduced', { a: 0.7, b: 0, c: 0, d: 0.61, e: 11, f: 7.5 }, 1.4],
    ['much reduced', { a: 0.3, b: 0, c: 0, d: 0.35, e: 11, f: 7.5 }, 3],
    ['mirrored', { a: -1, b: 0, c: 0, d: 1, e: 72, f: 4 }, 0.6],
    ['upside down and enlarged', { a: 1.2, b: 0, c: 0, d: -1.2, e: 3, f: 61 }, 1.1],
    ['turned by a quarter', turned(90, 1, 60, 2), 0.6],
    ['turned', turned(23, 1, 30, -4), 1.6],
    ['turned and enlarged', turned(-41, 1.5, 10, 30), 1.6],
    ['turned and reduced', turned(17, 0.5, 30, 8), 2.5],
  ])('shows an image that is %s', (_, matrix, tolerance) => {
    const texture = createSmooth(64, 48);
    const sprite = make(texture, matrix);
    expect(maxOff(sprite, matrix, texture)).toBeLessThanOrEqual(tolerance);
    expect(sprite.width * sprite.height).toBeGreaterThan(300);
    sprite.release();
  });

  it('keeps chroma aligned with luma', () => {
    const texture = createSmooth(64, 48);
    const matrix = { a: 1.5, b: 0, c: 0, d: 1.5, e: 0, f: 0 };
    const sprite = make(texture, matrix);
    let most = 0;
    for (let row = 4; row < 28; row++) {
      for (let column = 4; column < 40; column++) {
        const expected = blueAt((2 * column + 0.5) / 1.5, (2 * row + 1) / 1.5);
        most = Math.max(most, Math.abs((sprite.blue.bytes[row * sprite.blue.stride + column] ?? 0) - expected));
      }
    }
    expect(most).toBeLessThan(1.2);
  });

  it('shows only the requested region, and nothing next to it', () => {
    const texture = createSmooth(64, 48);
    texture.planes.y.forEach((_, at, all) => (all[at] = at % 64 < 32 ? 200 : 40));
    const sprite = make(texture, { a: 2, b: 0, c: 0, d: 2, e: 0, f: 0 }, { left: 0, top: 0, right: 32, bottom: 24 });
    expect([sprite.width, sprite.height, sprite.alpha]).toEqual([64, 48, null]);
    for (let row = 0; row < 48; row++) {
      for (let column = 0; column < 64; column++) {
        expect(sprite.luma.bytes[row * sprite.luma.stride + column]).toBe(200);
      }
    }
  });

  it('covers the pixels of an opaque image, even if it is rotated', () => {
    const texture = createSmooth(40, 30);
    for (const matrix of [turned(30, 1, 40, 5), { a: 1.13, b: 0, c: 0, d: 0.87, e: 10.4, f: 9.3 }]) {
      const sprite = make(texture, matrix);
      let sum = 0;
      for (let row = 0; row < sprite.height; row++) {
        for (let column = 0; column < sprite.width; column++) {
          sum += (sprite.alpha?.full.bytes[row * (sprite.alpha?.full.stride ?? 0) + column] ?? 0) / 255;
        }
      }
      const area = 40 * 30 * Math.abs(matrix.a * matrix.d - matrix.b * matrix.c);
      expect(Math.abs(sum / area - 1)).toBeLessThan(0.01);
    }
  });

  it('returns null for an image outside the canvas', () => {
    const texture = createSmooth(40, 30);
    expect(maker.make(texture, { matrix: turned(0, 1, 200, 0), region: region(texture), clip: null })).toBeNull();
    expect(maker.make(texture, { matrix: turned(30, 1, -200, 0), region: region(texture), clip: null })).toBeNull();
  });
});

describe('blurred', () => {
  it('is a Gaussian of the requested deviation', () => {
    const texture = createSmooth(90, 60);
    texture.planes.y.forEach((_, at, all) => (all[at] = at % 90 < 45 ? 40 : 200));
    const matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
    const blurry = blurred(memory, sampler, texture, { matrix, region: region(texture), clip: null }, 6);
    const sprite = maker.make(blurry.texture, blurry.placement);
    for (const x of [25, 35, 40, 44, 50, 60, 70]) {
      const share = 0.5 * (1 + erf((x + 0.5 - 45) / (6 * Math.SQRT2)));
      const found = sprite?.luma.bytes[30 * (sprite?.luma.stride ?? 0) + x] ?? 0;
      expect(Math.abs(found - (40 + 160 * share))).toBeLessThan(3);
    }
    expect(sprite?.alpha).toBeNull();
  });

  it('spreads an image with alpha beyond its edges', () => {
    const texture = createSmooth(30, 20, 255);
    const matrix = { a: 1, b: 0, c: 0, d: 1, e: 30, f: 20 };
    const blurry = blurred(memory, sampler, texture, { matrix, region: region(texture), clip: null }, 4);
    const sprite = maker.make(blurry.texture, blurry.placement);
    const alphaAt = (x: number, y: number): number =>
      sprite?.alpha?.full.bytes[(y - sprite.y) * sprite.alpha.full.stride + x - sprite.x] ?? 0;
    expect(alphaAt(45, 30)).toBeGreaterThan(240);
    expect(Math.abs(alphaAt(30, 30) - 130)).toBeLessThan(25);
    expect(alphaAt(24, 30)).toBeGreaterThan(4);
  });
});

/** The approximation 7.1.26 of Abramowitz and Stegun. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}
