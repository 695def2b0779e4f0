import { expect, test } from 'vitest';
import { decodeFaces, strides, type Maps } from './decode-faces.ts';

const size = { width: 64, height: 32 };

/** The output maps for an image of 64 by 32 pixels: the values of some cells, by stride and index. */
function draw(
  cells: Partial<Record<(typeof strides)[number], { cell: number; cls: number; obj: number; box: number[] }[]>>,
) {
  return strides.map((stride): Maps => {
    const count = (size.width / stride) * (size.height / stride);
    const maps = {
      stride,
      cls: new Float32Array(count),
      obj: new Float32Array(count),
      bbox: new Float32Array(4 * count),
      kps: new Float32Array(10 * count),
    };
    for (const { cell, cls, obj, box } of cells[stride] ?? []) {
      maps.cls[cell] = cls;
      maps.obj[cell] = obj;
      maps.bbox.set(box, 4 * cell);
      maps.kps.set([0, 0, 1, 0, 0.5, 0.5, 0, 1, 1, 1], 10 * cell);
    }
    return maps;
  });
}

test("centres a box around its cell, and counts points from the cell's corner", () => {
  // Column 3 of row 1 in cells of 8 pixels.
  const [face, ...others] = decodeFaces(
    draw({ 8: [{ cell: 11, cls: 0.81, obj: 1, box: [0.5, 0.5, Math.log(2), 0] }] }),
    size,
  );
  expect(others).toEqual([]);
  expect(face).toMatchObject({ y: 8, height: 8 });
  expect(face?.x).toBeCloseTo(20, 4);
  expect(face?.width).toBeCloseTo(16, 4);
  expect(face?.score).toBeCloseTo(0.9, 4);
  expect(face?.points).toEqual([
    { x: 24, y: 8 },
    { x: 32, y: 8 },
    { x: 28, y: 12 },
    { x: 24, y: 16 },
    { x: 32, y: 16 },
  ]);
});

test('omits faces with low confidence, and clamps coordinates to the image', () => {
  const box = [0, 0, 0, 0];
  expect(decodeFaces(draw({ 16: [{ cell: 1, cls: 0.5, obj: 0.7, box }] }), size)).toEqual([]);
  expect(decodeFaces(draw({ 16: [{ cell: 1, cls: -3, obj: 1, box }] }), size)).toEqual([]);
  expect(decodeFaces(draw({ 16: [{ cell: 1, cls: 1.5, obj: 2, box }] }), size)).toMatchObject([{ score: 1 }]);
});

test('returns a face that several cells and strides detect once, by the highest confidence, and two faces as two', () => {
  const sixteen = Math.log(2);
  const faces = decodeFaces(
    draw({
      8: [
        { cell: 9, cls: 0.7, obj: 0.7, box: [1, 1, sixteen, sixteen] },
        { cell: 10, cls: 0.8, obj: 0.8, box: [0.2, 1, sixteen, sixteen] },
        { cell: 30, cls: 0.7, obj: 0.9, box: [0, 0, sixteen, sixteen] },
      ],
      16: [{ cell: 1, cls: 0.9, obj: 0.9, box: [0, 1, 0, 0] }],
    }),
    size,
  );
  expect(faces.map(({ score }) => score.toFixed(2))).toEqual(['0.90', '0.79']);
  expect(faces[0]).toMatchObject({ x: 8, y: 8, width: 16, height: 16 });
});
