import { signal, type ReadonlySignal } from '@preact/signals';
import type { PreviewAssets, PreviewEvent } from '#core/protocol/preview.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { createPreview, type Preview } from '#ui/kit/preview/preview.ts';

type State = { readonly document: TimelineDocument; readonly assets: PreviewAssets };

/** A player for a canvas that the user edits. Times are seconds of the canvas. */
export class DraftPlayer {
  readonly #seconds = signal(0);
  readonly #isPlaying = signal(false);
  readonly #shown = signal(0);
  readonly #problem = signal<string | null>(null);
  #preview: Preview | null = null;
  #wanted: State | null = null;
  #isLoading = false;

  get seconds(): ReadonlySignal<number> {
    return this.#seconds;
  }

  get isPlaying(): ReadonlySignal<boolean> {
    return this.#isPlaying;
  }

  /** The number of document states that were shown so far. */
  get shown(): ReadonlySignal<number> {
    return this.#shown;
  }

  /** The reason why nothing is shown, as a sentence; null while a frame is shown. */
  get problem(): ReadonlySignal<string | null> {
    return this.#problem;
  }

  /** Starts the preview on a canvas element of the page. Call it once. */
  open(element: HTMLCanvasElement): void {
    this.#preview = createPreview(element.transferControlToOffscreen(), (event) => this.#hear(event));
    this.#load();
  }

  /** Shows a new state of the document. Skips states that arrive faster than they can be shown. */
  show(document: TimelineDocument, assets: PreviewAssets): void {
    this.#wanted = { document, assets };
    this.#load();
  }

  seek(seconds: number): void {
    this.#seconds.value = seconds;
    this.#preview?.seek(seconds);
  }

  /** Plays or pauses. The first call must come from a click. */
  toggle(): void {
    this.#isPlaying.value = !this.#isPlaying.value;
    if (this.#isPlaying.value) {
      this.#preview?.play();
    } else {
      this.#preview?.pause();
    }
  }

  close(): void {
    this.#preview?.close();
  }

  #load(): void {
    if (!this.#preview || !this.#wanted || this.#isLoading) {
      return;
    }
    const { document, assets } = this.#wanted;
    this.#wanted = null;
    this.#isLoading = true;
    this.#preview.load(document, assets);
  }

  #hear(event: PreviewEvent): void {
    if (event.type === 'time') {
      this.#seconds.value = event.seconds;
    } else if (event.type === 'ended') {
      this.#isPlaying.value = false;
    } else if (event.type === 'loaded' || event.type === 'failed') {
      this.#isLoading = false;
      this.#problem.value = event.type === 'failed' ? event.message : null;
      this.#shown.value += 1;
      this.#load();
    }
  }
}
