import { signal } from '@preact/signals';
import type { PreviewAssets, PreviewEvent } from '#core/protocol/preview.ts';
import type { TimeRange } from '#recipes/input.ts';
import { tightenedDocument, type TightenedClip } from '../document.ts';
import { createPreview, type Preview } from '#ui/kit/preview/preview.ts';
import { toClipSeconds, toResultSeconds } from './cut-time.ts';

/** Around a cut that is played across. */
const aroundSeconds = 2;
/** A slider tells many values in a row, of which only the last is shown. */
const settleMs = 120;

/** Plays a clip with what is cut taken out, by the renderer of exports. Times are seconds of the clip. */
export class CutPlayer {
  /** Where the playhead is. */
  readonly seconds = signal(0);
  readonly isPlaying = signal(false);
  /** False until the first frame is shown, or cannot be. */
  readonly isShown = signal(false);
  /** Why nothing is shown, in a sentence. */
  readonly failure = signal<string | null>(null);
  readonly #clip: Omit<TightenedClip, 'removed'>;
  readonly #assets: PreviewAssets;
  #preview: Preview | null = null;
  #removed: readonly TimeRange[] = [];
  /** What the preview has: other than `#removed` while a cut is played across that is not accepted. */
  #shown: readonly TimeRange[] = [];
  /** When to stop, in seconds of what is shown. */
  #until = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `assets` says where the file of the clip is. */
  constructor(clip: Omit<TightenedClip, 'removed'>, assets: PreviewAssets) {
    this.#clip = clip;
    this.#assets = assets;
  }

  /** Shows it on a canvas, until the function that is answered is called. */
  attach(canvas: HTMLCanvasElement): () => void {
    this.#preview = createPreview(canvas.transferControlToOffscreen(), (event) => this.#follow(event));
    this.#shown = [];
    this.isShown.value = false;
    clearTimeout(this.#timer);
    // In a task of its own, as the page is rendered in this one. What is played before that is shown at once.
    this.#timer = setTimeout(() => this.#show(this.#removed));
    return () => {
      clearTimeout(this.#timer);
      this.#preview?.close();
      this.#preview = null;
      this.isPlaying.value = false;
    };
  }

  /** What is taken out from now on, in order; the playhead stays where it is. */
  setRemoved(removed: readonly TimeRange[]): void {
    this.#removed = removed;
    clearTimeout(this.#timer);
    // A cut that is played across is played to its end.
    if (!this.isPlaying.value || this.#until === Infinity) {
      this.#timer = setTimeout(() => this.#show(removed), settleMs);
    }
  }

  /** From the playhead on, or from the start when it is at the end. */
  play(): void {
    this.#until = Infinity;
    this.#showAccepted();
    const lastSeconds = toResultSeconds(this.#removed, this.#clip.clipSeconds);
    const isAtEnd = toResultSeconds(this.#removed, this.seconds.value) >= lastSeconds - 0.05;
    this.#start(isAtEnd ? 0 : this.seconds.value);
  }

  pause(): void {
    this.#preview?.pause();
    this.isPlaying.value = false;
    this.#until = Infinity;
    this.#showAccepted();
  }

  seek(seconds: number): void {
    this.#until = Infinity;
    this.seconds.value = Math.min(this.#clip.clipSeconds, Math.max(0, seconds));
    this.#showAccepted();
    this.#preview?.seek(toResultSeconds(this.#shown, this.seconds.value));
  }

  /** Plays two seconds before a cut and two behind it, with the cut taken out, whether it is accepted or not. */
  playAcross(cut: TimeRange): void {
    const others = this.#removed.filter(
      ({ startSeconds, endSeconds }) => endSeconds <= cut.startSeconds || startSeconds >= cut.endSeconds,
    );
    const removed = [...others, cut].toSorted((one, other) => one.startSeconds - other.startSeconds);
    this.#show(removed);
    const join = toResultSeconds(removed, cut.startSeconds);
    this.#until = join + aroundSeconds;
    this.#start(toClipSeconds(removed, Math.max(0, join - aroundSeconds)));
  }

  #start(from: number): void {
    this.seconds.value = from;
    this.#preview?.seek(toResultSeconds(this.#shown, from));
    this.#preview?.play();
    this.isPlaying.value = true;
  }

  /** After a cut was played across. */
  #showAccepted(): void {
    if (this.#shown !== this.#removed) {
      this.#show(this.#removed);
    }
  }

  #show(removed: readonly TimeRange[]): void {
    clearTimeout(this.#timer);
    this.#shown = removed;
    this.#preview?.load(tightenedDocument({ ...this.#clip, removed }), this.#assets);
    this.#preview?.seek(toResultSeconds(removed, this.seconds.value));
  }

  #follow(event: PreviewEvent): void {
    if (event.type === 'time') {
      this.seconds.value = toClipSeconds(this.#shown, event.seconds);
      if (this.isPlaying.value && event.seconds >= this.#until) {
        this.pause();
      }
    } else if (event.type === 'loaded') {
      this.isShown.value = true;
      this.failure.value = null;
    } else if (event.type === 'ended') {
      this.isPlaying.value = false;
      this.#until = Infinity;
      this.#showAccepted();
    } else if (event.type === 'failed') {
      this.isShown.value = true;
      this.failure.value = event.message;
      this.isPlaying.value = false;
    }
  }
}
