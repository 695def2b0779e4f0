import type { Quality } from '#core/model/formats.ts';
import type { ExportFormat } from '#core/timeline/render.ts';

type Output = {
  readonly format: ExportFormat;
  readonly quality: Quality;
  readonly videoBitrate?: number | undefined;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
};

/** Bits per pixel of a frame, as measured for cutouts; those of GIF and PNG are estimates. */
const bitsPerPixel: Record<ExportFormat, Record<Quality, number>> = {
  mp4: { best: 0.16, fast: 0.12 },
  webm: { best: 0.4, fast: 0.28 },
  mov: { best: 2.2, fast: 1.4 },
  gif: { best: 3, fast: 3 },
  png: { best: 16, fast: 16 },
  wav: { best: 0, fast: 0 },
  m4a: { best: 0, fast: 0 },
};
/** The bit rate of two channels of 16 bits at 48 kHz. */
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
/** The factor for temporary files: for a moment all frames are on the disk twice, collected and in the output file. */
const copies = 2;
/** The minimum size of a file as a share of the estimate. */
const minShare = 0.05;

/** Estimates the maximum bytes of the file of an export. */
export function estimateFileBytes({ format, quality, videoBitrate, ...pictures }: Output): number {
  const { width, height, frameRate, durationSeconds } = pictures;
  const frames = format === 'png' ? 1 : frameRate * durationSeconds;
  const pictureBits =
    videoBitrate === undefined
      ? width * height * frames * bitsPerPixel[format][quality]
      : videoBitrate * durationSeconds;
  return Math.ceil((pictureBits + soundBits[format] * durationSeconds) / 8);
}

/** Estimates the maximum bytes of storage that an export needs. */
export const estimateBytes = (output: Output): number => estimateFileBytes(output) * copies;

/** Returns the minimum bytes of storage that an export needs. */
export const minBytes = (output: Output): number => Math.ceil(estimateBytes(output) * minShare);
