import type { OutputFormat, Quality } from '#core/model/formats.ts';
import { chooseProxy } from '#core/protocol/proxy.ts';

type Input = { readonly outputFormat: OutputFormat; readonly quality: Quality };
type Picture = { readonly width: number; readonly height: number; readonly frameRate: number };

/**
 * Bits of the result per pixel of the source. Those of `fast` were measured on the sample, which is small and detailed; those of
 * `best` are estimated from them.
 */
const bitsPerPixel: Record<Input['outputFormat'], Record<Input['quality'], number>> = {
  webm: { best: 0.4, fast: 0.28 },
  mp4: { best: 0.16, fast: 0.12 },
  mov: { best: 2.2, fast: 1.4 },
};
const soundBitsPerSecond = 160_000;

/** The factor for temporary files: for a moment all frames are on the disk twice, collected and in the output file. */
const copies = 2;
/** The minimum size of a result as a share of the estimate. */
const minShare = 0.1;

/** The minimum size of a result as a share of its material, even for a material with little compression. */
const minOfMaterial: Record<Input['outputFormat'], number> = { webm: 0.005, mp4: 0.005, mov: 0.05 };

/** Estimates the maximum bytes of storage that a run needs. */
export function estimateBytes({ outputFormat, quality }: Input, picture: Picture, durationSeconds: number): number {
  const pixels = picture.width * picture.height;
  const bits = pixels * bitsPerPixel[outputFormat][quality];
  const besideBits = outputFormat === 'webm' ? 0 : countProxyBits(chooseProxy(outputFormat, quality), picture);
  const bitsPerSecond = (bits + besideBits) * picture.frameRate * copies + soundBitsPerSecond;
  return Math.ceil((bitsPerSecond * durationSeconds) / 8);
}

/** Returns the bits per frame of the additional WebM, which has the same aspect ratio and is not larger. */
function countProxyBits(proxy: ReturnType<typeof chooseProxy>, { width, height }: Picture): number {
  const scale = Math.min(1, proxy.longSidePx / Math.max(width, height));
  return width * height * scale ** 2 * bitsPerPixel.webm[proxy.quality];
}

/** Returns the minimum bytes of a run with that estimate. */
export const minBytes = (estimatedBytes: number): number => Math.ceil(estimatedBytes * minShare);

/** Returns the minimum bytes of a run from the size of its material; almost 0 for a part of it, which cannot be estimated. */
export function minBytesFor(
  { outputFormat, trim }: Pick<Input, 'outputFormat'> & { readonly trim?: object | undefined },
  materialBytes: number,
): number {
  return trim ? 0 : Math.ceil(materialBytes * minOfMaterial[outputFormat] * copies);
}
