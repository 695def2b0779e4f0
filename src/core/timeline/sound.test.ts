import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../test/support/timeline.ts';
import type { Item } from './document.ts';
import { soundIn, type SoundSpan } from './sound.ts';

const whole = { startSeconds: 0, endSeconds: 1000 };
const getSpans = (items: readonly Item[]): SoundSpan[] => soundIn(makeTimeline([{ items }]), whole);
const amplitudeAt = ({ gain }: SoundSpan, seconds: number): number => {
  const after = gain.findIndex(({ atSeconds }) => atSeconds > seconds);
  const from = gain.at(after === -1 ? -1 : Math.max(0, after - 1));
  const to = gain[after] ?? from;
  if (!from || !to || to.atSeconds <= from.atSeconds || seconds <= from.atSeconds) {
    return from?.amplitude ?? NaN;
  }
  const share = (seconds - from.atSeconds) / (to.atSeconds - from.atSeconds);
  return from.amplitude + (to.amplitude - from.amplitude) * share;
};

test('an audible item is a span of its source', () => {
  const item = makeItem('sound', 'song', { startSeconds: 3, sourceStartSeconds: 10, volume: 0.5, fadeInSeconds: 1 });
  expect(getSpans([item])).toEqual([
    {
      itemId: 'song',
      trackId: 'track-1',
      assetId: 'asset_sound',
      startSeconds: 3,
      endSeconds: 5,
      sourceStartSeconds: 10,
      speed: 1,
      keepsPitch: true,
      gain: [{ atSeconds: 3, amplitude: 0.5 }],
      fadeIn: { startSeconds: 3, endSeconds: 4 },
      fadeOut: null,
    },
  ]);
});

test('a span names the audio track of its item, and no track if the item does not', () => {
  const items = [makeItem('video', 'chosen', { audioTrack: 2 }), makeItem('video', 'default', { startSeconds: 2 })];
  const [chosen, byDefault] = getSpans(items);
  expect(chosen?.audioTrack).toBe(2);
  expect(byDefault).not.toHaveProperty('audioTrack');
});

test('a span is trimmed to the requested range, and its source moves with it', () => {
  const document = makeTimeline([
    { items: [makeItem('video', 'clip', { startSeconds: 1, durationSeconds: 8, speed: 2 })] },
  ]);
  const [span] = soundIn(document, { startSeconds: 4, endSeconds: 6 });
  expect(span).toMatchObject({ startSeconds: 4, endSeconds: 6, sourceStartSeconds: 6 });
  expect(soundIn(document, { startSeconds: 9, endSeconds: 20 })).toEqual([]);
  expect(soundIn(document, { startSeconds: 0, endSeconds: 1 })).toEqual([]);
});

test('muted items are omitted, and hidden ones are not', () => {
  const document = makeTimeline([
    {
      items: [
        makeItem('video', 'muted', { isMuted: true }),
        makeItem('video', 'heard', { startSeconds: 2, isHidden: true }),
      ],
    },
    { items: [makeItem('sound', 'silenced')], isMuted: true },
    {
      items: [makeItem('sound', 'late', { startSeconds: 5 }), makeItem('sound', 'early', { startSeconds: 1 })],
      isHidden: true,
    },
    { items: [makeItem('text', 'text')] },
  ]);
  expect(soundIn(document, whole).map(({ itemId }) => itemId)).toEqual(['early', 'heard', 'late']);
});

test('two videos with a dissolve cross-fade, the earlier one after its end', () => {
  const transition = { type: 'dissolve' as const, durationSeconds: 0.5 };
  const [one, two] = getSpans([makeItem('video', 'one'), makeItem('video', 'two', { startSeconds: 2, transition })]);
  expect(one).toMatchObject({ startSeconds: 0, endSeconds: 2.5, fadeOut: { startSeconds: 2, endSeconds: 2.5 } });
  expect(two).toMatchObject({ startSeconds: 2, endSeconds: 4, fadeIn: { startSeconds: 2, endSeconds: 2.5 } });
});

test('audio that has faded out by its end does not continue below the next item', () => {
  const transition = { type: 'dissolve' as const, durationSeconds: 0.5 };
  const faded = makeItem('video', 'one', { fadeOutSeconds: 1 });
  const [one] = getSpans([faded, makeItem('picture', 'two', { startSeconds: 2, transition })]);
  expect(one).toMatchObject({ endSeconds: 2, fadeOut: { startSeconds: 1, endSeconds: 2 } });
});

