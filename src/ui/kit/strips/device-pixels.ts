/** Rounds a position to a whole device pixel, so that adjacent images have no seam. CSS pixels. */
export const toDevicePixels = (px: number): number => Math.round(px * devicePixelRatio) / devicePixelRatio;
