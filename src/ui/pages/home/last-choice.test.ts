import { beforeEach, expect, test } from 'vitest';
import { defaultOptions } from './options.ts';
import { forgetChoice, keepOptions, keepSource, readLastOptions, readLastSource } from './last-choice.ts';
import type { Source } from './source.ts';

beforeEach(forgetChoice);

const material = (handle: string): Source => ({
  kind: 'material',
  handle,
  name: 'talk.mp4',
  url: '/files/talk.mp4',
  bytes: 10,
  mediaKind: 'video',
});
const trimmed = { ...defaultOptions, trimStart: '3' };

test('a file and its options are restored, and no run starts by itself', () => {
  const file = new File(['video'], 'talk.mp4');
  keepSource({ kind: 'file', file, startsAtOnce: true });
  keepOptions(trimmed);
  expect(readLastSource(null)).toEqual({ kind: 'file', file });
  expect(readLastOptions()).toEqual(trimmed);
});

test('another material starts without the previous options', () => {
  keepSource(material('one'));
  keepOptions(trimmed);
  expect(readLastSource('one')).toEqual(material('one'));
  expect(readLastOptions()).toEqual(trimmed);
  expect(readLastSource('other')).toBeNull();
  expect(readLastOptions()).toEqual(defaultOptions);
});

test('choosing another file starts a new draft', () => {
  keepSource(material('one'));
  keepOptions(trimmed);
  keepSource(null);
  expect([readLastSource(null), readLastOptions()]).toEqual([null, defaultOptions]);
});
