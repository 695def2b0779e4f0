import { expect, test } from 'vitest';
import { forgetWork } from './forget-work.ts';

test('removes drafts and clip names, and keeps settings and entries of other sites', () => {
  const kept = new Map([
    ['offcut:unsaved:cnv_1', 'a document'],
    ['offcut:draft:tighten', 'a body'],
    ['offcut:cut-outs', 'names of clips'],
    ['offcut:theme', 'dark'],
    ['other:draft:1', 'of another app of this host'],
  ]);
  const storage: Storage = {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
  forgetWork(storage);
  expect([...kept.keys()]).toEqual(['offcut:theme', 'other:draft:1']);
});
