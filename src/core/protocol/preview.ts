import type { PackedDocument } from './packed-document.ts';

/** The messages between a page and its preview worker, and between the worker and the audio output. */

/** The longest side of a preview, in pixels. */
export const previewLongSidePx = 960;

/** The sample rate of the audio mix. */
export const soundRate = 48_000;

/** The URLs of the files of assets, as a canvas response contains them. */
export type PreviewAssets = Readonly<Record<string, { readonly url: string; readonly mimeType: string }>>;

/** The first message. `canvas` is the drawing surface; `sound` is the port of the audio output, null without one. */
export type PreviewOpening<Canvas, Port> = {
  readonly type: 'open';
  readonly canvas: Canvas;
  readonly sound: Port | null;
};

/** The playback options. */
export type PlayOrder = {
  /** The span to play, in seconds of the canvas; null for all of it. Playback outside of the span starts at its start. */
  readonly span: { readonly startSeconds: number; readonly endSeconds: number } | null;
  /** Whether playback restarts at the end. */
  readonly isLooping: boolean;
  /** Whether there is an active audio output. */
  readonly isAudible: boolean;
};

export type PreviewCommand =
  /** A new document. Of several in quick succession only the last one is used. Playback continues. */
  | { readonly type: 'load'; readonly document: PackedDocument; readonly assets: PreviewAssets }
  | { readonly type: 'play'; readonly order: PlayOrder }
  | { readonly type: 'pause' }
  /** Canvas seconds. Every `shown` in reply has the same nonce: first for proxies or the nearest key frames, then for the frame. */
  | { readonly type: 'seek'; readonly seconds: number; readonly nonce: number }
  /** A multiple of the normal speed, the only speed with audio; negative values play backwards. */
  | { readonly type: 'rate'; readonly rate: number };

/** The number of frames that were shown during playback, and of those that were dropped because they were late. */
export type PreviewStats = { readonly shown: number; readonly late: number };

export type PreviewEvent =
  /** The document is open; its frame is shown, or the next frame of the playback will be. Sizes are pixels of the preview. */
  | { readonly type: 'loaded'; readonly width: number; readonly height: number; readonly durationSeconds: number }
  /** The current time. `nonce` is that of the last seek that was received, 0 before the first one. */
  | { readonly type: 'time'; readonly seconds: number; readonly nonce: number }
  /** `isExact`: all content is of the requested time. The message is also sent for proxies, before the exact frame. */
  | { readonly type: 'shown'; readonly nonce: number; readonly isExact: boolean }
  | ({ readonly type: 'stats' } & PreviewStats)
  /** Playback has reached the end, or the start when it plays backwards. */
  | { readonly type: 'ended' }
  /** Whether the audio is audible. Browsers mute a page until the first click or key press. */
  | { readonly type: 'sound'; readonly isHeard: boolean }
  | { readonly type: 'warning'; readonly sentence: string }
  | { readonly type: 'failed'; readonly message: string };

/** The messages to the audio output. Messages with another nonce than the last start are ignored. */
export type SoundCommand =
  | { readonly type: 'start'; readonly nonce: number }
  | { readonly type: 'block'; readonly nonce: number; readonly left: Float32Array; readonly right: Float32Array }
  | { readonly type: 'stop'; readonly nonce: number };

/** The number of samples played since the start, without the silence for late samples. */
export type SoundPosition = { readonly nonce: number; readonly played: number };
