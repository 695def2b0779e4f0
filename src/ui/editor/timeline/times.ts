import type { CSSProperties } from 'preact';

/** Times as custom properties, which the style sheet multiplies by the zoom. Seconds. */
export type Times = Readonly<Record<`--${string}`, number>>;

/** Types a style that contains only times. */
export const times = (values: Times): CSSProperties & Times => values;
