import { Failure } from '#core/lib/failure.ts';
import { describeOversizePicture } from '#core/model/size-limits.ts';
import type { Size } from '#core/lib/size.ts';

/** Throws UNSUPPORTED_MEDIA for an image that is too large, after closing it. */
export function requireSize(size: Size, close: () => void): void {
  const message = describeOversizePicture(size);
  if (message) {
    close();
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
}
