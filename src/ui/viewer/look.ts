import type { Backdrop, Zoom } from './compose.ts';

/** What of the videos is shown, and how. */
export type Look = {
  readonly view: 'cut-out' | 'matte';
  /** Where the source ends and the result begins: 0 shows the result alone, 1 the source alone. */
  readonly divider: number;
  readonly backdrop: Backdrop;
  readonly zoom: Zoom;
};

/** How a result is first shown: beside its source, or alone when that is not kept any more. */
export const toFirstLook = (hasSource: boolean): Look => ({
  view: 'cut-out',
  divider: hasSource ? 0.5 : 0,
  backdrop: { kind: 'checkerboard' },
  zoom: { scale: 1, x: 0, y: 0 },
});
