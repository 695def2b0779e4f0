import { expect, it, vi } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { CutPlayer } from './cut-player.ts';

const loads = vi.hoisted((): TimelineDocument[] => []);

// The real preview draws in a worker on a canvas of the page; Node has neither.
vi.mock('#ui/kit/preview/preview.ts', () => ({
  createPreview: () => ({
    load: (document: TimelineDocument) => loads.push(document),
    play: vi.fn(),
    pause: vi.fn(),
    seek: vi.fn(),
    close: vi.fn(),
  }),
}));

it('shows the accepted cuts again after a seek away from a previewed cut', async () => {
  const size = { width: 640, height: 360, frameRate: 25 };
  const clip = { title: 'a', kind: 'video', assetId: 'mat_1', ...size, clipSeconds: 20, joins: 'cut' };
  const player = new CutPlayer(clip as ConstructorParameters<typeof CutPlayer>[0], {});
  player.attach({ transferControlToOffscreen: () => null } as unknown as HTMLCanvasElement);
  await expect.poll(() => loads).toHaveLength(1);
  player.playAcross({ startSeconds: 5, endSeconds: 6 });
  player.setRemoved([{ startSeconds: 10, endSeconds: 12 }]);
  expect(loads).toHaveLength(2);
  player.seek(15);
  expect(loads).toHaveLength(3);
});
