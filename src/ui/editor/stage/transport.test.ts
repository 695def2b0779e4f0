import { expect, test } from 'vitest';
import type { Preview } from '#ui/kit/preview/preview.ts';
import { shuttleRate } from './shuttle.ts';
import { createTransport } from './transport.ts';

test('J and L double the speed each time, the other direction starts at normal speed, K stops and makes them slow', () => {
  const forwards = [0, 1, 2, 4, 0.25, -2].map((rate) => shuttleRate('on', rate, false));
  expect(forwards).toEqual([1, 2, 4, 4, 1, 1]);
  expect([0, -1, -4, 2].map((rate) => shuttleRate('back', rate, false))).toEqual([-1, -2, -4, -1]);
  expect([shuttleRate('stop', 4, false), shuttleRate('on', 2, true), shuttleRate('back', 0, true)]).toEqual([
    0, 0.25, -0.25,
  ]);
});

/** Creates a preview that records its calls. */
function createLog() {
  const log: unknown[] = [];
  const preview: Preview = {
    load: () => log.push('load'),
    play: (order) => log.push(['play', order]),
    pause: () => log.push('pause'),
    seek: (seconds) => log.push(['seek', seconds]),
    setRate: (rate) => log.push(['rate', rate]),
    readPeaks: () => [0, 0],
    close: () => log.push('close'),
  };
  return { log, preview };
}

test('the transport controls the playback of its preview', () => {
  const { log, preview } = createLog();
  const transport = createTransport();
  transport.play();
  expect(transport.isPlaying.value).toBe(false);
  transport.attach(preview);
  transport.toggle();
  transport.shuttle('on');
  transport.range.value = { startSeconds: 1, endSeconds: 2 };
  transport.isLooping.value = true;
  transport.play();
  transport.toggle();
  transport.seek(-3);
  expect(log).toEqual([
    ['play', { span: null, isLooping: false }],
    ['rate', 2],
    ['play', { span: null, isLooping: false }],
    ['rate', 1],
    ['play', { span: { startSeconds: 1, endSeconds: 2 }, isLooping: true }],
    'pause',
    ['seek', 0],
  ]);
  expect([transport.isPlaying.value, transport.seconds.value]).toEqual([false, 0]);
});

test('a new preview starts at the time of the previous one', () => {
  const { log, preview } = createLog();
  const transport = createTransport();
  transport.attach(createLog().preview);
  transport.seek(4);
  transport.shuttle('back');
  transport.attach(null);
  transport.attach(preview);
  expect(log).toEqual([['seek', 4]]);
  expect([transport.isPlaying.value, transport.rate.value]).toEqual([false, 1]);
});
