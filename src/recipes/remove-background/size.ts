import type { OutputFormat, Quality } from '#core/formats.ts';
import { proxyOf } from '#core/proxy.ts';

type Input = { readonly outputFormat: OutputFormat; readonly quality: Quality };
type Picture = { readonly width: number; readonly height: number; readonly frameRate: number };

/**
 * Bits of result for a pixel of the source. Those of `fast` were measured on the sample, which is small and full of detail;
 * those of `best` are guessed from them.
 */
const bitsPerPixel: Record<Input['outputFormat'], Record<Input['quality'], number>> = {
  webm: { best: 0.4, fast: 0.28 },
  mp4: { best: 0.16, fast: 0.12 },
  mov: { best: 2.2, fast: 1.4 },
};
const soundBitsPerSecond = 160_000;

/** For a moment all pictures are on the disk twice: collected, and in the file that is written. */
const copies = 2;
/** A result may well be so much smaller than the estimate, and no smaller. */
const leastShare = 0.1;

/** A result has at least this share of the size of its material, be that ever so little compressed. */
const leastOfMaterial: Record<Input['outputFormat'], number> = { webm: 0.005, mp4: 0.005, mov: 0.05 };

/** About how many bytes of storage a run takes at its most. */
export function estimateBytes({ outputFormat, quality }: Input, picture: Picture, durationSeconds: number): number {
  const pixels = picture.width * picture.height;
  const bits = pixels * bitsPerPixel[outputFormat][quality];
  const besideBits = outputFormat === 'webm' ? 0 : countProxyBits(proxyOf(outputFormat, quality), picture);
  const bitsPerSecond = (bits + besideBits) * picture.frameRate * copies + soundBitsPerSecond;
  return Math.ceil((bitsPerSecond * durationSeconds) / 8);
}

/** Bits for a frame of the WebM beside it, which is a picture of the same shape, and no larger. */
function countProxyBits(proxy: ReturnType<typeof proxyOf>, { width, height }: Picture): number {
  const scale = Math.min(1, proxy.longSidePx / Math.max(width, height));
  return width * height * scale ** 2 * bitsPerPixel.webm[proxy.quality];
}

/** What a run of that estimate takes even when all goes well. */
export const leastBytes = (estimatedBytes: number): number => Math.ceil(estimatedBytes * leastShare);

/** What a run takes even when all goes well, told by nothing but the size of its material; of a part, next to nothing is known. */
export function leastBytesFor(
  { outputFormat, trim }: Pick<Input, 'outputFormat'> & { readonly trim?: object | undefined },
  materialBytes: number,
): number {
  return trim ? 0 : Math.ceil(materialBytes * leastOfMaterial[outputFormat] * copies);
}
