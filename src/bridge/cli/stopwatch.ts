/** Measures how long named steps take, in order. */
export class Stopwatch {
  readonly laps: { readonly name: string; readonly seconds: number }[] = [];

  /** Resolves or rejects as `step` does. Only a step that succeeds is recorded. */
  async time<T>(name: string, step: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    const result = await step();
    this.laps.push({ name, seconds: (performance.now() - startedMs) / 1000 });
    return result;
  }
}