test('keyframes of the volume are points in canvas time', () => {
  const volume = {
    keyframes: [
      { atSeconds: 0.5, value: 0 },
      { atSeconds: 1.5, value: 1 },
    ],
  };
  expect(getSpans([makeItem('sound', 'rising', { startSeconds: 10, volume })])[0]?.gain).toEqual([
    { atSeconds: 10.5, amplitude: 0 },
    { atSeconds: 11.5, amplitude: 1 },
  ]);
});

test('a held volume changes in a short ramp, and a curve is approximated to a hundredth', () => {
  const keyframes = (easing: 'hold' | 'ease-in-out') => ({
    keyframes: [
      { atSeconds: 0, value: 0, easing },
      { atSeconds: 1, value: 1 },
    ],
  });
  const [held] = getSpans([makeItem('sound', 'held', { volume: keyframes('hold') })]);
  expect(held?.gain).toEqual([
    { atSeconds: 0, amplitude: 0 },
    { atSeconds: 0.995, amplitude: 0 },
    { atSeconds: 1, amplitude: 1 },
  ]);
  const [curved] = getSpans([makeItem('sound', 'curved', { volume: keyframes('ease-in-out') })]);
  expect(curved && amplitudeAt(curved, 0.25)).toBeCloseTo(0.1292, 2);
  expect(curved && amplitudeAt(curved, 0.5)).toBeCloseTo(0.5, 2);
});

test('music is lowered by 10 dB when speech starts, and rises again after it ends', () => {
  const document = makeTimeline([
    { items: [makeItem('sound', 'music', { durationSeconds: 60, volume: 0.5, ducksUnder: 'track-2' })] },
    {
      items: [
        makeItem('video', 'first', { startSeconds: 10, durationSeconds: 2 }),
        // A pause that is too short for the volume to rise.
        makeItem('video', 'second', { startSeconds: 12.8, durationSeconds: 1.2 }),
        makeItem('video', 'mute', { startSeconds: 15, durationSeconds: 5, isMuted: true }),
        makeItem('video', 'third', { startSeconds: 20, durationSeconds: 1 }),
      ],
    },
  ]);
  const [music] = soundIn(document, whole);
  const low = 0.5 * 10 ** -0.5;
  const read = (seconds: number): number => (music ? amplitudeAt(music, seconds) : NaN);
  expect([0, 9.85, 10, 12.4, 14.2, 14.7, 17, 19.85, 20, 21.2, 21.7, 50].map(read)).toEqual(
    [0.5, 0.5, low, low, low, 0.5, 0.5, 0.5, low, low, 0.5, 0.5].map((value) => expect.closeTo(value, 9)),
  );
  expect(read(9.925)).toBeCloseTo((0.5 + low) / 2, 9);
  expect(read(14.45)).toBeCloseTo((0.5 + low) / 2, 9);
});

test('ducking and a changing volume are multiplied along their whole ramps', () => {
  const volume = {
    keyframes: [
      { atSeconds: 9, value: 0 },
      { atSeconds: 11, value: 1 },
    ],
  };
  const document = makeTimeline([
    { items: [makeItem('sound', 'music', { durationSeconds: 20, volume, ducksUnder: 'track-2' })] },
    { items: [makeItem('sound', 'speech', { startSeconds: 10, durationSeconds: 1 })] },
  ]);
  const music = soundIn(document, whole).find(({ itemId }) => itemId === 'music');
  const middle = ((9.925 - 9) / 2) * ((1 + 10 ** -0.5) / 2);
  expect(music && amplitudeAt(music, 9.925)).toBeCloseTo(middle, 3);
});

test('a fall that starts at a keyframe, within rounding, is one point in time', () => {
  const volume = {
    keyframes: [
      { atSeconds: 0.3, value: 1 },
      { atSeconds: 2, value: 0 },
    ],
  };
  const document = makeTimeline([
    { items: [makeItem('sound', 'music', { durationSeconds: 20, volume, ducksUnder: 'track-2' })] },
    { items: [makeItem('sound', 'speech', { startSeconds: 0.45, durationSeconds: 1 })] },
  ]);
  const music = soundIn(document, whole).find(({ itemId }) => itemId === 'music');
  const times = music?.gain.map(({ atSeconds }) => atSeconds) ?? [];
  expect(times.slice(1).every((time, index) => time - (times[index] ?? 0) > 1e-6)).toBe(true);
});
