import type { Animatable, VisualItem } from '#core/timeline/document.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import type { Edit } from '#core/timeline/edit.ts';
import type { Size } from '#core/lib/size.ts';
import type { Editor } from '../editor.ts';
import { findSelected } from '../inspector/subject.ts';
import { propertyEdits } from '../inspector/values/edits.ts';

type Properties = Readonly<Record<string, unknown>>;

/** An effect that a click turns on or off for the selected clips. */
export type Effect = {
  readonly id: string;
  readonly label: string;
  readonly kind: 'Look' | 'Blend' | 'Motion';
  /** The properties of CSS that the preview has. */
  readonly preview?: Readonly<Record<string, string>>;
  /** Classes of a preview that moves. */
  readonly moves?: string;
  /** Whether it leaves other keyframes of the item as they are; absent if it always does. */
  readonly isPossible?: (item: VisualItem) => boolean;
  readonly isOn: (item: VisualItem, canvas: Size) => boolean;
  readonly on: (item: VisualItem, canvas: Size) => Properties;
  readonly off: (item: VisualItem) => Properties;
};

/** The final size of a zoom, as a multiple of the first one. */
const zoomFactor = 1.2;

/** The duration of a fade, in seconds; at most half of the clip's duration. */
const fadeSeconds = 0.5;

const blend = (mode: VisualItem['blend'], label: string): Effect => ({
  id: mode,
  label,
  kind: 'Blend',
  preview: { mixBlendMode: mode },
  isOn: (item) => item.blend === mode,
  on: () => ({ blend: mode }),
  off: () => ({ blend: 'normal' }),
});

/** A blur, in pixels as a share of the shorter side of the canvas. */
const blur = (id: string, label: string, share: number): Effect => {
  const toPx = ({ width, height }: Size): number => Math.round(Math.min(width, height) * share);
  return {
    id,
    label,
    kind: 'Look',
    preview: { filter: `blur(${share * 100}px)` },
    isOn: (item, canvas) => item.blurPx === toPx(canvas),
    on: (_, canvas) => ({ blurPx: toPx(canvas) }),
    off: () => ({ blurPx: 0 }),
  };
};

const mirror = (flip: 'horizontal' | 'vertical', label: string, scale: string): Effect => ({
  id: flip,
  label,
  kind: 'Look',
  preview: { scale },
  isOn: (item) => item.flip === flip,
  on: () => ({ flip }),
  off: () => ({ flip: 'none' }),
});

const fade = (side: 'In' | 'Out'): Effect => {
  const name = `fade${side}Seconds` as const;
  return {
    id: name,
    label: `Fade ${side.toLowerCase()}`,
    kind: 'Motion',
    moves: side === 'In' ? 'effect-moving effect-fading' : 'effect-moving effect-fading effect-backward',
    isOn: (item) => item[name] > 0,
    on: ({ durationSeconds }) => ({ [name]: Math.min(fadeSeconds, durationSeconds / 2) }),
    off: () => ({ [name]: 0 }),
  };
};

const zoom = (id: string, label: string, [from, to]: readonly [number, number]): Effect => ({
  id,
  label,
  kind: 'Motion',
  moves: from < to ? 'effect-moving' : 'effect-moving effect-backward',
  isPossible: ({ width, height }) => [width, height].every((one) => typeof one === 'number' || isAnyZoom(one)),
  isOn: ({ width, height }) => isZoom(width, [from, to]) && isZoom(height, [from, to]),
  on: (item) => ({
    width: toZoom(toRest(item.width), item.durationSeconds, [from, to]),
    height: toZoom(toRest(item.height), item.durationSeconds, [from, to]),
  }),
  off: ({ width, height }) => ({ width: toRest(width), height: toRest(height) }),
});

const toZoom = (size: number, durationSeconds: number, [from, to]: readonly [number, number]): Animatable => ({
  keyframes: [
    { atSeconds: 0, value: size * from, easing: 'ease-in-out' },
    { atSeconds: durationSeconds, value: size * to, easing: 'ease-in-out' },
  ],
});

/** Returns whether a length grows or shrinks once, from one multiple of it to another. */
function isZoom(value: Animatable, [from, to]: readonly [number, number]): boolean {
  const [first, second, ...others] = typeof value === 'number' ? [] : value.keyframes;
  return (
    first !== undefined &&
    second !== undefined &&
    others.length === 0 &&
    Math.abs(second.value / first.value - to / from) < 1e-3
  );
}

const isAnyZoom = (value: Animatable): boolean => isZoom(value, [1, zoomFactor]) || isZoom(value, [zoomFactor, 1]);

/** Returns a length without its zoom: the smaller end. */
const toRest = (value: Animatable): number =>
  typeof value === 'number' ? value : Math.min(...value.keyframes.map((one) => one.value));

/** The effects in the order of the panel; each exists as properties in the inspector too. */
export const effects: readonly Effect[] = [
  blur('soft-blur', 'Soft blur', 0.01),
  blur('strong-blur', 'Strong blur', 0.04),
  {
    id: 'translucent',
    label: 'Translucent',
    kind: 'Look',
    preview: { opacity: '0.5' },
    isOn: (item) => item.opacity === 0.5,
    on: () => ({ opacity: 0.5 }),
    off: () => ({ opacity: 1 }),
  },
  mirror('horizontal', 'Mirror', '-1 1'),
  mirror('vertical', 'Upside down', '1 -1'),
  fade('In'),
  fade('Out'),
  zoom('zoom-in', 'Slow zoom in', [1, zoomFactor]),
  zoom('zoom-out', 'Slow zoom out', [zoomFactor, 1]),
  blend('multiply', 'Multiply'),
  blend('screen', 'Screen'),
  blend('overlay', 'Overlay'),
  blend('soft-light', 'Soft light'),
  blend('difference', 'Difference'),
];

/** Returns the edits that turn an effect on for all items, or off if all have it. */
export function toggleEdits(items: readonly VisualItem[], effect: Effect, canvas: Size): Edit[] {
  const isOn = items.every((item) => effect.isOn(item, canvas));
  return propertyEdits(items, (item) => (isOn ? effect.off(item) : effect.on(item, canvas)));
}

/** Returns the selected items that effects can change; empty if one of them is locked. */
export function findTargets({ document, selection }: Editor): readonly VisualItem[] {
  const { tracks } = document.value;
  const items = findSelected(document.value, selection.value).filter(isVisual);
  const isLocked = items.some(
    (item) => item.isLocked || tracks.some((one) => one.isLocked && one.items.includes(item)),
  );
  return isLocked ? [] : items;
}
