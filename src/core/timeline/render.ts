import * as z from 'zod';
import type { TimelineDocument } from './document.ts';

/** What can be made of a canvas: the id is the file extension too. */
export const exportFormatIds = ['mp4', 'webm', 'mov', 'gif', 'png', 'wav', 'm4a'] as const;
export type ExportFormat = (typeof exportFormatIds)[number];

/** The file of an asset that a document names. */
export type AssetFile = { readonly file: string; readonly mimeType: string };

/** A file to be made of a document. Sizes in pixels, times in seconds of the canvas. */
export type RenderOptions = {
  readonly document: TimelineDocument;
  /** Every asset that the document names and that is there, by its id. What is missing is a gap, with a warning. */
  readonly assets: Readonly<Record<string, AssetFile>>;
  readonly outputFile: string;
  readonly format: ExportFormat;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly quality: 'best' | 'fast';
  /** Of the canvas; null for all of it. A PNG shows its start. */
  readonly span: { readonly startSeconds: number; readonly endSeconds: number } | null;
  /** What shows where the canvas is transparent and the format cannot be, `#rrggbb`. */
  readonly background: string;
  readonly isWatermarked: boolean;
  /** What the sound is brought to; as it is where this is left out. */
  readonly loudness?: { readonly integratedLufs: number; readonly truePeakDb: number };
  /** The video whose sound is all that is heard, unchanged and as long as the canvas, so that it is taken over and not mixed. */
  readonly soundOf?: string;
  /** The audio track of that video; absent for its default one. */
  readonly soundTrack?: number;
};

/** Frames of a canvas, each to a file of its own, at times of the canvas in seconds. */
export type StillsOptions = Pick<
  RenderOptions,
  'document' | 'assets' | 'width' | 'height' | 'background' | 'isWatermarked'
> & { readonly pictures: readonly { readonly atSeconds: number; readonly outputFile: string }[] };

export type RenderResult = {
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  readonly frameRate: number;
  readonly frameCount: number;
  readonly hasAudio: boolean;
  /** Integrated loudness in LUFS after EBU R128, and the true peak in dB; null without sound. */
  readonly loudness: { readonly integratedLufs: number; readonly truePeakDb: number } | null;
  readonly warnings: readonly string[];
};

/** How far a render is: a scene is a pure function of time, so that nothing but what is on the disk has to be kept. */
export const renderCheckpoint = z.object({
  frameCount: z.int().positive(),
  journals: z.array(z.object({ sizeBytes: z.int(), packetCount: z.int() })),
  warnings: z.array(z.string()),
});
export type RenderCheckpoint = z.output<typeof renderCheckpoint>;
