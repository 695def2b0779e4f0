import type { Quality } from '#core/formats.ts';
import type { ExportFormat } from '#core/timeline/render.ts';

type Output = {
  readonly format: ExportFormat;
  readonly quality: Quality;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
};

/** Bits for a pixel of a frame, as results of cut-outs have them; those of GIF and PNG are guessed. */
const bitsPerPixel: Record<ExportFormat, Record<Quality, number>> = {
  mp4: { best: 0.16, fast: 0.12 },
  webm: { best: 0.4, fast: 0.28 },
  mov: { best: 2.2, fast: 1.4 },
  gif: { best: 3, fast: 3 },
  png: { best: 16, fast: 16 },
  wav: { best: 0, fast: 0 },
  m4a: { best: 0, fast: 0 },
};
/** Two channels of 16 bits at 48 kHz. */
const rawSoundBits = 1_536_000;
const soundBits: Record<ExportFormat, number> = {
  mp4: 192_000,
  webm: 160_000,
  mov: rawSoundBits,
  gif: 0,
  png: 0,
  wav: rawSoundBits,
  m4a: 192_000,
};
/** For a moment all pictures are on the disk twice: collected, and in the file that is written. */
const copies = 2;
/** A file may well be so much smaller than the estimate, and no smaller. */
const leastShare = 0.05;

/** About how many bytes the file of an export has at its most. */
export function estimateFileBytes({ format, quality, width, height, frameRate, durationSeconds }: Output): number {
  const frames = format === 'png' ? 1 : frameRate * durationSeconds;
  const pictureBits = width * height * frames * bitsPerPixel[format][quality];
  return Math.ceil((pictureBits + soundBits[format] * durationSeconds) / 8);
}

/** About how many bytes of storage an export takes at its most. */
export const estimateBytes = (output: Output): number => estimateFileBytes(output) * copies;

/** What an export takes even when all goes well. */
export const leastBytes = (output: Output): number => Math.ceil(estimateBytes(output) * leastShare);
