/** The blend modes of a layer, with the names of the W3C compositing specification. */
export const blendModeIds = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
] as const;
export type BlendMode = (typeof blendModeIds)[number];
