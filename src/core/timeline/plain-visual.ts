/** The defaults of a visual item: upright, opaque, without a fade. */
export const plainVisual = {
  isHidden: false,
  isLocked: false,
  rotation: 0,
  opacity: 1,
  blend: 'normal',
  blurPx: 0,
  flip: 'none',
  fadeInSeconds: 0,
  fadeOutSeconds: 0,
} as const;
