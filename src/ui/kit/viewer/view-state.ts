import type { Backdrop, Zoom } from './compose.ts';

/** The state of the view: the layer, the backdrop and the zoom. */
export type ViewState = {
  readonly view: 'cut-out' | 'matte';
  /** The source is visible left of this share of the width: 0 shows only the result, 1 only the source. */
  readonly divider: number;
  readonly backdrop: Backdrop;
  readonly zoom: Zoom;
};

/** The initial state of the view: source and result in halves, or only the result if the source was deleted. */
export const toInitialView = (hasSource: boolean): ViewState => ({
  view: 'cut-out',
  divider: hasSource ? 0.5 : 0,
  backdrop: { kind: 'checkerboard' },
  zoom: { scale: 1, x: 0, y: 0 },
});
