/** The interpolations from one keyframe to the next; `hold` keeps the value until the next one. */
export const easingIds = ['linear', 'ease-in', 'ease-out', 'ease-in-out', 'overshoot', 'hold'] as const;
export type Easing = (typeof easingIds)[number];
