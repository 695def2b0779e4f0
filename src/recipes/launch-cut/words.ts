import type { Size } from '#core/lib/size.ts';
import type { Item, ItemOf } from '#core/timeline/document.ts';
import { plainVisual } from '#core/timeline/plain-visual.ts';
import { type Timed, byItself, moving } from './items.ts';
import { fillBox, fitWidth } from './even-lines.ts';
import type { PointPlate, TitlePlace } from './title-place.ts';

/** The items of words, each kind for a track of its own, from bottom to top. */
export type WordItems = { readonly shade: Item[]; readonly accents: Item[]; readonly texts: Item[] };

type Words = { readonly canvas: Size; readonly times: Timed; readonly text: string };

/** The color of bars next to words. */
const accent = '#ffd23f';
const shadeColor = '#05070b';
const plateColor = '#0b0d12cc';
/** The letters of titles, points and end cards. */
const letters = {
  title: { width: 0.63, lineHeight: 1.02 },
  point: { width: 0.57, lineHeight: 1.12 },
  end: { width: 0.57, lineHeight: 1.06 },
} as const;
/** The distance of words from the edges, as a share of the sides. */
const safe = 0.08;
/** The durations in which words appear and disappear, in seconds. */
const comes = 0.35;
const goes = 0.2;

/** Returns the id of the words of a slot. */
export const getTitleId = (slotId: string): string => `${slotId}-text`;

/** Creates the title: large, over a slightly darkened shot. */
export function titleItems({
  canvas,
  times,
  text,
  id,
  place,
}: Words & { readonly id: string; readonly place: TitlePlace }): WordItems {
  const { width } = canvas;
  const box = { width: width * (1 - 2 * safe), height: place.height };
  return {
    shade: [shade(`${id}-shade`, times, { ...byItself(canvas), opacity: 0.38 })],
    accents: [],
    texts: [
      {
        ...words(getTitleId(id), fillBox(text, box, letters.title).text, times),
        role: 'title',
        font: 'Archivo Black',
        weight: 400,
        letterSpacing: -0.015,
        lineHeight: letters.title.lineHeight,
        x: width / 2,
        ...place,
        width: box.width,
        entrance: { type: 'scale', durationSeconds: comes },
      },
    ],
  };
}

/** Creates a point: at the lower left, on a dark box next to a bar; `y` is its center. */
export function pointItems({
  canvas,
  times,
  text,
  id,
  y,
}: Words & { readonly id: string; readonly y: number }): WordItems {
  const { sizePx, barWidth, left, boxWidth, paddingPx, lines, plateHeight } = layOutPoint(canvas, text);
  return {
    shade: [],
    accents: [
      {
        ...bar(`${id}-bar`, times, 0),
        x: left + barWidth / 2,
        y,
        width: barWidth,
        height: moving(comes, 0, plateHeight, 'ease-out'),
        fadeOutSeconds: Math.min(goes, times.durationSeconds / 4),
      },
    ],
    texts: [
      {
        ...words(getTitleId(id), lines.text, times),
        role: 'point',
        weight: 750,
        sizePx,
        align: 'left',
        lineHeight: letters.point.lineHeight,
        letterSpacing: -0.01,
        plate: { fill: plateColor, paddingPx, cornerPx: 0 },
        x: left + barWidth + boxWidth / 2,
        y,
        width: boxWidth,
        height: 3.4 * sizePx,
        entrance: { type: 'fade', durationSeconds: comes },
      },
    ],
  };
}

/** Returns the possible positions of the box of a point. */
export function getPointPlate(canvas: Size, text: string): PointPlate {
  const { left, barWidth, paddingPx, sizePx, lines, plateHeight } = layOutPoint(canvas, text);
  const longest = Math.max(...lines.text.split('\n').map((line) => line.length));
  const half = plateHeight / 2;
  return {
    left,
    right: left + barWidth + 2 * paddingPx + longest * letters.point.width * sizePx,
    y: canvas.height * (canvas.width > canvas.height ? 0.83 : 0.78),
    height: plateHeight,
    highest: safe * canvas.height + half,
    lowest: (1 - safe) * canvas.height - half,
  };
}

