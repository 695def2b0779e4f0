/** A passage without a cut, in seconds from the start of the file. */
export type Shot = { readonly startSeconds: number; readonly endSeconds: number };

/** The shots of a video in order: each begins where the one before it ends, so that a video without cuts is one shot. */
export type ShotList = { readonly shots: readonly Shot[] };
