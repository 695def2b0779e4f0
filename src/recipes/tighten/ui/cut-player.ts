import { signal } from '@preact/signals';
import type { PreviewAssets, PreviewEvent } from '#core/protocol/preview.ts';
import type { TimeRange } from '#recipes/input.ts';
import { tightenedDocument, type TightenedClip } from '../document.ts';
import { createPreview, type Preview } from '#ui/kit/preview/preview.ts';
import { toClipSeconds, toResultSeconds } from './cut-time.ts';

/** The duration that is played before and after a cut in its preview. */
const aroundSeconds = 2;
/** The delay before a change is shown, because a slider sends many values of which only the last is needed. */
const settleMs = 120;

/** Plays a clip without its cuts, with the renderer of exports. Times are seconds of the clip. */
export class CutPlayer {
  /** The position of the playhead. */
  readonly seconds = signal(0);
  readonly isPlaying = signal(false);
  /** False until the first frame is shown or has failed. */
  readonly isShown = signal(false);
  /** The reason why nothing is shown, as a sentence. */
  readonly failure = signal<string | null>(null);
  readonly #clip: Omit<TightenedClip, 'removed'>;
  readonly #assets: PreviewAssets;
  #preview: Preview | null = null;
  #removed: readonly TimeRange[] = [];
  /** The cuts that the preview shows. They differ from `#removed` while a cut is previewed that is not accepted. */
  #shown: readonly TimeRange[] = [];
  /** The time at which playback stops, in seconds of the shown document. */
  #until = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `assets` contains the URL of the clip's file. */
  constructor(clip: Omit<TightenedClip, 'removed'>, assets: PreviewAssets) {
    this.#clip = clip;
    this.#assets = assets;
  }

  /** Shows the clip on a canvas. Returns a function that detaches it. */
  attach(canvas: HTMLCanvasElement): () => void {
    this.#preview = createPreview(canvas.transferControlToOffscreen(), (event) => this.#follow(event));
    this.#shown = [];
    this.isShown.value = false;
    clearTimeout(this.#timer);
    // Runs after the current render of the page. A request to play shows the clip earlier.
    this.#timer = setTimeout(() => this.#show(this.#removed));
    return () => {
      clearTimeout(this.#timer);
      this.#preview?.close();
      this.#preview = null;
      this.isPlaying.value = false;
    };
  }

  /** Sets the cuts, in order. The playhead stays in place. */
  setRemoved(removed: readonly TimeRange[]): void {
    this.#removed = removed;
    clearTimeout(this.#timer);
    // The preview of a cut plays to its end.
    if (!this.isPlaying.value || this.#until === Infinity) {
      this.#timer = setTimeout(() => this.#show(removed), settleMs);
    }
  }

  /** Plays from the playhead, or from the start if the playhead is at the end. */
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

  /** Plays from two seconds before a cut to two seconds after it, without the cut, even if the cut is not accepted. */
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

  /** Shows the accepted cuts again after the preview of a cut. */
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
