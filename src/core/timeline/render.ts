import * as z from 'zod';
import type { TimelineDocument } from './document.ts';

/** The export formats of a canvas; the id is the file extension too. */
export const exportFormatIds = ['mp4', 'webm', 'mov', 'gif', 'png', 'wav', 'm4a'] as const;
export type ExportFormat = (typeof exportFormatIds)[number];

/** The file of an asset that a document names. */
export type AssetFile = { readonly file: string; readonly mimeType: string };

/** The options of a render of a document to a file. Sizes are in pixels, times in seconds of the canvas. */
export type RenderOptions = {
  readonly document: TimelineDocument;
  /** The existing assets that the document names, by id. A missing asset is a gap, with a warning. */
  readonly assets: Readonly<Record<string, AssetFile>>;
  readonly outputFile: string;
  readonly format: ExportFormat;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly quality: 'best' | 'fast';
  /** The average bitrate of the frames of an MP4 or WebM, in bits per second; absent for the one that follows from `quality`. */
  readonly videoBitrate?: number;
  /** The span of the canvas; null for all of it. A PNG shows its start. */
  readonly span: { readonly startSeconds: number; readonly endSeconds: number } | null;
  /** The color behind transparent parts if the format has no alpha, `#rrggbb`. */
  readonly background: string;
  readonly isWatermarked: boolean;
  /** The target loudness of the audio; absent to leave it unchanged. */
  readonly loudness?: { readonly integratedLufs: number; readonly truePeakDb: number };
  /** The only video whose audio is used, unchanged and as long as the canvas, so that it can be copied without mixing. */
  readonly soundOf?: string;
  /** The audio track of that video; absent for its default track. */
  readonly soundTrack?: number;
};

/** The options for frames of a canvas, each in a separate file, at times of the canvas in seconds. */
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
  /** The integrated loudness in LUFS after EBU R128, and the true peak in dB; null without audio. */
  readonly loudness: { readonly integratedLufs: number; readonly truePeakDb: number } | null;
  readonly warnings: readonly string[];
};

/** The checkpoint of a render. A scene is a pure function of time, so no state besides the files on disk is needed. */
export const renderCheckpoint = z.object({
  frameCount: z.int().positive(),
  journals: z.array(z.object({ sizeBytes: z.int(), packetCount: z.int() })),
  warnings: z.array(z.string()),
});
export type RenderCheckpoint = z.output<typeof renderCheckpoint>;
