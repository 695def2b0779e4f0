import type { Size } from '#core/size.ts';

/** Width to height of a chat that stands alone. */
const aspects = { '16:9': 16 / 9, '9:16': 9 / 16, '1:1': 1, '4:5': 4 / 5 } as const;
export type Aspect = keyof typeof aspects;
export const aspectIds = ['16:9', '9:16', '1:1', '4:5'] as const satisfies readonly Aspect[];

/** Pixels of the shorter side where no height is given. */
const usualShortSide = 720;

/** The size of a chat that stands alone. Sides are even, as H.264 wants them. */
export function chatSize({ aspect, height }: { readonly aspect: Aspect; readonly height?: number | undefined }): Size {
  const shape = aspects[aspect];
  const high = height ?? usualShortSide / Math.min(1, shape);
  return { width: toEven(high * shape), height: toEven(high) };
}

const toEven = (length: number): number => 2 * Math.round(length / 2);
