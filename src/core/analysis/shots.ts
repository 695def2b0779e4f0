/** A span without a scene cut, in seconds from the start of the file. */
export type Shot = { readonly startSeconds: number; readonly endSeconds: number };

/** The shots of a video in order. Each starts at the end of the previous one, so a video without scene cuts is one shot. */
export type ShotList = { readonly shots: readonly Shot[] };
