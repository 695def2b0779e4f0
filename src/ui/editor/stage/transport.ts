import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Preview } from '#ui/kit/preview/preview.ts';
import { shuttleRate, type Shuttle } from './shuttle.ts';

/** A time range of the canvas, in seconds. */
export type Range = { readonly startSeconds: number; readonly endSeconds: number };

/** The playhead and playback. Times are in seconds of the canvas. */
export type Transport = {
  readonly seconds: ReadonlySignal<number>;
  /** The number of times it was moved by something other than playback. */
  readonly seeks: ReadonlySignal<number>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** A multiple of normal speed, which alone has audio; negative values play backward. */
  readonly rate: ReadonlySignal<number>;
  /** The range from the in point to the out point; null if not set. */
  readonly range: Signal<Range | null>;
  /** Whether the range, or else the whole canvas, plays in a loop. */
  readonly isLooping: Signal<boolean>;
  /** Moves the playhead and shows the frame there. Playback continues from there. */
  seek(seconds: number): void;
  /** Plays from the playhead, or from the start if it is at the end. */
  play(rate?: number): void;
  pause(): void;
  readonly toggle: () => void;
  /** Runs the function of the key J, K or L. */
  shuttle(key: Shuttle, isHeld?: boolean): void;
  /** Returns the peaks of both channels of the audio that plays, from 0 to 1 for full scale. */
  readonly readPeaks: () => readonly [number, number];
  /** Sets the preview that shows the canvas, or null when it is removed; `note` receives its time and state. */
  attach(preview: Preview | null): void;
  note(state: { readonly seconds?: number; readonly isPlaying?: boolean }): void;
};

export function createTransport(): Transport {
  const seconds = signal(0);
  const seeks = signal(0);
  const isPlaying = signal(false);
  const rate = signal(1);
  const range = signal<Range | null>(null);
  const isLooping = signal(false);
  let preview: Preview | null = null;
  const seek = (to: number): void => {
    seeks.value = seeks.peek() + 1;
    seconds.value = Math.max(0, to);
    preview?.seek(seconds.value);
  };
  const play = (next = 1): void => {
    if (rate.value !== next) {
      rate.value = next;
      preview?.setRate(next);
    }
    isPlaying.value = preview !== null;
    preview?.play({ span: isLooping.value ? range.value : null, isLooping: isLooping.value });
  };
  const pause = (): void => {
    isPlaying.value = false;
    preview?.pause();
  };
  const shuttle = (key: Shuttle, isHeld = false): void => {
    const next = shuttleRate(key, isPlaying.value ? rate.value : 0, isHeld);
    if (next === 0) {
      pause();
    } else {
      play(next);
    }
  };
  const attach = (shown: Preview | null): void => {
    preview = shown;
    isPlaying.value = false;
    rate.value = 1;
    if (seconds.value > 0) {
      // A new preview starts at the time of the previous one.
      preview?.seek(seconds.value);
    }
  };
  const note: Transport['note'] = (state) => {
    seconds.value = state.seconds ?? seconds.value;
    isPlaying.value = state.isPlaying ?? isPlaying.value;
  };
  const toggle = (): void => (isPlaying.value ? pause() : play());
  const readPeaks = (): readonly [number, number] => preview?.readPeaks() ?? [0, 0];
  const actions = { seek, play, pause, toggle, shuttle, readPeaks, attach, note };
  return { seconds, seeks, isPlaying, rate, range, isLooping, ...actions };
}
