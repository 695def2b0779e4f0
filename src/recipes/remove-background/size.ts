import type { InputOf } from '../catalog.ts';

type Input = Pick<InputOf<'remove-background'>, 'outputFormat' | 'quality'>;
type Picture = { readonly width: number; readonly height: number; readonly frameRate: number };

/** Bits of result for a pixel of the source: about the middle of what clips of one person have measured. */
const bitsPerPixel: Record<Input['outputFormat'], Record<Input['quality'], number>> = {
  webm: { best: 0.12, fast: 0.08 },
  mp4: { best: 0.12, fast: 0.08 },
  mov: { best: 2.4, fast: 1.6 },
};
/** Of the proxy beside MP4 and MOV, for a pixel of its own, which is at most so large. */
const proxyBits = 0.08;
const proxyPixels = 640 * 360;
const soundBitsPerSecond = 160_000;

/** For a moment all pictures are on the disk twice: collected, and in the file that is written. */
const copies = 2;
/** A result may well be so much smaller than the estimate, and no smaller. */
const leastShare = 0.2;

/** A result whose material is compressed as usual has at least this share of its size. */
const leastOfMaterial: Record<Input['outputFormat'], number> = { webm: 0.02, mp4: 0.02, mov: 0.2 };

/** About how many bytes of storage a run takes at its most. */
export function estimateBytes({ outputFormat, quality }: Input, picture: Picture, durationSeconds: number): number {
  const pixels = picture.width * picture.height;
  const bits = pixels * bitsPerPixel[outputFormat][quality];
  const besideBits = outputFormat === 'webm' ? 0 : Math.min(pixels, proxyPixels) * proxyBits;
  const bitsPerSecond = (bits + besideBits) * picture.frameRate * copies + soundBitsPerSecond;
  return Math.ceil((bitsPerSecond * durationSeconds) / 8);
}

/** What a run of that estimate takes even when all goes well. */
export const leastBytes = (estimatedBytes: number): number => Math.ceil(estimatedBytes * leastShare);

/** What a run takes even when all goes well, told by nothing but the size of its material; of a part, next to nothing is known. */
export function leastBytesFor(
  { outputFormat, trim }: Pick<InputOf<'remove-background'>, 'outputFormat' | 'trim'>,
  materialBytes: number,
): number {
  return trim ? 0 : Math.ceil(materialBytes * leastOfMaterial[outputFormat] * copies);
}
