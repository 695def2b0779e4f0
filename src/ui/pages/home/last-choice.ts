import { notePending } from '#ui/kit/uploads/pending-uploads.ts';
import { defaultOptions, type Options } from './options.ts';
import type { Source } from './source.ts';

type Choice = { readonly source: Source | null; readonly options: Options };

const nothing: Choice = { source: null, options: defaultOptions };

/** The draft of a run that has not started. Kept in memory, because a file cannot be stored without a copy. */
let last = nothing;

/** Removes the note of the selected file, which a reload would lose. */
let forgetFile = (): void => undefined;

/**
 * Returns the draft from before the user left the page, or an empty draft if the page opens with another material. A
 * restored draft never starts a run by itself.
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

export function keepSource(source: Source | null): void {
  forgetFile();
  forgetFile = source?.kind === 'file' ? notePending(source.file) : () => undefined;
  last = { ...(source ? last : nothing), source };
}

export const keepOptions = (options: Options): void => void (last = { ...last, options });

/** Clears the draft once the run has started. */
export const forgetChoice = (): void => {
  keepSource(null);
};
