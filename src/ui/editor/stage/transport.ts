import { signal, type ReadonlySignal } from '@preact/signals';
import type { Preview } from '../../preview/preview.ts';

/** Where the playhead is and how it moves. Times are seconds of the canvas. */
export type Transport = {
  readonly seconds: ReadonlySignal<number>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** A multiple of the usual speed; below 0 it goes backwards. */
  readonly rate: ReadonlySignal<number>;
  /** Moves the playhead and shows the frame there. */
  seek(seconds: number): void;
  play(rate?: number): void;
  pause(): void;
  /** The stage gives the preview that shows the canvas, and what that tells of time; null when it is taken down. */
  attach(preview: Preview | null): void;
  note(state: { readonly seconds?: number; readonly isPlaying?: boolean }): void;
};

export function createTransport(): Transport {
  const seconds = signal(0);
  const isPlaying = signal(false);
  const rate = signal(1);
  let preview: Preview | null = null;
  return {
    seconds,
    isPlaying,
    rate,
    seek: (to) => {
      seconds.value = Math.max(0, to);
      preview?.seek(seconds.value);
    },
    play: (next = 1) => {
      rate.value = next;
      isPlaying.value = preview !== null;
      preview?.setRate(next);
      preview?.play();
    },
    pause: () => {
      isPlaying.value = false;
      preview?.pause();
    },
    attach: (shown) => {
      preview = shown;
      isPlaying.value = false;
    },
    note: (state) => {
      seconds.value = state.seconds ?? seconds.value;
      isPlaying.value = state.isPlaying ?? isPlaying.value;
    },
  };
}
