import { fitInside } from '../picture/fit-inside.ts';
import type { FileFormat } from './sink.ts';
import type { Vp9Options } from './vp9-alpha.ts';
import { planWebm } from './webm.ts';

/** The long side of what a page plays in place of a file that browsers do not play. */
const longSidePx = 640;

/**
 * A small WebM with alpha of frames of the size that `options` says. A `VideoEncoder` has to scale what it is given to the
 * size that it was configured for (WebCodecs, VideoEncoderConfig); it does so in its own thread, much faster than we could.
 */
export function planProxy(options: Vp9Options): Promise<FileFormat> {
  return planWebm({ ...options, ...fitInside(options, longSidePx) });
}
