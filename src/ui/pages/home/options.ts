import type * as z from 'zod';
import { defaults } from '#recipes/remove-background/defaults.ts';
import type { removeBackground } from '#recipes/remove-background/recipe.ts';

/** The body of a run call. */
export type RunBody = z.input<typeof removeBackground.input>;

/** The state of the options form. An empty text is a time that the user did not set. */
export type Options = Omit<z.output<typeof removeBackground.input>, 'material' | 'trim'> & {
  readonly trimStart: string;
  readonly trimEnd: string;
};

/** The defaults of the recipe, for the whole video. */
export const defaultOptions: Options = { ...defaults, trimStart: '', trimEnd: '' };

/** Returns these options with another model; undefined for the best installed one. */
export function withModel(options: Options, model: string | undefined): Options {
  const { model: _, ...rest } = options;
  return model === undefined ? rest : { ...rest, model };
}

/** Returns the problem of the trim, as a sentence; null if it is valid. */
export function findTrimProblem({ trimStart, trimEnd }: Options, durationSeconds: number | null): string | null {
  const range = toTrim(trimStart, trimEnd, durationSeconds);
  if (range === undefined) {
    return null;
  }
  if (!Number.isFinite(range.startSeconds) || !Number.isFinite(range.endSeconds)) {
    return trimEnd === ''
      ? 'Set an end as well: the duration of this video is not known yet.'
      : 'Enter both times in seconds.';
  }
  if (range.startSeconds < 0 || range.endSeconds <= range.startSeconds) {
    return 'The end must be after the start.';
  }
  return null;
}

/** Returns the body of the run call for these options. */
export function toRunBody(material: string, options: Options, durationSeconds: number | null): RunBody {
  const { trimStart, trimEnd, ...rest } = options;
  const trim = toTrim(trimStart, trimEnd, durationSeconds);
  return trim === undefined ? { material, ...rest } : { material, ...rest, trim };
}

/** Returns the duration of the trimmed video in seconds; null while it is unknown. */
export function toWorkSeconds(options: Options, durationSeconds: number | null): number | null {
  const trim = toTrim(options.trimStart, options.trimEnd, durationSeconds);
  if (trim === undefined || findTrimProblem(options, durationSeconds) !== null) {
    return durationSeconds;
  }
  return Math.min(trim.endSeconds, durationSeconds ?? Infinity) - trim.startSeconds;
}

function toTrim(
  start: string,
  end: string,
  durationSeconds: number | null,
): { startSeconds: number; endSeconds: number } | undefined {
  if (start.trim() === '' && end.trim() === '') {
    return undefined;
  }
  return {
    startSeconds: start.trim() === '' ? 0 : Number(start),
    endSeconds: end.trim() === '' ? (durationSeconds ?? Number.NaN) : Number(end),
  };
}
