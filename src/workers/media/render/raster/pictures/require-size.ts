import { Failure } from '#core/failure.ts';
import { describeOversizePicture } from '#core/size-limits.ts';
import type { Size } from '#core/size.ts';

/** Throws UNSUPPORTED_MEDIA for an image that is too large, after closing it. */
export function requireSize(size: Size, close: () => void): void {
  const message = describeOversizePicture(size);
  if (message) {
    close();
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
}
