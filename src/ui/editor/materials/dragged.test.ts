import { expect, test } from 'vitest';
import { draggedMaterial, readMaterial, materialType } from './dragged.ts';

const picture = {
  assetId: 'mat_1',
  name: 'a.png',
  kind: 'picture',
  width: 10,
  height: 10,
  durationSeconds: null,
  file: { url: '/a.png', bytes: 10, mimeType: 'image/png' },
} as const;

test('a drag has the noted material only if its types name it: files may be dropped after a drag without a dragend event', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no drags
  const makeDrag = (...types: string[]) => ({ dataTransfer: { types } as unknown as DataTransfer });
  draggedMaterial.value = picture;
  expect(readMaterial(makeDrag(materialType))).toBe(picture);
  expect(readMaterial(makeDrag('Files'))).toBeNull();
  expect(readMaterial({ dataTransfer: null })).toBeNull();
});
