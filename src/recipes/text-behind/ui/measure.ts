import { signal, type ReadonlySignal } from '@preact/signals';
import type { MeasureAnswer, MeasureOptions, TextPlacement } from '#core/analysis/text-placement.ts';
import { Lettering } from '#ui/reviews/any/lettering.ts';

/** Measures in a worker which part of a text the subject covers while the user moves it, with the method of the proposal. */
export class Measurer {
  readonly #lettering = new Lettering<MeasureAnswer>((answer) => this.#take(answer));
  readonly #placement = signal<TextPlacement | null | undefined>(undefined);
  #wanted: MeasureOptions | null = null;
  #isBusy = true;
  #nonce = 0;

  /** Fetches the small mattes of a proposal. Without them nothing is measured. */
  constructor(mattesUrl: string) {
    void this.#open(mattesUrl);
  }

  /** The last measurement; undefined before the first one, null if the text cannot be measured. */
  get placement(): ReadonlySignal<TextPlacement | null | undefined> {
    return this.#placement;
  }

  /** Whether texts cannot be measured here. */
  get isLost(): ReadonlySignal<boolean> {
    return this.#lettering.isLost;
  }

  /** Measures a text. Requests during a measurement wait, and only the last of them counts. */
  measure(options: MeasureOptions): void {
    this.#wanted = options;
    this.#next();
  }

  close(): void {
    this.#lettering.close();
  }

  async #open(url: string): Promise<void> {
    const response = await fetch(url).catch(() => null);
    const mattes = response?.ok === true ? await response.blob().catch(() => null) : null;
    if (mattes) {
      this.#lettering.tell({ type: 'open', mattes });
      this.#isBusy = false;
      this.#next();
    } else {
      this.#lettering.lose();
    }
  }

  #next(): void {
    if (!this.#isBusy && this.#wanted) {
      this.#isBusy = true;
      this.#nonce += 1;
      this.#lettering.tell({ type: 'measure', nonce: this.#nonce, options: this.#wanted });
      this.#wanted = null;
    }
  }

  #take({ placement }: MeasureAnswer): void {
    this.#isBusy = false;
    this.#placement.value = placement;
    this.#next();
  }
}
