/** The request for a track and its result. Boxes are in pixels of the source as displayed, times in seconds of the source. */

export type TrackBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A position that the user gave: the target's box at a time. */
export type TrackAnchor = { readonly atSeconds: number; readonly box: TrackBox };

/** The state of the target in a frame: detected, extrapolated while it is not visible (`carried`), or unknown (`lost`). */
export type TrackState = 'tracked' | 'carried' | 'lost';

/** The target in one frame; while it is lost, its last known position. */
export type TrackPoint = TrackBox & {
  readonly atSeconds: number;
  /** The confidence, 0..1; 0 if the target is not visible. */
  readonly confidence: number;
  readonly state: TrackState;
};

/** A time span of the source. */
type Window = { readonly startSeconds: number; readonly endSeconds: number };

export type TrackOptions = {
  readonly inputFile: string;
  readonly window: Window;
  /** One or more anchors; each belongs to the frame that is displayed at its time. */
  readonly anchors: readonly TrackAnchor[];
};

export type FindTargetOptions = {
  readonly inputFile: string;
  readonly window: Window;
  readonly wanted: 'face' | 'auto';
};

/** A target that was detected automatically. */
export type FoundTarget = TrackAnchor & {
  /** The source of the detection: a face detector, the top of a person's matte, the matte of a subject, or motion and contrast. */
  readonly by: 'face' | 'head' | 'matte' | 'contrast';
};
