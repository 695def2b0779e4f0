/** The nearest place that is a whole number of the screen's pixels: what meets there has no seam. CSS pixels. */
export const toDevicePixels = (px: number): number => Math.round(px * devicePixelRatio) / devicePixelRatio;
