/** A decoder has work for as long as one of its frames takes anything else. */
const mostQueued = 6;

let isBound = false;

/**
 * Makes all video decoders of this thread say that they have no room once a few packets wait. Mediabunny gives a decoder 40 packets
 * while no frame is ready, and they come out as 40 frames at once: of 4K, half a gigabyte. It has no option for that.
 */
export function boundDecoders(): void {
  if (isBound) {
    return;
  }
  isBound = true;
  globalThis.VideoDecoder = class extends VideoDecoder {
    override get decodeQueueSize(): number {
      const size = super.decodeQueueSize;
      return size > mostQueued ? Number.MAX_SAFE_INTEGER : size;
    }
  };
}
