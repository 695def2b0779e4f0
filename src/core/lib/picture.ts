/** An image for a model: RGB, 8 bits, row by row, `3 * width * height` bytes, full range. */
export type Picture = { readonly width: number; readonly height: number; readonly rgb: Uint8Array };
