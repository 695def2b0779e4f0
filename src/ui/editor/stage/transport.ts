import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Preview } from '../../preview/preview.ts';
import { shuttleRate, type Shuttle } from './shuttle.ts';

/** A part of the canvas, in seconds. */
export type Range = { readonly startSeconds: number; readonly endSeconds: number };

/** Where the playhead is and how it moves. Times are seconds of the canvas. */
export type Transport = {
  readonly seconds: ReadonlySignal<number>;
  /** How often it was moved otherwise than by playing. */
  readonly seeks: ReadonlySignal<number>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** A multiple of the usual speed, which alone is heard; below 0 it goes backwards. */
  readonly rate: ReadonlySignal<number>;
  /** From the in point to the out point; null where none are set. */
  readonly range: Signal<Range | null>;
  /** Whether the range, or else all, is played again and again. */
  readonly isLooping: Signal<boolean>;
  /** Moves the playhead and shows the frame there. Playing goes on from there. */
  seek(seconds: number): void;
  /** From the playhead, or from the start where it is at the end. */
  play(rate?: number): void;
  pause(): void;
  readonly toggle: () => void;
  /** Does what the keys J, K and L do. */
  shuttle(key: Shuttle, isHeld?: boolean): void;
  /** The stage gives the preview that shows the canvas, and what that tells of time; null when it is taken down. */
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
      // A new one goes on where the one before was.
      preview?.seek(seconds.value);
    }
  };
  const note: Transport['note'] = (state) => {
    seconds.value = state.seconds ?? seconds.value;
    isPlaying.value = state.isPlaying ?? isPlaying.value;
  };
  const toggle = (): void => (isPlaying.value ? pause() : play());
  return { seconds, seeks, isPlaying, rate, range, isLooping, seek, play, pause, toggle, shuttle, attach, note };
}
