import { defaultOptions, type Options } from '../recipes/remove-background/options.ts';
import type { Source } from './source.ts';

type Choice = { readonly source: Source | null; readonly options: Options };

const nothing: Choice = { source: null, options: defaultOptions };

/** Kept as long as the page, as a file cannot be stored without being copied. */
let last = nothing;

/** What was chosen for a run that has not begun, so that it is there when the page is come back to. Nothing starts by itself. */
export function readLastChoice(): Choice {
  const { source, options } = last;
  return { source: source?.kind === 'file' ? { kind: 'file', file: source.file } : source, options };
}

export const keepSource = (source: Source | null): void => void (last = { ...(source ? last : nothing), source });

export const keepOptions = (options: Options): void => void (last = { ...last, options });

/** Once the run has begun, the page is for the next one. */
export const forgetChoice = (): void => keepSource(null);
