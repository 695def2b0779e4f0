import { describe, expect, test, vi } from 'vitest';
import type { Picture } from '#core/runners.ts';
import { drawBust } from '#workers/matting/trial-picture.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { openCpuSession } from '#workers/matting/session.ts';
import { resample, type Box, type Raster } from '#workers/matting/resample.ts';
import { createTwoLook, findSubject } from '#workers/matting/two-look.ts';
import { iou, meanAbsoluteDifference } from '../../../test/support/matte-metrics.ts';
import { shippedModel, shippedWeights } from '../../../test/support/shipped-model.ts';

// The first session of a process compiles 14 MB of WebAssembly.
vi.setConfig({ testTimeout: 60_000 });

const square = { width: 256, height: 256 };

/** A bust of `side` pixels at the bottom of a wide wall, with its true matte. */
function drawFarAway(side: number): { picture: Picture; truth: Uint8Array } {
  const [width, height, left] = [512, 288, 330];
  const bust = drawBust({ width: side, height: side });
  const rgb = new Uint8Array(3 * width * height);
  const truth = new Uint8Array(width * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const x = (pixel % width) - left;
    const y = Math.floor(pixel / width) - (height - side);
    const isInside = x >= 0 && x < side && y >= 0;
    const colour = isInside ? bust.rgb.subarray(3 * (y * side + x)).subarray(0, 3) : Uint8Array.of(160, 170, 165);
    rgb.set(colour, 3 * pixel);
    // The wall is the only thing in the drawing with this tint.
    const [red = 0, green = 0, blue = 0] = colour;
    truth[pixel] = green - red === 10 && green - blue === 5 ? 0 : 255;
  }
  return { picture: { width, height, rgb }, truth };
}

async function openNano(): Promise<() => Network> {
  const session = await openCpuSession(await shippedWeights(256), null, 1);
  return () => createNetwork(shippedModel, square, session);
}

async function lookOnce(network: Network, { width, height, rgb }: Picture): Promise<Uint8Array> {
  const seen = new Uint8Array(3 * square.width * square.height);
  resample({ width, height, data: rgb }, wholeOf({ width, height }), { ...square, data: seen }, 3);
  const { alpha } = await network.matte({ ...square, rgb: seen });
  const data = new Uint8Array(width * height);
  resample({ ...square, data: alpha }, wholeOf(square), { width, height, data }, 1);
  return data;
}

const wholeOf = (size: { width: number; height: number }): Box => ({ left: 0, top: 0, ...size });

test('someone far away is cut out better than by one look', async () => {
  const see = await openNano();
  const { picture, truth } = drawFarAway(100);
  const once = await lookOnce(see(), picture);
  const twice = await createTwoLook(see(), see(), square).matte(picture);
  expect(twice).toMatchObject({ width: 512, height: 288 });
  expect(iou(twice.alpha, truth)).toBeGreaterThan(0.95);
  expect(meanAbsoluteDifference(twice.alpha, truth)).toBeLessThan(0.7 * meanAbsoluteDifference(once, truth));
});

describe('the box of the subject', () => {
  const draw = (width: number, height: number, box: Box): Raster => {
    const data = new Uint8Array(width * height);
    for (let y = box.top; y < box.top + box.height; y += 1) {
      data.fill(255, y * width + box.left, y * width + box.left + box.width);
    }
    return { width, height, data };
  };

  test('has room on every side', () => {
    const box = findSubject(draw(200, 100, { left: 80, top: 40, width: 20, height: 20 }));
    expect(box).toEqual({ left: 76, top: 36, width: 28, height: 28 });
  });

  test('is no sliver', () => {
    const box = findSubject(draw(200, 100, { left: 80, top: 10, width: 4, height: 40 }));
    expect(box).toEqual({ left: 61, top: 2, width: 42, height: 56 });
  });

  test('ends with the picture', () => {
    const box = findSubject(draw(200, 100, { left: 0, top: 60, width: 50, height: 40 }));
    expect(box).toEqual({ left: 0, top: 52, width: 60, height: 48 });
  });

  test('is not there without a subject', () => {
    expect(findSubject({ width: 8, height: 8, data: new Uint8Array(64).fill(127) })).toBeNull();
  });
});
