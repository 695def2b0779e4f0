import { describe, expect, it } from 'vitest';
import { toYuv } from './colour.ts';
import { createPlanes } from './planes.ts';
import { ToneMapper } from './tone-map.ts';
import { toSdr, type WideTransfer } from './to-sdr.ts';

/** A signal of one brightness, 0..1, as limited-range luma. */
const grey = (signal: number): [number, number, number] => [16 + 219 * signal, 128, 128];

const getLuma = (signal: number, transfer: WideTransfer): number => (toSdr(grey(signal), transfer)[0] - 16) / 219;

describe('toSdr', () => {
  it.each(['pq', 'hlg', 'sdr'] as const)('keeps %s black, grey and the order of greys', (transfer) => {
    expect(toSdr(grey(0), transfer)).toEqual([16, 128, 128]);
    let before = 0;
    for (const signal of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]) {
      const [luma, u, v] = toSdr(grey(signal), transfer);
      expect(luma).toBeGreaterThan(before);
      expect(u).toBeCloseTo(128, 1);
      expect(v).toBeCloseTo(128, 1);
      before = luma;
    }
  });

  it('maps paper white to a bright level, with room for highlights', () => {
    // 203 cd/m2 is 0.58 of PQ and 0.75 of HLG (ITU-R BT.2408, table 1); 1000 cd/m2 are 0.752 and 1.
    for (const [paper, peak, transfer] of [
      [0.58, 0.752, 'pq'],
      [0.75, 1, 'hlg'],
    ] as const) {
      expect(getLuma(paper, transfer)).toBeCloseTo(0.9, 1);
      expect(getLuma(peak, transfer)).toBeCloseTo(1, 2);
      expect(getLuma(1, transfer)).toBeLessThan(1.001);
    }
  });

  it('leaves greys of SDR BT.2020 video unchanged', () => {
    expect(getLuma(0.5, 'sdr')).toBeCloseTo(0.5, 3);
    expect(getLuma(1, 'sdr')).toBeCloseTo(1, 3);
  });

  it('maps BT.2020 red to a displayable red: fully saturated, with the same hue', () => {
    const [y, u, v] = toSdr(toYuv([150, 0, 0], 'bt2020'), 'hlg');
    const [goalY, goalU, goalV] = toYuv([255, 0, 0], 'bt709');
    expect([y < goalY + 1, u > goalU - 1, v < goalV + 1, v - 128 > (goalV - 128) / 2]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});

describe('ToneMapper', () => {
  it.each(['pq', 'hlg', 'sdr'] as const)(
    'returns the exact result for %s, except for a few levels in extreme colours',
    (transfer) => {
      const mapper = new ToneMapper(transfer, false);
      const target = createPlanes(2, 2);
      const errors: number[] = [];
      for (let red = 10; red < 256; red += 35) {
        for (let green = 10; green < 256; green += 35) {
          for (let blue = 10; blue < 256; blue += 35) {
            const [y, u, v] = toYuv([red, (red + green) / 2, (red + blue) / 2], 'bt2020').map((value) =>
              Math.round(4 * value),
            );
            mapper.map(square(y ?? 0, u ?? 0, v ?? 0), target);
            const exact = toSdr([(y ?? 0) / 4, (u ?? 0) / 4, (v ?? 0) / 4], transfer);
            [target.y, target.u, target.v].forEach((plane, index) =>
              errors.push(Math.abs((plane[0] ?? 0) - (exact[index] ?? 0))),
            );
          }
        }
      }
      errors.sort((a, b) => a - b);
      expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.6);
      expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(3);
    },
  );

  it('reads full range', () => {
    const target = createPlanes(2, 2);
    new ToneMapper('sdr', true).map(square(1023, 512, 512), target);
    expect([...target.bytes]).toEqual([235, 235, 235, 235, 128, 128]);
  });

  it('converts all pixels of an odd size', () => {
    const target = createPlanes(3, 3);
    const source = {
      ...createPlanes(3, 3),
      y: new Uint16Array(9).fill(940),
      u: new Uint16Array(4).fill(512),
      v: new Uint16Array(4).fill(512),
    };
    new ToneMapper('sdr', false).map(source, target);
    expect([...target.y]).toEqual(Array.from({ length: 9 }, () => 235));
    expect([...target.u, ...target.v]).toEqual(Array.from({ length: 8 }, () => 128));
  });
});

function square(y: number, u: number, v: number) {
  return { ...createPlanes(2, 2), y: new Uint16Array(4).fill(y), u: Uint16Array.of(u), v: Uint16Array.of(v) };
}
