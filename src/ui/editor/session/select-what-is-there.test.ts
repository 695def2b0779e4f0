import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { selectWhatIsThere } from './select-what-is-there.ts';

test('the selection contains items and tracks while they are in the document', () => {
  const document = signal(makeTimeline([{ items: [makeItem('shape', 'a')] }]));
  const selection = signal<readonly string[]>(['a', 'gone']);
  const stop = selectWhatIsThere(document, selection);
  expect(selection.value).toEqual(['a']);
  selection.value = ['track-1'];
  expect(selection.value).toEqual(['track-1']);
  document.value = makeTimeline([]);
  expect(selection.value).toEqual([]);
  stop();
});
