import { signal, type ReadonlySignal } from '@preact/signals';
import type { BreakAnswer, BreakCommand } from '#core/analysis/text-lines.ts';
import type { MeasureAnswer, MeasureCommand } from '#core/analysis/text-placement.ts';

type Command = BreakCommand | MeasureCommand<Blob>;
type Answer = BreakAnswer | MeasureAnswer;

/** The text worker, which breaks and measures texts as a render does. */
export class Lettering<Wanted extends Answer> {
  readonly #worker: Worker;
  readonly #isLost = signal(false);

  /** `onAnswer` receives the answers to the commands. */
  constructor(onAnswer: (answer: Wanted) => void) {
    this.#worker = new Worker(new URL('../../../workers/lettering/lettering.worker.ts', import.meta.url), {
      type: 'module',
      name: 'lettering',
    });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Wanted>) => onAnswer(data));
    this.#worker.addEventListener('error', () => this.lose());
  }

  /** True if no further answer will arrive, because the worker or its files could not be loaded. */
  get isLost(): ReadonlySignal<boolean> {
    return this.#isLost;
  }

  tell(command: Command): void {
    this.#worker.postMessage(command);
  }

  /** Marks the worker as lost, because a file that it needs is missing. */
  lose(): void {
    this.#isLost.value = true;
  }

  close(): void {
    this.#worker.terminate();
  }
}
