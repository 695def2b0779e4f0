import { expect, it } from 'vitest';
import { countFolders, findMaterials, type Shown } from './folders.ts';
import type { Material } from './materials.ts';

const material = (name: string, folder?: string): Material => ({
  material: name,
  name,
  bytes: 1,
  mimeType: 'video/mp4',
  kind: 'video',
  url: '',
  createdAt: '2026-05-01T10:00:00Z',
  ...(folder !== undefined && { folder }),
});
const all = [
  material('Talk 1.mp4', 'Day 10'),
  material('Talk 2.mp4', 'Day 2'),
  material('beat.wav'),
  material('b.mp4', 'Day 2'),
];
const names = (shown: Shown, search = ''): string[] => findMaterials(all, shown, search).map(({ name }) => name);

it('counts the files of each folder, sorted by name', () => {
  expect(countFolders(all)).toEqual([
    { name: 'Day 2', count: 2 },
    { name: 'Day 10', count: 1 },
  ]);
});

it('finds the files of a folder, or without one, by every word of a search', () => {
  expect(names({ kind: 'all' })).toHaveLength(4);
  expect(names({ kind: 'none' })).toEqual(['beat.wav']);
  expect(names({ kind: 'folder', name: 'Day 2' })).toEqual(['Talk 2.mp4', 'b.mp4']);
  expect(names({ kind: 'folder', name: 'Day 2' }, '2 TALK')).toEqual(['Talk 2.mp4']);
});
