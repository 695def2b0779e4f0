import { signal, type ReadonlySignal } from '@preact/signals';
import type { BreakAnswer, BreakCommand, TextLines, TextToBreak } from '#core/analysis/text-lines.ts';

/** Breaks the texts of a card into lines in a worker, as the recipe does. */
export class LineBreaker {
  readonly #worker = new Worker(new URL('../../../workers/lettering/lettering.worker.ts', import.meta.url), {
    type: 'module',
    name: 'lettering',
  });
  readonly #lines = signal<readonly TextLines[] | null>(null);

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<BreakAnswer>) => {
      this.#lines.value = data.lines;
    });
  }

  /** The lines that were broken last; null before the first. */
  get lines(): ReadonlySignal<readonly TextLines[] | null> {
    return this.#lines;
  }

  break(texts: readonly TextToBreak[]): void {
    const command: BreakCommand = { type: 'break', texts };
    this.#worker.postMessage(command);
  }

  close(): void {
    this.#worker.terminate();
  }
}
