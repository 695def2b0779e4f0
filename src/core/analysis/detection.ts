import type { DetectorEntry, DetectorTask, RunnableModel } from '../model/models.ts';
import type { Picture } from '../lib/picture.ts';

/** Samples per second of the audio that a voice detector needs: one channel, -1..1. */
export const voiceSampleRate = 16_000;
/** The number of samples for which the detector returns one probability: 32 ms. */
export const voiceWindow = 512;

/** A point in pixels of the image. */
type Point = { readonly x: number; readonly y: number };

/** A face in an image, in pixels; `x` and `y` are the top left corner, which may be outside the image. */
export type Face = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0..1 */
  readonly score: number;
  /** The person's right eye, left eye, nose, right and left corner of the mouth. */
  readonly points: readonly [Point, Point, Point, Point, Point];
};

/** An open model that detects speech. Errors: MODEL_UNUSABLE, INTERNAL. */
export interface VoiceDetector {
  /**
   * Processes the next samples of the audio; blocks of several seconds are the most efficient. Returns the probability of speech,
   * 0..1, for each window that they complete. The remaining samples count towards the next window.
   */
  hear(samples: Float32Array): Promise<Float32Array>;
  /** Ends the audio: returns the result of the last window, filled with silence, and resets the state. */
  endSound(): Promise<Float32Array>;
}

/** An open model that detects faces. Errors: MODEL_UNUSABLE, INTERNAL. */
export interface FaceDetector {
  /**
   * Returns the faces in an image, the most confident first. An image of at most 640 pixels is processed at its own size; a larger
   * one is scaled to that long side. The smallest face that is found is about 10 pixels wide there.
   */
  findFaces(picture: Picture): Promise<Face[]>;
}

/** Opens the models of detectors. Errors: MODEL_UNREACHABLE, MODEL_UNUSABLE and INTERNAL. */
export interface DetectorOpener {
  /** Opens this model for its task and resets the audio state. A model that is open from the same file is not read again. */
  open(model: RunnableModel<DetectorEntry>): Promise<void>;
}

/** Detection with optional models, at most one for each task. */
export type DetectionRunner = DetectorOpener & VoiceDetector & FaceDetector;

/** The detectors of a run: the requested ones that are installed. */
export type Detectors = { readonly [T in DetectorTask]?: RunnableModel<DetectorEntry> };
