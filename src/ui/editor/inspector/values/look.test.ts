import { expect, it } from 'vitest';
import { applyEdits } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { pasteLookEdits } from './look.ts';

it('applies the whole look of another text, but not its words and place', () => {
  const from = makeItem('text', 'a', { font: 'Anton', sizePx: 90, stroke: { color: '#ff0000', widthPx: 3 }, x: 5 });
  const to = makeItem('text', 'b', {
    text: 'Mine',
    startSeconds: 2,
    shadow: { color: '#000000', blurPx: 1, x: 0, y: 0 },
  });
  const after = applyEdits(makeTimeline([{ items: [from, to] }]), pasteLookEdits(from, [to])).tracks[0]?.items[1];
  expect(after).toMatchObject({ font: 'Anton', sizePx: 90, stroke: { widthPx: 3 }, text: 'Mine', x: 320 });
  expect(after).not.toHaveProperty('shadow');
});

it('applies a font of the user, and removes the one of the target', () => {
  const own = makeItem('text', 'a', { fontAssetId: 'mat_1' });
  const plain = makeItem('text', 'b', { startSeconds: 2, font: 'Anton' });
  const paste = (from: typeof own, to: typeof own) =>
    applyEdits(makeTimeline([{ items: [own, plain] }]), pasteLookEdits(from, [to])).tracks[0]?.items ?? [];
  expect(paste(own, plain)[1]).toMatchObject({ fontAssetId: 'mat_1' });
  expect(paste(plain, own)[0]).toMatchObject({ font: 'Anton' });
  expect(paste(plain, own)[0]).not.toHaveProperty('fontAssetId');
});

it('applies the properties that both kinds have', () => {
  const from = makeItem('video', 'a', { opacity: 0.5, volume: 0.2, crop: { left: 0.1, top: 0, right: 0, bottom: 0 } });
  const items = [
    makeItem('shape', 'b', { startSeconds: 2, fill: '#ff0000' }),
    makeItem('picture', 'c', { startSeconds: 4 }),
  ];
  const [, shape, picture] =
    applyEdits(makeTimeline([{ items: [from, ...items] }]), pasteLookEdits(from, items)).tracks[0]?.items ?? [];
  expect(shape).toMatchObject({ opacity: 0.5, fill: '#ff0000' });
  expect(shape).not.toHaveProperty('crop');
  expect(picture).toMatchObject({ opacity: 0.5, crop: { left: 0.1 } });
  expect(picture).not.toHaveProperty('volume');
});
