import * as z from 'zod';
import { wireFailure } from '../lib/failure.ts';
import { mediaKinds } from '../model/media-kind.ts';
import type { AssetFile } from '../timeline/render.ts';
import type { TimelineDocument } from '../timeline/document.ts';

/** Tasks: short requests that use the engine's decoders while a job may be running. */

const seconds = z.number().min(0);
const pixels = z.int().positive();
const picture = z.object({ file: z.string(), mimeType: z.string() });
/** An audio track of a file; `audioTrack` defaults to the file's default track. */
const heard = z.object({ file: z.string(), mimeType: z.string(), audioTrack: z.int().min(0).optional() });

/** The request of a task as its row stores it. Equal requests have the same answer, because files never change. */
const taskRequest = z.discriminatedUnion('kind', [
  /** One frame of a material, `width` pixels wide; with null seconds the engine chooses the frame. */
  picture.extend({ kind: z.literal('thumbnail'), atSeconds: seconds.nullable(), width: pixels }),
  /** `count` frames side by side, each from the middle of its share of the material. */
  picture.extend({ kind: z.literal('filmstrip'), count: pixels, width: pixels }),
  /** The pyramid of peaks of a material's audio. */
  heard.extend({ kind: z.literal('peaks') }),
  /** The rhythm of a material's audio, as JSON, from this version of the analysis. */
  heard.extend({ kind: z.literal('beats'), version: z.int().optional() }),
  /** One frame of a canvas at its current revision. */
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
export type TaskRequest = z.output<typeof taskRequest>;

/** The file that a task creates. `notes` are numbers about it, such as the height of an image. */
const taskAnswer = z.object({
  file: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int().min(0),
  notes: z.record(z.string(), z.number()),
  /** Sentences about the parts of the file or the canvas that could not be rendered. */
  warnings: z.array(z.string()).default([]),
});
export type TaskAnswer = z.output<typeof taskAnswer>;

/** A short request to the engine, with its answer, which is cached for equal requests. */
export const engineTask = z.object({
  /** The SHA-256 of the request. */
  id: z.string(),
  request: taskRequest,
  status: z.enum(['waiting', 'done', 'failed']),
  /** The answer of a completed task. */
  answer: taskAnswer.nullable(),
  /** The error of a failed task. */
  error: wireFailure.nullable(),
  /** The time of the newest request. */
  askedAt: z.number(),
});
export type EngineTask = z.output<typeof engineTask>;

/** An audio track of a file. */
export const audioTrack = z.object({
  index: z.int().min(0).describe('The number of the track among all audio tracks of the file, in file order from 0.'),
  codec: z.string(),
  channels: z.int().min(0),
  channelLayout: z.string().describe('`mono`, `stereo`, `5.1`, `7.1`; `9 channels` for a layout without a name.'),
  language: z.string().optional().describe('ISO 639-2, as the file states it.'),
  title: z.string().optional(),
  isDefault: z
    .boolean()
    .describe('Whether a run without `audioTrack` uses this track. Exactly one track is the default.'),
});
export type AudioTrack = z.output<typeof audioTrack>;

/** The metadata of an opened file; null for what the file does not have. Sizes are as displayed, in pixels. */
export const mediaFacts = z.object({
  kind: z.enum(mediaKinds),
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  frameRate: z.number().nullable(),
  hasSound: z.boolean(),
  /** All audio tracks in file order; absent if the file was opened by a version that did not list them. */
  audioTracks: z.array(audioTrack).optional(),
  /** The reason why the file cannot be used here; null if it can. */
  fault: z.string().nullable(),
});
export type MediaFacts = z.output<typeof mediaFacts>;

/** A task with all data that a worker needs for it. */
export type TaskWork =
  | Exclude<TaskRequest, { kind: 'frame' }>
  | (Omit<Extract<TaskRequest, { kind: 'frame' }>, 'canvasId' | 'revision'> & {
      /** The key of the document and size: frames with the same key share both. */
      readonly key: string;
      readonly document: TimelineDocument;
      readonly assets: Readonly<Record<string, AssetFile>>;
    });

/** Called when the app starts and stops loading parts of itself for a file: that time does not count for the file. */
export type TaskHooks = { readonly onStarting: (isStarting: boolean) => void };

/** A worker that processes tasks one after the other. Errors: UNSUPPORTED_MEDIA, STORAGE_FULL, INTERNAL. */
export interface TaskRunner {
  /** Returns the metadata of a file. Throws UNSUPPORTED_MEDIA for a file that cannot be used here. */
  inspect(file: AssetFile, hooks: TaskHooks): Promise<MediaFacts>;
  /** Processes a task and writes its answer to `outputFile`. */
  answer(work: TaskWork, outputFile: string, hooks: TaskHooks): Promise<TaskAnswer>;
}
