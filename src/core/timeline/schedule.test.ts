import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../test/support/timeline.ts';
import { nameUsers } from './schedule.ts';

const shot = (id: string, name: string, assetId: string) => makeItem('video', id, { name, assetId });

test('the users of a file are listed once per name, and counted from the third one on', () => {
  const document = makeTimeline([
    { items: [shot('a', 'Beach', 'sea'), shot('b', 'Beach', 'sea'), shot('c', ' ', 'dog')] },
    { items: [makeItem('sound', 'd', { name: 'Waves', assetId: 'sea' })] },
    { items: [makeItem('picture', 'e', { name: 'Logo', assetId: 'sea' })] },
    {
      items: [
        makeItem('bubbles', 'f', {
          name: 'Chat',
          messages: [{ id: 'm', from: 'me', text: '', atSeconds: 0, imageAssetId: 'card' }],
        }),
      ],
    },
  ]);
  expect(nameUsers(document, 'sea')).toBe('"Beach" and 2 more');
  expect(nameUsers(document, 'dog')).toBe('"c"');
  expect(nameUsers(document, 'card')).toBe('"Chat"');
  expect(nameUsers(document, 'none')).toBe('"none"');
  const two = makeTimeline([{ items: [shot('a', 'Beach', 'sea')] }, { items: [shot('b', 'Cliff', 'sea')] }]);
  expect(nameUsers(two, 'sea')).toBe('"Beach" and "Cliff"');
  const long = makeTimeline([{ items: [shot('a', 'x'.repeat(500), 'sea')] }]);
  expect(nameUsers(long, 'sea')).toBe(`"${'x'.repeat(99)}…"`);
});
