/** How a value goes from one keyframe to the next; `hold` keeps it until the next one. */
export const easingIds = ['linear', 'ease-in', 'ease-out', 'ease-in-out', 'overshoot', 'hold'] as const;
export type Easing = (typeof easingIds)[number];
