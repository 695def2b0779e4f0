import { signal } from '@preact/signals';
import { beforeAll, expect, test, vi } from 'vitest';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import type { Editor } from '../../editor.ts';
import { createTransport } from '../../stage/transport.ts';

beforeAll(() => void vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })));

/**
 * Creates a canvas with a text from 1 s to 3 s and another clip after it. The text has an entrance and an exit of half a second.
 */
async function show(side: 'entrance' | 'exit', frameRate = 25) {
  const { showMotion } = await import('./show-motion.ts');
  const motion = { type: 'fade' as const, durationSeconds: 0.5 };
  const place = { startSeconds: 1, durationSeconds: 2 };
  const text = makeItem('text', 'text', { ...place, entrance: motion, exit: motion });
  const document = makeTimeline([{ items: [text] }], { frameRate });
  const transport = createTransport();
  const nothing = (): void => undefined;
  transport.attach({
    load: nothing,
    play: nothing,
    pause: nothing,
    seek: () => 0,
    setRate: nothing,
    readPeaks: () => [0, 0],
    close: nothing,
  });
  const editor = { document: signal(document), selection: signal(['text']), transport };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the motion reads nothing else
  const stop = showMotion(editor as unknown as Editor, side);
  /** Sends the events of a preview that plays from one frame to another. */
  const play = (from: number, to: number): void => {
    for (let frame = from; frame <= to && transport.isPlaying.value; frame += 1) {
      transport.note({ seconds: frame / frameRate });
    }
  };
  return { transport, play, stop };
}

test('an exit that starts between two frames plays to its end, and leaves the text visible', async () => {
  const { transport, play } = await show('exit');
  expect(transport.seconds.value).toBe(2.5);
  play(62, 100);
  expect([transport.isPlaying.value, transport.seconds.value]).toEqual([false, 2.5]);
});

test.each([24, 25, 30, 60, 30_000 / 1001, 24_000 / 1001])(
  'an exit ends at the last frame of its text at %d',
  async (rate) => {
    const { transport, play } = await show('exit', rate);
    play(Math.floor(2.5 * rate), Math.round(3 * rate) - 1);
    expect(transport.isPlaying.value).toBe(false);
  },
);

test('an entrance that is chosen while the canvas plays elsewhere plays all the same', async () => {
  const { transport, play } = await show('entrance');
  // An event that was sent before the playhead was moved.
  transport.note({ seconds: 0.4 });
  play(25, 100);
  expect([transport.isPlaying.value, transport.seconds.value]).toEqual([false, 1.5]);
});

test.each([0.2, 2.8])('a user who seeks to %d s meanwhile stays there', async (elsewhere) => {
  const { transport, stop } = await show('entrance');
  transport.seek(elsewhere);
  transport.note({ seconds: elsewhere + 0.04 });
  stop();
  expect([transport.isPlaying.value, transport.seconds.value]).toEqual([true, elsewhere + 0.04]);
});

test('a motion whose text is deselected does not play on through the canvas', async () => {
  const { transport, play, stop } = await show('entrance');
  play(25, 30);
  stop();
  expect([transport.isPlaying.value, transport.seconds.value]).toEqual([false, 1.2]);
});
