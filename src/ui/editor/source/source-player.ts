import { signal, type ReadonlySignal } from '@preact/signals';
import type { Placeable } from '../materials/placeable.ts';
import { getMarks } from './source-state.ts';

/** Plays a file in a media element. Times are in seconds of the file. */
export type SourcePlayer = {
  readonly seconds: ReadonlySignal<number>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** Sets the element that plays; null when it is removed. */
  readonly attach: (element: HTMLMediaElement | null) => void;
  readonly seek: (seconds: number) => void;
  /** Plays from the current time to the out point, from the in point if that is reached. */
  readonly play: () => void;
  readonly pause: () => void;
  readonly toggle: () => void;
  /** Ends the player. */
  readonly stop: () => void;
};

/** Creates a player for a file, which starts at the in point. */
export function createPlayer(source: Placeable): SourcePlayer {
  const durationSeconds = source.durationSeconds ?? 0;
  const seconds = signal(getMarks(source)?.startSeconds ?? 0);
  const isPlaying = signal(false);
  let media: HTMLMediaElement | null = null;
  let frame = 0;
  const seek = (to: number): void => {
    seconds.value = Math.min(durationSeconds, Math.max(0, to));
    if (media) {
      media.currentTime = seconds.value;
    }
  };
  const pause = (): void => {
    isPlaying.value = false;
    cancelAnimationFrame(frame);
    media?.pause();
  };
  const follow = (): void => {
    const end = getMarks(source)?.endSeconds ?? durationSeconds;
    seconds.value = Math.min(durationSeconds, media?.currentTime ?? 0);
    if (seconds.value >= end || media?.ended === true) {
      pause();
      seek(end);
    } else {
      frame = requestAnimationFrame(follow);
    }
  };
  const play = (): void => {
    const { startSeconds, endSeconds } = getMarks(source) ?? { startSeconds: 0, endSeconds: durationSeconds };
    if (isPlaying.peek() || !media) {
      return;
    }
    if (seconds.peek() < startSeconds || seconds.peek() >= endSeconds - 0.02) {
      seek(startSeconds);
    }
    isPlaying.value = true;
    media.play().then(follow, pause);
  };
  const attach = (element: HTMLMediaElement | null): void => {
    media = element;
    if (media && seconds.peek() > 0) {
      media.currentTime = seconds.peek();
    }
  };
  const toggle = (): void => (isPlaying.peek() ? pause() : play());
  return { seconds, isPlaying, attach, seek, play, pause, toggle, stop: pause };
}
