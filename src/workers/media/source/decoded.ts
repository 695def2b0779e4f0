import type { VideoSample } from 'mediabunny';

/** A decoded frame; `alpha` contains its alpha as luma, if the stream has any. Both must be closed. */
export type Decoded = { readonly sample: VideoSample; readonly alpha: VideoSample | null };
