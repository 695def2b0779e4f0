import type { DetectorEntry, DetectorTask, RunnableModel } from '../models.ts';
import type { Picture } from '../picture.ts';

/** The sound that a voice detector takes: samples a second, in one channel, -1..1. */
export const voiceSampleRate = 16_000;
/** It answers one probability for so many samples: every 32 ms. */
export const voiceWindow = 512;

/** A point in pixels of the picture. */
type Point = { readonly x: number; readonly y: number };

/** A face in a picture, in its pixels; `x` and `y` are the top left corner, which may lie outside. */
export type Face = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0..1 */
  readonly score: number;
  /** Of the person: right eye, left eye, nose, right and left corner of the mouth. */
  readonly points: readonly [Point, Point, Point, Point, Point];
};

/** An open model that hears speech. Failures: MODEL_UNUSABLE, INTERNAL. */
export interface VoiceDetector {
  /**
   * The next samples of a sound; seconds at a time are best. Answers the probability of speech, 0..1, for each window that they
   * complete. What is left of them counts with the next.
   */
  hear(samples: Float32Array): Promise<Float32Array>;
  /** The sound is over: answers the window that was begun, filled up with silence, and forgets the sound. */
  endSound(): Promise<Float32Array>;
}

/** An open model that finds faces. Failures: MODEL_UNUSABLE, INTERNAL. */
export interface FaceDetector {
  /**
   * The faces in a picture, the surest first. A picture of at most 640 pixels is looked at as it is, a larger one at that long
   * side; the least face is about 10 pixels wide there.
   */
  findFaces(picture: Picture): Promise<Face[]>;
}

/** Detection with optional models, at most one for each task. Failures: MODEL_UNREACHABLE, MODEL_UNUSABLE and INTERNAL. */
export interface DetectionRunner extends VoiceDetector, FaceDetector {
  /** Opens this model of its task, and forgets the sound before. What is open in the same file is not read again. */
  open(model: RunnableModel<DetectorEntry>): Promise<void>;
}

/** The detectors that a run was given: those that it wished for and that are installed. */
export type Detectors = { readonly [T in DetectorTask]?: RunnableModel<DetectorEntry> };
