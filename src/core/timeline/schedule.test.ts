import { expect, test } from 'vitest';
import { documentOf, itemOf } from '../../../test/support/timeline.ts';
import { nameUsersOf } from './schedule.ts';

const shot = (id: string, name: string, assetId: string) => itemOf('video', id, { name, assetId });

test('the users of a file are listed once per name, and counted from the third one on', () => {
  const document = documentOf([
    { items: [shot('a', 'Beach', 'sea'), shot('b', 'Beach', 'sea'), shot('c', ' ', 'dog')] },
    { items: [itemOf('sound', 'd', { name: 'Waves', assetId: 'sea' })] },
    { items: [itemOf('picture', 'e', { name: 'Logo', assetId: 'sea' })] },
    {
      items: [
        itemOf('bubbles', 'f', {
          name: 'Chat',
          messages: [{ id: 'm', from: 'me', text: '', atSeconds: 0, imageAssetId: 'card' }],
        }),
      ],
    },
  ]);
  expect(nameUsersOf(document, 'sea')).toBe('"Beach" and 2 more');
  expect(nameUsersOf(document, 'dog')).toBe('"c"');
  expect(nameUsersOf(document, 'card')).toBe('"Chat"');
  expect(nameUsersOf(document, 'none')).toBe('"none"');
  const two = documentOf([{ items: [shot('a', 'Beach', 'sea')] }, { items: [shot('b', 'Cliff', 'sea')] }]);
  expect(nameUsersOf(two, 'sea')).toBe('"Beach" and "Cliff"');
  const long = documentOf([{ items: [shot('a', 'x'.repeat(500), 'sea')] }]);
  expect(nameUsersOf(long, 'sea')).toBe(`"${'x'.repeat(99)}…"`);
});
