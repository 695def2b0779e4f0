/** Measures the durations of named steps, in order. */
export class Stopwatch {
  readonly laps: { readonly name: string; readonly seconds: number }[] = [];

  /** Runs `step` and returns its result. Records only a step that succeeds. */
  async time<T>(name: string, step: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    const result = await step();
    this.laps.push({ name, seconds: (performance.now() - startedMs) / 1000 });
    return result;
  }
}
