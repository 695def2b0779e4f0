import { signal, type ReadonlySignal } from '@preact/signals';
import type { MeasureAnswer, MeasureCommand, MeasureOptions, TextPlacement } from '#core/analysis/text-placement.ts';

/** Measures what the subject covers of a text while somebody moves it, in a worker, as the proposal was measured. */
export class Measurer {
  readonly #worker: Worker;
  readonly #placement = signal<TextPlacement | null>(null);
  #wanted: MeasureOptions | null = null;
  #isBusy = true;
  #nonce = 0;

  /** Reads the small mattes of a proposal; without an answer nothing is measured. */
  constructor(mattesUrl: string) {
    this.#worker = new Worker(new URL('../../../workers/lettering/lettering.worker.ts', import.meta.url), {
      type: 'module',
      name: 'lettering',
    });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<MeasureAnswer>) => this.#take(data));
    void this.#open(mattesUrl);
  }

  /** What was measured last; null before that, and where the text cannot be measured. */
  get placement(): ReadonlySignal<TextPlacement | null> {
    return this.#placement;
  }

  /** Measures a text. What is asked for while another one is measured waits, and only the last of it counts. */
  measure(options: MeasureOptions): void {
    this.#wanted = options;
    this.#next();
  }

  close(): void {
    this.#worker.terminate();
  }

  async #open(url: string): Promise<void> {
    const response = await fetch(url).catch(() => null);
    if (response?.ok === true) {
      this.#tell({ type: 'open', mattes: await response.blob() });
      this.#isBusy = false;
      this.#next();
    }
  }

  #next(): void {
    if (!this.#isBusy && this.#wanted) {
      this.#isBusy = true;
      this.#nonce += 1;
      this.#tell({ type: 'measure', nonce: this.#nonce, options: this.#wanted });
      this.#wanted = null;
    }
  }

  #take({ placement }: MeasureAnswer): void {
    this.#isBusy = false;
    this.#placement.value = placement;
    this.#next();
  }

  #tell(command: MeasureCommand<Blob>): void {
    this.#worker.postMessage(command);
  }
}
