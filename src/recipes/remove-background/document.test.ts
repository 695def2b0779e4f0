import { expect, test } from 'vitest';
import { timelineDocument } from '#core/timeline/document.ts';
import { sceneAt } from '#core/timeline/scene.ts';
import { soundIn } from '#core/timeline/sound.ts';
import { cutOutDocument } from './document.ts';

const parts = {
  title: 'A cut-out',
  width: 640,
  height: 360,
  frameRate: 25,
  durationSeconds: 4,
  source: { assetId: 'mat_source', startSeconds: 2 },
  cutOut: { assetId: 'ast_result', proxyAssetId: 'ast_proxy' },
  backdrop: null,
};

test('the canvas of a cutout shows and plays only the cutout, unchanged', () => {
  const document = cutOutDocument(parts);
  expect(sceneAt(document, 1).layers).toEqual([
    expect.objectContaining({
      itemId: 'cut-out',
      matrix: { a: 1, b: 0, c: -0, d: 1, e: 0, f: 0 },
      content: { type: 'video', assetId: 'ast_result', proxyAssetId: 'ast_proxy', sourceSeconds: 1 },
    }),
  ]);
  expect(soundIn(document, { startSeconds: 0, endSeconds: 4 }).map(({ itemId }) => itemId)).toEqual(['cut-out']);
});

test('the background is between the source and the cutout, and is visible as soon as it is not hidden', () => {
  const document = cutOutDocument(parts);
  expect(document.tracks.map(({ items }) => items.map(({ role }) => role))).toEqual([
    ['source'],
    ['background'],
    ['cut-out'],
  ]);
  const tracks = document.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => (item.role === 'background' ? { ...item, isHidden: false } : item)),
  }));
  const shown = sceneAt({ ...document, tracks }, 1).layers.map(({ itemId }) => itemId);
  expect(shown).toEqual(['background', 'cut-out']);
});

test('a cutout over a color has that color as its background, which can be replaced', () => {
  // A run accepts upper-case hex colors too.
  const document = cutOutDocument({ ...parts, backdrop: '#00B140' });
  expect(sceneAt(document, 1).layers.map(({ itemId }) => itemId)).toEqual(['background', 'cut-out']);
  expect(document.tracks[1]?.items[0]).toMatchObject({ role: 'background', fill: '#00b140', isHidden: false });
});

test('values that files may have and canvases may not are limited', () => {
  const document = cutOutDocument({ ...parts, title: 'x'.repeat(900), frameRate: 0.5, width: 16_384, height: 1 });
  expect(timelineDocument.parse(document)).toEqual(document);
  expect([document.title.length, document.frameRate]).toEqual([500, 1]);
});
