import type { OutputFormat, Quality } from '#core/model/formats.ts';

export const browserNames = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof browserNames)[number];

/** A timed call of `remove-background`. */
export type Call = {
  readonly name: string;
  readonly quality: Quality;
  readonly outputFormat: OutputFormat;
  /** The duration of the part of the clip; null for all of it. */
  readonly seconds: number | null;
};

/** The duration of a call, and the CPU time of all processes of its browser meanwhile. */
export type Taken = { readonly seconds: number; readonly cpuSeconds: number };

/** All calls, in the order of execution. */
export const allCalls: readonly Call[] = [
  { name: 'webm-first', quality: 'fast', outputFormat: 'webm', seconds: null },
  { name: 'webm', quality: 'fast', outputFormat: 'webm', seconds: null },
  { name: 'mp4', quality: 'fast', outputFormat: 'mp4', seconds: null },
  { name: 'mov', quality: 'fast', outputFormat: 'mov', seconds: null },
  { name: 'best-first', quality: 'best', outputFormat: 'webm', seconds: 1.5 },
  { name: 'best', quality: 'best', outputFormat: 'webm', seconds: 1.5 },
];

/** Lists the calls with these names, or all calls, in the order of execution. */
export function listCalls(names: readonly string[]): readonly Call[] {
  const unknown = names.find((name) => !allCalls.some((call) => call.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no call "${unknown}": ${allCalls.map(({ name }) => name).join(', ')}`);
  }
  return allCalls.filter(({ name }) => names.length === 0 || names.includes(name));
}
