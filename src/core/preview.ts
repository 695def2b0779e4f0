import type { PackedDocument } from './packed-document.ts';

/** What a page and its preview worker say to each other, as messages; and what the worker and the loudspeaker do. */

/** The longest side of a preview, in pixels. */
export const previewLongSidePx = 960;

/** The rate at which sound is mixed, in samples a second. */
export const soundRate = 48_000;

/** Where the file of an asset is, as a canvas's view has it. */
export type PreviewAssets = Readonly<Record<string, { readonly url: string; readonly mimeType: string }>>;

/** The first message. `canvas` is what is drawn on; `sound` leads to the loudspeaker, null where there is none. */
export type PreviewOpening<Canvas, Port> = {
  readonly type: 'open';
  readonly canvas: Canvas;
  readonly sound: Port | null;
};

/** How it plays. */
export type PlayOrder = {
  /** What is played, in seconds of the canvas; null for all of it. What begins outside of it begins at its start. */
  readonly span: { readonly startSeconds: number; readonly endSeconds: number } | null;
  /** Whether it begins again at the end. */
  readonly isLooping: boolean;
  /** Whether there is a loudspeaker that plays. */
  readonly isAudible: boolean;
};

export type PreviewCommand =
  /** Another document, or another state of it. Of several that come quickly the last one counts. Playing goes on. */
  | { readonly type: 'load'; readonly document: PackedDocument; readonly assets: PreviewAssets }
  | { readonly type: 'play'; readonly order: PlayOrder }
  | { readonly type: 'pause' }
  /** Of the canvas; each `shown` that answers has the same number. Proxies or the nearest key frames come first, then the frame itself. */
  | { readonly type: 'seek'; readonly seconds: number; readonly nonce: number }
  /** A multiple of the usual speed, which alone is heard; below 0 it goes backwards. */
  | { readonly type: 'rate'; readonly rate: number };

/** How many frames were shown while it played, and how many were left out as they came too late. */
export type PreviewStats = { readonly shown: number; readonly late: number };

export type PreviewEvent =
  /** The document is open, and its frame is shown or will be the next that is played. Sizes are pixels of the preview. */
  | { readonly type: 'loaded'; readonly width: number; readonly height: number; readonly durationSeconds: number }
  /** Where it is. `nonce` is that of the last seek that was heard before, 0 before the first one. */
  | { readonly type: 'time'; readonly seconds: number; readonly nonce: number }
  /** `isExact`: all that is shown is of the time that was asked for. Of proxies it is told too, before the frame itself. */
  | { readonly type: 'shown'; readonly nonce: number; readonly isExact: boolean }
  | ({ readonly type: 'stats' } & PreviewStats)
  /** It has come to the end of what was to be played, or backwards to the start. */
  | { readonly type: 'ended' }
  /** Whether the sound of what plays is heard. Browsers let a page play none before it is clicked or a key is pressed. */
  | { readonly type: 'sound'; readonly isHeard: boolean }
  | { readonly type: 'warning'; readonly sentence: string }
  | { readonly type: 'failed'; readonly message: string };

/** To the loudspeaker. What belongs to another number than the last start is forgotten. */
export type SoundCommand =
  | { readonly type: 'start'; readonly nonce: number }
  | { readonly type: 'block'; readonly nonce: number; readonly left: Float32Array; readonly right: Float32Array }
  | { readonly type: 'stop'; readonly nonce: number };

/** From the loudspeaker: how many samples since the start were played, silence for late ones not counted. */
export type SoundPosition = { readonly nonce: number; readonly played: number };
