/** The size of an image or a grid, in pixels or cells. */
export type Size = { readonly width: number; readonly height: number };
