import { expect, test } from 'vitest';
import { draggedMaterial, materialOf, materialType } from './dragged.ts';

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
  const dragOf = (...types: string[]) => ({ dataTransfer: { types } as unknown as DataTransfer });
  draggedMaterial.value = picture;
  expect(materialOf(dragOf(materialType))).toBe(picture);
  expect(materialOf(dragOf('Files'))).toBeNull();
  expect(materialOf({ dataTransfer: null })).toBeNull();
});
