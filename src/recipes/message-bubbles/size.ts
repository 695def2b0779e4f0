import type { Size } from '#core/lib/size.ts';

/** The aspect ratios of a chat without a clip, width to height. */
const aspects = { '16:9': 16 / 9, '9:16': 9 / 16, '1:1': 1, '4:5': 4 / 5 } as const;
export type Aspect = keyof typeof aspects;
export const aspectIds = ['16:9', '9:16', '1:1', '4:5'] as const satisfies readonly Aspect[];

/** The default of the shorter side in pixels. */
const usualShortSide = 720;

/** Returns the size of a chat without a clip. Sides are even, because H.264 requires it. */
export function chatSize({ aspect, height }: { readonly aspect: Aspect; readonly height?: number | undefined }): Size {
  const shape = aspects[aspect];
  const high = height ?? usualShortSide / Math.min(1, shape);
  return { width: toEven(high * shape), height: toEven(high) };
}

const toEven = (length: number): number => 2 * Math.round(length / 2);
