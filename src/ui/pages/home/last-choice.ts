import { defaultOptions, type Options } from './options.ts';
import type { Source } from './source.ts';

type Choice = { readonly source: Source | null; readonly options: Options };

const nothing: Choice = { source: null, options: defaultOptions };

/** What was chosen for a run that has not begun. Kept as long as the page, as a file cannot be stored without being copied. */
let last = nothing;

/**
 * What was chosen before the page was left, so that it is there when it is come back to; nothing when it is opened with another
 * material. No run starts by itself then.
 */
export function readLastSource(materialHandle: string | null): Source | null {
  const { source } = last;
  if (materialHandle !== null && (source?.kind !== 'material' || source.handle !== materialHandle)) {
    forgetChoice();
    return null;
  }
  return source?.kind === 'file' ? { kind: 'file', file: source.file } : source;
}

export const readLastOptions = (): Options => last.options;

export const keepSource = (source: Source | null): void => void (last = { ...(source ? last : nothing), source });

export const keepOptions = (options: Options): void => void (last = { ...last, options });

/** Once the run has begun, the page is for the next one. */
export const forgetChoice = (): void => void (last = nothing);
