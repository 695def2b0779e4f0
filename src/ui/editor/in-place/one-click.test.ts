import { expect, test } from 'vitest';
import { fileList } from '../materials/file-list.ts';
import type { Material } from '../materials/placeable.ts';
import { isHeard } from './one-click.ts';

test('a clip is audible unless it is muted or its file is known to have no audio', () => {
  const clip = { assetId: 'mat_1', isMuted: false };
  const file: Material = {
    material: 'mat_1',
    name: 'swan.mp4',
    bytes: 1,
    mimeType: 'video/mp4',
    kind: 'video',
    url: '',
    createdAt: '',
  };
  expect(isHeard(clip)).toBe(true);
  fileList.value = [file];
  expect(isHeard(clip)).toBe(true);
  expect(isHeard({ ...clip, isMuted: true })).toBe(false);
  fileList.value = [{ ...file, hasSound: false }];
  expect(isHeard(clip)).toBe(false);
  fileList.value = null;
});
