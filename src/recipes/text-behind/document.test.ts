import { expect, test } from 'vitest';
import { sceneAt } from '#core/timeline/scene.ts';
import { soundIn } from '#core/timeline/sound.ts';
import { textBehindDocument, toLettering } from './document.ts';
import { motionSeconds } from './lettering.ts';

const style = {
  font: 'Anton',
  weight: 800,
  stroke: undefined,
  case: 'none',
  opacity: 1,
  blend: 'normal',
  entrance: 'rise',
  exit: 'fade',
} as const;
const placement = {
  text: 'Hello there',
  x: 320,
  y: 100,
  sizePx: 120,
  letterSpacing: 0,
  width: 500,
  height: 130,
  fill: '#FFFFFF',
};
const parts = {
  title: 'A text behind',
  width: 640,
  height: 360,
  frameRate: 25,
  durationSeconds: 10,
  sourceId: 'mat_source',
  cutOut: { assetId: 'ast_part', startSeconds: 2 },
  window: { startSeconds: 3, endSeconds: 7 },
  style,
  rotation: 0,
  placement,
};

test('within the window the text is between the video and the cutout of the same frames; outside of it there is only the video', () => {
  const document = textBehindDocument(parts);
  const seen = (seconds: number) => sceneAt(document, seconds).layers.map(({ itemId }) => itemId);
  expect([seen(2.9), seen(5), seen(7.1)]).toEqual([['source'], ['source', 'text', 'cut-out'], ['source']]);
  const [source, , cutOut] = sceneAt(document, 5).layers.map(({ content }) => content);
  expect([source, cutOut]).toMatchObject([{ sourceSeconds: 5 }, { sourceSeconds: 3 }]);
});

test('the audio is the complete audio of the video', () => {
  const heard = soundIn(textBehindDocument(parts), { startSeconds: 0, endSeconds: 10 });
  expect(heard.map(({ itemId }) => itemId)).toEqual(['source']);
});

test('the video plays the requested audio track', () => {
  const document = textBehindDocument({ ...parts, audioTrack: 1 });
  expect(soundIn(document, { startSeconds: 0, endSeconds: 10 })).toMatchObject([{ itemId: 'source', audioTrack: 1 }]);
});

test.each([
  ['none', 'Hello there'],
  ['upper', 'HELLO THERE'],
  ['lower', 'hello there'],
  ['title', 'Hello There'],
] as const)('case %s', (wanted, text) => {
  expect(toLettering('Hello there', { ...style, case: wanted }, 0, 0).text).toBe(text);
});

test('title case capitalizes words in any script, and marks stay with their letters', () => {
  const titled = (text: string): string => toLettering(text, { ...style, case: 'title' }, 0, 0).text;
  expect([titled("it's ÉCOLE"), titled('привет МИР'), titled('日本 שלום')]).toEqual([
    "It's École",
    'Привет Мир',
    '日本 שלום',
  ]);
});

test('motions are limited to their share of a short window, and absent if they are off', () => {
  expect(motionSeconds({ entrance: 'rise', exit: 'none' }, 1)).toEqual({ entrance: 0.25, exit: 0 });
  const [, still] = textBehindDocument({ ...parts, style: { ...style, entrance: 'none', exit: 'none' } }).tracks;
  expect(still?.items[0]).not.toHaveProperty('entrance');
});
