import type { Backdrop, Zoom } from './compose.ts';

/** The state of the view: what is shown, over which backdrop, how large. */
export type Look = {
  readonly view: 'cut-out' | 'matte';
  /** Left of this share of the width the source shows: 0 shows the result alone, 1 the source alone. */
  readonly divider: number;
  readonly backdrop: Backdrop;
  readonly zoom: Zoom;
};

/** The first state of the view: source and result in halves, or the result alone where the source was deleted. */
export const toFirstLook = (hasSource: boolean): Look => ({
  view: 'cut-out',
  divider: hasSource ? 0.5 : 0,
  backdrop: { kind: 'checkerboard' },
  zoom: { scale: 1, x: 0, y: 0 },
});
