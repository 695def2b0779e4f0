import type { VideoSample } from 'mediabunny';

/** A decoded picture; `alpha` holds its alpha as luma, where the stream has any beside it. Both are to be closed. */
export type Decoded = { readonly sample: VideoSample; readonly alpha: VideoSample | null };
