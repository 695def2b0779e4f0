import { describe, expect, it } from 'vitest';
import { blendModeIds, type BlendMode } from '#core/timeline/blend-modes.ts';
import { rgbFactors, toYuv } from '../../picture/colour.ts';
import { PaintMemory } from './memory.ts';
import { Painter } from './painter.ts';
import type { Placement } from './placement.ts';
import { Sampler } from './sampler.ts';
import { SpriteMaker } from './sprite.ts';
import { createTexture, multiplyWithAlpha, type Texture } from './texture.ts';

const memory = new PaintMemory();
const sampler = new Sampler(memory);

/** A canvas of noise. */
function createCanvas(width: number, height: number, hasAlpha = false) {
  const painter = new Painter(memory, { width, height }, 'bt709', hasAlpha);
  painter.planes.bytes.forEach((_, at) => (painter.planes.bytes[at] = 30 + ((at * 7919) % 190)));
  painter.alpha?.y.forEach((_, at, all) => (all[at] = (at * 31) % 256));
  return { painter, maker: new SpriteMaker(memory, sampler, { width, height }) };
}

function createEven(width: number, height: number, yuv: readonly number[], alpha: number | null = null): Texture {
  const texture = createTexture(memory, width, height, alpha !== null);
  texture.planes.y.fill(yuv[0] ?? 0);
  texture.planes.u.fill(yuv[1] ?? 0);
  texture.planes.v.fill(yuv[2] ?? 0);
  texture.alpha?.full.fill(alpha ?? 255);
  multiplyWithAlpha(memory, texture);
  return texture;
}

const getWhole = ({ width, height }: Texture) => ({ left: 0, top: 0, right: width, bottom: height });

const at = (texture: Texture, x: number, y: number, clip: Placement['clip'] = null): Placement => ({
  matrix: { a: 1, b: 0, c: 0, d: 1, e: x, f: y },
  region: getWhole(texture),
  clip,
});

function lay(
  { painter, maker }: ReturnType<typeof createCanvas>,
  texture: Texture,
  placement: Placement,
  opacity = 1,
  blend: BlendMode = 'normal',
): void {
  const sprite = maker.make(texture, placement);
  if (sprite) {
    painter.lay(sprite, { opacity, blend });
    sprite.release();
  }
}

const grey = [180, 128, 128] as const;

