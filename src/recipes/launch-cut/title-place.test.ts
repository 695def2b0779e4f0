import { describe, expect, it } from 'vitest';
import type { Region } from '#core/analysis/footage.ts';
import { getCanvas } from './document.ts';
import { placePoint, placeTitle } from './title-place.ts';
import { getPointPlate } from './words.ts';

const attention = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
const face = (y: number, height = 0.25): Region => ({ x: 0.45, y, width: 0.1, height });

describe('the position of a title', () => {
  it.each(['16:9', '4:5', '1:1', '9:16'] as const)('avoids faces and stays in the safe area, at %s', (aspect) => {
    const canvas = getCanvas(aspect, 720);
    const framing = { ...canvas, x: canvas.width / 2, y: canvas.height / 2 };
    const at = (...faces: Region[]) => placeTitle(canvas, framing, [{ atSeconds: 0, sample: { faces, attention } }]);
    expect(at().y).toBe(canvas.height / 2);
    expect(at(face(0.1, 0.15)).y).toBe(canvas.height / 2);
    for (const faces of [[face(0.35)], [face(0.5)], [face(0.2)], [face(0.3, 0.5)]]) {
      const { y, height } = at(...faces);
      expect(y - height / 2).toBeGreaterThanOrEqual(0.08 * canvas.height);
      expect(y + height / 2).toBeLessThanOrEqual(0.92 * canvas.height);
      const [one] = faces;
      const covered = Math.min(y + height / 2, ((one?.y ?? 0) + (one?.height ?? 0)) * canvas.height);
      const share = (covered - Math.max(y - height / 2, (one?.y ?? 0) * canvas.height)) / canvas.height;
      expect(share).toBeLessThanOrEqual(0.25 * (one?.height ?? 0));
    }
  });

  it.each(['16:9', '9:16'] as const)('is below a large face that fills the middle, at %s', (aspect) => {
    const canvas = getCanvas(aspect, 720);
    const framing = { ...canvas, x: canvas.width / 2, y: canvas.height / 2 };
    const faces = [{ x: 0.2, y: 0.3, width: 0.6, height: 0.38 }];
    const { y, height } = placeTitle(canvas, framing, [{ atSeconds: 0, sample: { faces, attention } }]);
    expect(y - height / 2).toBeGreaterThanOrEqual(0.68 * canvas.height);
    expect(y + height / 2).toBeLessThanOrEqual(0.92 * canvas.height);
  });

  it('is below the middle without face detection', () => {
    const canvas = getCanvas('16:9', 720);
    const framing = { ...canvas, x: 640, y: 360 };
    const { y, height } = placeTitle(canvas, framing, [{ atSeconds: 0, sample: { faces: null, attention } }]);
    expect(y - height / 2).toBeGreaterThan(360);
    expect(y + height / 2).toBeLessThanOrEqual(0.92 * 720);
  });

  it('ignores faces outside of the frame', () => {
    const canvas = getCanvas('9:16', 720);
    const framing = { width: 2276, height: 1280, x: 2276 / 2, y: 640 };
    const seen = [{ atSeconds: 0, sample: { faces: [{ ...face(0.4), x: 0.8 }], attention } }];
    expect(placeTitle(canvas, framing, seen).y).toBe(640);
  });
});

describe('the position of a point', () => {
  it.each(['16:9', '4:5', '1:1', '9:16'] as const)(
    'does not cover the mouth of a face within its reach, at %s',
    (aspect) => {
      const canvas = getCanvas(aspect, 720);
      const framing = { ...canvas, x: canvas.width / 2, y: canvas.height / 2 };
      const plate = getPointPlate(canvas, 'Share it anywhere');
      const at = (...faces: Region[]) =>
        placePoint(canvas, framing, [{ atSeconds: 0, sample: { faces, attention } }], plate);
      expect(at()).toBe(plate.y);
      const wide = { x: 0.1, y: 0.25, width: 0.6, height: 0.52 };
      const beside = { ...wide, x: 0.9, width: 0.08 };
      expect(at(beside)).toBe(plate.y);
      for (const face of [wide, { ...wide, y: 0.45 }, { ...wide, y: 0.15 }]) {
        const y = at(face);
        expect(y - plate.height / 2).toBeGreaterThanOrEqual(0.079 * canvas.height);
        expect(y + plate.height / 2).toBeLessThanOrEqual(0.921 * canvas.height);
        const top = Math.max(y - plate.height / 2, face.y * canvas.height);
        const bottom = Math.min(y + plate.height / 2, (face.y + face.height) * canvas.height);
        expect(bottom - top).toBeLessThanOrEqual(0.12 * face.height * canvas.height);
      }
    },
  );
});
