import type { Size } from '#core/lib/size.ts';

/** The usual aspect ratios of canvases, with their uses. */
const shapes = [
  { value: '16:9', label: '16:9 widescreen', width: 1920, height: 1080 },
  { value: '9:16', label: '9:16 vertical', width: 1080, height: 1920 },
  { value: '1:1', label: '1:1 square', width: 1080, height: 1080 },
  { value: '4:5', label: '4:5 portrait', width: 1080, height: 1350 },
] as const;

type Shape = (typeof shapes)[number]['value'];

export const canvasShapes: readonly { readonly value: Shape | 'custom'; readonly label: string }[] = [
  ...shapes.map(({ value, label }) => ({ value, label })),
  { value: 'custom', label: 'Custom' },
];

/** Returns the aspect ratio of a canvas, within a pixel of rounding; `custom` for any other. */
export function getShape({ width, height }: Size): Shape | 'custom' {
  const shape = shapes.find((one) => Math.abs((width * one.height) / one.width - height) < 1);
  return shape?.value ?? 'custom';
}

/** Returns the usual size of a canvas with this aspect ratio, in pixels. */
export function sizeOfShape(shape: Shape): Size {
  const { width, height } = shapes.find(({ value }) => value === shape) ?? shapes[0];
  return { width, height };
}
