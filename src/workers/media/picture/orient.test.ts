import { describe, expect, it } from 'vitest';
import { orientPlane, orientPlanes } from './orient.ts';
import { createPlanes } from './planes.ts';

// 1 2 3
// 4 5 6
const source = Uint8Array.of(1, 2, 3, 4, 5, 6);

describe('orientPlane', () => {
  it.each([
    [0, false, [1, 2, 3, 4, 5, 6]],
    [90, false, [4, 1, 5, 2, 6, 3]],
    [180, false, [6, 5, 4, 3, 2, 1]],
    [270, false, [3, 6, 2, 5, 1, 4]],
    [0, true, [3, 2, 1, 6, 5, 4]],
    [90, true, [1, 4, 2, 5, 3, 6]],
    [180, true, [4, 5, 6, 1, 2, 3]],
    [270, true, [6, 3, 5, 2, 4, 1]],
  ] as const)('turns by %i, mirrored: %s', (rotation, isMirrored, expected) => {
    const target = new Uint8Array(6);
    orientPlane(source, 3, 2, target, { rotation, isMirrored });
    expect([...target]).toEqual(expected);
  });
});

it('four quarter turns of an odd-sized image change nothing', () => {
  const first = createPlanes(5, 3);
  first.bytes.forEach((_, i) => (first.bytes[i] = i + 1));
  let picture = first;
  for (let turn = 0; turn < 4; turn++) {
    const next = createPlanes(picture.height, picture.width);
    orientPlanes(picture, next, { rotation: 90, isMirrored: false });
    picture = next;
  }
  expect(picture.bytes).toEqual(first.bytes);
});
