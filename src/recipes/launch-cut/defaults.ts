/** The defaults of a launch cut. */
export const defaults = {
  targetSeconds: 30,
  aspect: '16:9',
  height: 720,
  frameRate: 30,
  seed: 1,
} as const;

/** The aspect ratios, width over height. */
export const aspects = { '16:9': 16 / 9, '9:16': 9 / 16, '1:1': 1, '4:5': 4 / 5 } as const;
export type Aspect = keyof typeof aspects;

/** The ends of the parts of the arc, as shares of the duration. */
export const arc = { hook: 0.1, tease: 0.3, feature: 0.83 } as const;
