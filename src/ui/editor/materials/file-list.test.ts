import { expect, it } from 'vitest';
import type { Material } from './placeable.ts';
import { toPlaceable } from './placeable.ts';
import { filterFiles } from './file-list.ts';

const file = (name: string, more: Partial<Material> = {}): Material => ({
  material: name,
  name,
  bytes: 1,
  mimeType: 'video/mp4',
  kind: 'video',
  hasSound: true,
  url: `https://offcut.test/media/${name}`,
  createdAt: '2026-05-01T10:00:00Z',
  ...more,
});
const fileList = [
  file('Beach take.mp4', { durationSeconds: 3 }),
  file('beach song.m4a', { kind: 'sound' }),
  file('logo.png', { kind: 'picture' }),
  file('Beach cut-out.webm', { envelopeId: 'job_1' }),
];
const names = (...search: [Parameters<typeof filterFiles>[1], string]): string[] =>
  filterFiles(fileList, ...search).map(({ name }) => name);

it('finds files by kind and by every word of a search', () => {
  expect(names('all', 'beach')).toEqual(['Beach take.mp4', 'beach song.m4a', 'Beach cut-out.webm']);
  expect(names('video', ' out BEACH ')).toEqual(['Beach cut-out.webm']);
  expect(names('picture', '')).toEqual(['logo.png']);
  expect(names('results', '')).toEqual(['Beach cut-out.webm']);
});

it('only analyzed and usable files can be placed', () => {
  const [take] = fileList;
  expect(take && toPlaceable(take)).toMatchObject({ assetId: 'Beach take.mp4', durationSeconds: 3, width: null });
  const { hasSound: _, ...unknown } = file('new.mp4');
  expect(toPlaceable(unknown)).toBeNull();
  expect(toPlaceable({ ...unknown, fault: 'It cannot be read.' })).toBeNull();
});