function layOutPoint({ width, height }: Size, text: string) {
  const short = Math.min(width, height);
  const isWide = width > height;
  const sizePx = short * (isWide ? 0.066 : 0.074);
  const barWidth = short * 0.012;
  const boxWidth = width * (isWide ? 0.6 : 1 - 2 * safe) - barWidth;
  const paddingPx = 0.5 * sizePx;
  const lines = fitWidth(text, boxWidth - 2 * paddingPx, sizePx, letters.point);
  const plateHeight = lines.lineCount * letters.point.lineHeight * sizePx + 2 * paddingPx;
  return { sizePx, barWidth, left: safe * width, boxWidth, paddingPx, lines, plateHeight };
}

/** Creates the end card: words over a blurred and dark shot, with a line below; a logo takes the upper part. */
export function endCardItems({ canvas, times, text, hasLogo }: Words & { readonly hasLogo: boolean }): WordItems {
  const { width, height } = canvas;
  const short = Math.min(width, height);
  const y = height * (hasLogo ? 0.62 : 0.48);
  const box = { width: width * (1 - 2 * safe), height: height * (hasLogo ? 0.18 : 0.24) };
  const lines = fillBox(text, box, letters.end);
  const wordsHeight = lines.lineCount * letters.end.lineHeight * lines.sizePx;
  const isEmpty = text === '';
  return {
    shade: [{ ...shade('end-shade', times, { ...byItself(canvas), opacity: 0.78 }), role: 'end-card' }],
    accents: isEmpty
      ? []
      : [
          {
            ...bar('end-line', times, short * 0.004),
            x: width / 2,
            y: y + wordsHeight / 2 + short * 0.05,
            width: moving(0.6, 0, short * 0.16, 'ease-out'),
            height: short * 0.008,
          },
        ],
    texts: isEmpty
      ? []
      : [
          {
            ...words('end-text', lines.text, times),
            role: 'end-card',
            weight: 800,
            letterSpacing: -0.015,
            lineHeight: letters.end.lineHeight,
            x: width / 2,
            y,
            ...box,
            entrance: { type: 'rise', durationSeconds: 0.5 },
            fadeOutSeconds: 0,
          },
        ],
  };
}

const words = (
  id: string,
  text: string,
  times: Timed,
): Omit<ItemOf<'text'>, 'x' | 'y' | 'width' | 'height' | 'role'> => ({
  ...plainVisual,
  ...times,
  id,
  name: text.replaceAll('\n', ' ').slice(0, 60),
  type: 'text',
  text,
  font: 'Inter',
  weight: 700,
  fill: '#ffffff',
  shadow: { color: '#000000aa', blurPx: 14, x: 0, y: 3 },
  align: 'center',
  lineHeight: 1.1,
  letterSpacing: 0,
  fadeOutSeconds: Math.min(goes, times.durationSeconds / 4),
});

const bar = (id: string, times: Timed, cornerPx: number) =>
  ({
    ...plainVisual,
    ...times,
    id,
    name: 'Accent',
    role: 'accent',
    type: 'shape',
    shape: 'rectangle',
    cornerPx,
    fill: accent,
  }) as const;

const shade = (
  id: string,
  times: Timed,
  place: Pick<ItemOf<'shape'>, 'x' | 'y' | 'width' | 'height' | 'opacity'>,
): ItemOf<'shape'> => ({
  ...plainVisual,
  ...times,
  id,
  name: 'Shade',
  type: 'shape',
  shape: 'rectangle',
  cornerPx: 0,
  fill: shadeColor,
  ...place,
  fadeInSeconds: Math.min(0.25, times.durationSeconds / 4),
  fadeOutSeconds: Math.min(0.2, times.durationSeconds / 4),
});
