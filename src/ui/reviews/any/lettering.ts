import { signal, type ReadonlySignal } from '@preact/signals';
import type { BreakAnswer, BreakCommand } from '#core/analysis/text-lines.ts';
import type { MeasureAnswer, MeasureCommand } from '#core/analysis/text-placement.ts';

type Command = BreakCommand | MeasureCommand<Blob>;
type Answer = BreakAnswer | MeasureAnswer;

/** The worker of letters, which breaks and measures texts as a render does. */
export class Lettering<Wanted extends Answer> {
  readonly #worker: Worker;
  readonly #isLost = signal(false);

  /** `onAnswer` hears of what was asked for. */
  constructor(onAnswer: (answer: Wanted) => void) {
    this.#worker = new Worker(new URL('../../../workers/lettering/lettering.worker.ts', import.meta.url), {
      type: 'module',
      name: 'lettering',
    });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Wanted>) => onAnswer(data));
    this.#worker.addEventListener('error', () => this.lose());
  }

  /** Whether there will be no answer any more: the worker, or what it needs, could not be loaded. */
  get isLost(): ReadonlySignal<boolean> {
    return this.#isLost;
  }

  tell(command: Command): void {
    this.#worker.postMessage(command);
  }

  /** Gives it up, as what it needs is missing. */
  lose(): void {
    this.#isLost.value = true;
  }

  close(): void {
    this.#worker.terminate();
  }
}
