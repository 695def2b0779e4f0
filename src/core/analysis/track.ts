/** What is asked of a track, and what it answers: boxes in pixels of the source as shown, times in seconds of the source. */

export type TrackBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A place that somebody has said: the target's box at a time. */
export type TrackAnchor = { readonly atSeconds: number; readonly box: TrackBox };

/** `carried` is not seen, and thought to go on as it did; `lost` is not known. */
export type TrackState = 'tracked' | 'carried' | 'lost';

/** The target in one frame; while it is lost, its last place. */
export type TrackPoint = TrackBox & {
  readonly atSeconds: number;
  /** 0..1; 0 where it is not seen. */
  readonly confidence: number;
  readonly state: TrackState;
};

/** A span of the source's time. */
type Window = { readonly startSeconds: number; readonly endSeconds: number };

export type TrackOptions = {
  readonly inputFile: string;
  readonly window: Window;
  /** At least one; each belongs to the frame that is shown then. */
  readonly anchors: readonly TrackAnchor[];
};

export type FindTargetOptions = {
  readonly inputFile: string;
  readonly window: Window;
  readonly wanted: 'face' | 'auto';
};

/** A target that nobody has named. */
export type FoundTarget = TrackAnchor & {
  /** By what it was found: a face detector, the top of a person's matte, the matte of a subject, or motion and contrast. */
  readonly by: 'face' | 'head' | 'matte' | 'contrast';
};
