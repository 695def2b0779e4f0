import * as z from 'zod';
import { wireFailure } from './failure.ts';
import { mediaKinds } from './media-kind.ts';
import type { AssetFile } from './timeline/render.ts';
import type { TimelineDocument } from './timeline/document.ts';

/** Errands: what takes the engine's decoders a moment, and is done beside the running job. */

const seconds = z.number().min(0);
const pixels = z.int().positive();
const picture = z.object({ file: z.string(), mimeType: z.string() });
/** An audio track of a file; the default one where `audioTrack` is left out. */
const heard = z.object({ file: z.string(), mimeType: z.string(), audioTrack: z.int().min(0).optional() });

/** What is asked for, as a row keeps it. Equal requests have one answer, as files never change. */
const errandRequest = z.discriminatedUnion('kind', [
  /** One picture of a material, `width` wide; null seconds leave the choice to us. */
  picture.extend({ kind: z.literal('thumbnail'), atSeconds: seconds.nullable(), width: pixels }),
  /** `count` pictures beside each other, each of the middle of its share of the material. */
  picture.extend({ kind: z.literal('filmstrip'), count: pixels, width: pixels }),
  /** The pyramid of peaks of a material's sound. */
  heard.extend({ kind: z.literal('peaks') }),
  /** The rhythm of a material's sound, as JSON, of a version of the analysis. */
  heard.extend({ kind: z.literal('beats'), version: z.int().optional() }),
  /** One frame of a canvas, as its revision is. */
  z.object({
    kind: z.literal('frame'),
    canvasId: z.string(),
    revision: z.int(),
    atSeconds: seconds,
    width: pixels,
    height: pixels,
    isWatermarked: z.boolean(),
  }),
]);
export type ErrandRequest = z.output<typeof errandRequest>;

/** A file that answers an errand. `notes` are numbers about it, such as the height of a picture. */
const errandAnswer = z.object({
  file: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int().min(0),
  notes: z.record(z.string(), z.number()),
  /** What of the file or the canvas could not be shown or heard, in sentences. */
  warnings: z.array(z.string()).default([]),
});
export type ErrandAnswer = z.output<typeof errandAnswer>;

/** A small request to the engine, and its answer, which is kept for the next one that asks the same. */
export const errand = z.object({
  /** SHA-256 of the request. */
  id: z.string(),
  request: errandRequest,
  status: z.enum(['waiting', 'done', 'failed']),
  /** Of a done one. */
  answer: errandAnswer.nullable(),
  /** Of a failed one. */
  error: wireFailure.nullable(),
  /** When somebody last asked. */
  askedAt: z.number(),
});
export type Errand = z.output<typeof errand>;

/** An audio track of a file. */
export const audioTrack = z.object({
  index: z.int().min(0).describe('The number of the track among all audio tracks of the file, in file order from 0.'),
  codec: z.string(),
  channels: z.int().min(0),
  channelLayout: z.string().describe('`mono`, `stereo`, `5.1`, `7.1`; `9 channels` where the layout has no name.'),
  language: z.string().optional().describe('ISO 639-2, as the file states it.'),
  title: z.string().optional(),
  isDefault: z.boolean().describe('Whether the track is used where no `audioTrack` is given. Exactly one track is.'),
});
export type AudioTrack = z.output<typeof audioTrack>;

/** What is known of a file once it was opened: null for what it does not have. Sizes are those that are shown, in pixels. */
export const mediaFacts = z.object({
  kind: z.enum(mediaKinds),
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  frameRate: z.number().nullable(),
  hasSound: z.boolean(),
  /** All audio tracks in file order; absent where the file was opened before they were listed. */
  audioTracks: z.array(audioTrack).optional(),
  /** Why the file cannot be used here; null when it can. */
  fault: z.string().nullable(),
});
export type MediaFacts = z.output<typeof mediaFacts>;

/** An errand with all that a worker needs for it. */
export type ErrandWork =
  | Exclude<ErrandRequest, { kind: 'frame' }>
  | (Omit<Extract<ErrandRequest, { kind: 'frame' }>, 'canvasId' | 'revision'> & {
      /** Frames of the same key are of the same document, in the same size. */
      readonly key: string;
      readonly document: TimelineDocument;
      readonly assets: Readonly<Record<string, AssetFile>>;
    });

/** Parts of the product that a file needs are being fetched and started, or no longer: that time is not the file's. */
export type ErrandHooks = { readonly onStarting: (isStarting: boolean) => void };

/** A worker that does errands, one after the other. Failures: UNSUPPORTED_MEDIA, STORAGE_FULL, INTERNAL. */
export interface ErrandRunner {
  /** Looks into a file. Throws UNSUPPORTED_MEDIA for one that cannot be used here. */
  inspect(file: AssetFile, hooks: ErrandHooks): Promise<MediaFacts>;
  /** Does an errand and writes its answer to `outputFile`. */
  answer(work: ErrandWork, outputFile: string, hooks: ErrandHooks): Promise<ErrandAnswer>;
}