describe('Painter', () => {
  it.each([
    ['an opaque picture', null, 'normal', 1, [20, 10]],
    ['one with alpha', 128, 'normal', 1, [20, 10]],
    ['one at odd pixels', null, 'normal', 1, [21, 11]],
    ['one that is blended', 200, 'multiply', 0.5, [20, 10]],
    ['one that hangs over the edge', 90, 'screen', 0.7, [-10, -6]],
    ['one that is barely there', null, 'normal', 0.3, [40, 30]],
  ] as const)('keeps exactly the pixels that %s does not cover', (_, alpha, blend, opacity, [x, y]) => {
    const canvas = createCanvas(67, 51);
    const before = canvas.painter.planes.bytes.slice();
    lay(canvas, createEven(24, 16, grey, alpha), at(createEven(24, 16, grey), x, y), opacity, blend);
    const { planes } = canvas.painter;
    let touched = 0;
    for (let row = 0; row < 51; row++) {
      for (let column = 0; column < 67; column++) {
        const isInside = column >= x && column < x + 24 && row >= y && row < y + 16;
        const place = row * 67 + column;
        touched += Number(planes.bytes[place] !== before[place]);
        if (!isInside) {
          expect(planes.bytes[place]).toBe(before[place]);
        }
      }
    }
    expect(touched).toBeGreaterThan(50);
    for (let row = 0; row < 26; row++) {
      for (let column = 0; column < 34; column++) {
        const isNear = 2 * column >= x - 1 && 2 * column < x + 24 && 2 * row >= y - 1 && 2 * row < y + 16;
        const place = 67 * 51 + row * 34 + column;
        if (!isNear) {
          expect(planes.bytes[place]).toBe(before[place]);
        }
      }
    }
  });

  it('mixes by alpha and opacity', () => {
    const canvas = createCanvas(32, 32);
    canvas.painter.clear('#000000');
    const texture = createEven(16, 16, [216, 100, 160], 128);
    lay(canvas, texture, at(texture, 8, 8), 0.5);
    const share = (128 / 255) * 0.5;
    const { y, u, v } = canvas.painter.planes;
    expect(Math.abs((y[16 * 32 + 16] ?? 0) - (16 + share * 200))).toBeLessThanOrEqual(1);
    expect(Math.abs((u[8 * 16 + 8] ?? 0) - (128 + share * -28))).toBeLessThanOrEqual(1);
    expect(Math.abs((v[8 * 16 + 8] ?? 0) - (128 + share * 32))).toBeLessThanOrEqual(1);
  });

  it('keeps the alpha and the straight colours of a transparent canvas', () => {
    const canvas = createCanvas(32, 32, true);
    canvas.painter.clear(null);
    const texture = createEven(16, 16, [200, 90, 170], 128);
    lay(canvas, texture, at(texture, 8, 8));
    const { planes, alpha } = canvas.painter;
    expect(alpha?.y[16 * 32 + 16]).toBe(128);
    expect(alpha?.y[0]).toBe(0);
    expect(Math.abs((planes.y[16 * 32 + 16] ?? 0) - 200)).toBeLessThanOrEqual(1);
    expect(Math.abs((planes.u[8 * 16 + 8] ?? 0) - 90)).toBeLessThanOrEqual(1);
    const opaque = createEven(16, 16, [50, 128, 128]);
    lay(canvas, opaque, at(opaque, 8, 8));
    expect([planes.y[16 * 32 + 16], alpha?.y[16 * 32 + 16]]).toEqual([50, 255]);
    lay(canvas, opaque, at(opaque, 0, 0), 0.5);
    expect([planes.y[0], alpha?.y[0]]).toEqual([50, 128]);
  });

  it('crops to a clip, with partial coverage at its edges', () => {
    const canvas = createCanvas(32, 32);
    canvas.painter.clear('#000000');
    const texture = createEven(16, 16, [216, 128, 128]);
    lay(canvas, texture, at(texture, 8, 8, { left: 0, top: 0, right: 16.5, bottom: 32 }));
    const row = [...canvas.painter.planes.y.subarray(12 * 32 + 14, 12 * 32 + 19)];
    expect(row).toEqual([216, 216, 116, 16, 16]);
  });

  it.each(blendModeIds)('blends by %s as specified', (mode) => {
    for (const [shown, below] of [
      [
        [200, 60, 120],
        [40, 180, 220],
      ],
      [
        [255, 255, 255],
        [100, 30, 200],
      ],
      [
        [10, 200, 90],
        [0, 0, 0],
      ],
      [
        [90, 20, 240],
        [250, 240, 230],
      ],
    ] as const) {
      for (const alpha of [255, 140]) {
        const canvas = createCanvas(34, 18);
        canvas.painter.clear(toHex(below));
        const texture = createEven(18, 10, toYuv([...shown], 'bt709').map(Math.round), alpha);
        lay(canvas, texture, at(texture, 4, 4), 1, mode);
        const { y, u, v } = canvas.painter.planes;
        const found = toRgb(y[8 * 34 + 8] ?? 0, u[4 * 17 + 4] ?? 0, v[4 * 17 + 4] ?? 0);
        shown.forEach((own, channel) => {
          const under = (below[channel] ?? 0) / 255;
          const share = alpha / 255;
          const expected = 255 * ((1 - share) * under + share * reference(mode, own / 255, under));
          // Blended colours are converted to bytes of YUV, whose error some modes enlarge.
          expect(Math.abs((found[channel] ?? 0) - expected)).toBeLessThan(7);
        });
      }
    }
  });
});

const toHex = (rgb: readonly number[]): string => `#${rgb.map((one) => one.toString(16).padStart(2, '0')).join('')}`;

function toRgb(y: number, u: number, v: number): number[] {
  const { luma, redV, greenU, greenV, blueU } = rgbFactors('bt709');
  const light = luma * (y - 16);
  const [blue, red] = [u - 128, v - 128];
  return [light + redV * red, light - greenU * blue - greenV * red, light + blueU * blue].map((one) =>
    Math.max(0, Math.min(255, one)),
  );
}

/** B(cb, cs) of the W3C's Compositing and Blending Level 1. */
function reference(mode: BlendMode, s: number, b: number): number {
  const hardLight = (top: number, bottom: number): number =>
    top <= 0.5 ? 2 * top * bottom : bottom + (2 * top - 1) - bottom * (2 * top - 1);
  const depth = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
  const modes: Record<BlendMode, number> = {
    normal: s,
    multiply: s * b,
    screen: s + b - s * b,
    overlay: hardLight(b, s),
    darken: Math.min(s, b),
    lighten: Math.max(s, b),
    'color-dodge': b === 0 ? 0 : s === 1 ? 1 : Math.min(1, b / (1 - s)),
    'color-burn': b === 1 ? 1 : s === 0 ? 0 : 1 - Math.min(1, (1 - b) / s),
    'hard-light': hardLight(s, b),
    'soft-light': s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (depth - b),
    difference: Math.abs(s - b),
    exclusion: s + b - 2 * s * b,
  };
  return modes[mode];
}
