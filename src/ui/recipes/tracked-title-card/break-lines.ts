import { signal, type ReadonlySignal } from '@preact/signals';
import type { BreakAnswer, BreakCommand, TextLines, TextToBreak } from '#core/analysis/text-lines.ts';

/** Breaks the texts of a card into lines in a worker, as the recipe does. */
export class LineBreaker {
  readonly #worker = new Worker(new URL('../../../workers/lettering/lettering.worker.ts', import.meta.url), {
    type: 'module',
    name: 'lettering',
  });
  readonly #lines = signal<{ readonly key: string; readonly lines: readonly TextLines[] } | null>(null);
  readonly #asked: string[] = [];

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<BreakAnswer>) => {
      this.#lines.value = { key: this.#asked.shift() ?? '', lines: data.lines };
    });
  }

  /** The lines that were broken last, with the `keyOf` of what they were broken from; null before the first. */
  get lines(): ReadonlySignal<{ readonly key: string; readonly lines: readonly TextLines[] } | null> {
    return this.#lines;
  }

  break(texts: readonly TextToBreak[]): void {
    this.#asked.push(keyOf(texts));
    const command: BreakCommand = { type: 'break', texts };
    this.#worker.postMessage(command);
  }

  close(): void {
    this.#worker.terminate();
  }
}

export const keyOf = (texts: readonly TextToBreak[]): string => JSON.stringify(texts);
