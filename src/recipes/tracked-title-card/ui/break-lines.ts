import { signal, type ReadonlySignal } from '@preact/signals';
import type { BreakAnswer, TextLines, TextToBreak } from '#core/analysis/text-lines.ts';
import { Lettering } from '#ui/reviews/any/lettering.ts';

/** Breaks the texts of a card into lines in a worker, as the recipe does. */
export class LineBreaker {
  readonly #lettering = new Lettering<BreakAnswer>(({ lines }) => this.#take(lines));
  readonly #lines = signal<readonly TextLines[] | null>(null);

  /** The last broken lines; null before the first. */
  get lines(): ReadonlySignal<readonly TextLines[] | null> {
    return this.#lines;
  }

  /** Whether texts cannot be broken here. */
  get isLost(): ReadonlySignal<boolean> {
    return this.#lettering.isLost;
  }

  break(texts: readonly TextToBreak[]): void {
    this.#lettering.tell({ type: 'break', texts });
  }

  close(): void {
    this.#lettering.close();
  }

  #take(lines: BreakAnswer['lines']): void {
    if (lines) {
      this.#lines.value = lines;
    } else {
      this.#lettering.lose();
    }
  }
}
