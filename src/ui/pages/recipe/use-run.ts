import { useState } from 'preact/hooks';
import { OffcutError } from '#client/offcut-error.ts';
import type { Field } from '#ui/kit/form/field.ts';
import { toProblems } from '#ui/kit/form/form-context.ts';
import type { Whole } from '#ui/kit/form/form.tsx';
import { findMissing } from '#ui/kit/form/values.ts';
import { toList, toText, type Json } from '#ui/app/json.ts';
import { fromHere } from '#ui/app/navigation.ts';
import { startRun } from './start-run.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { keepDraft, readDraft } from './run-draft.ts';
import { fillSample } from './sample-body.ts';

/** The draft of a run and its actions. */
export type Run = {
  /** The body of the run call. */
  readonly body: Json;
  readonly setBody: (body: Json) => void;
  readonly clear: () => void;
  /** Error messages by field path; missing fields are reported only after a start attempt. */
  readonly problems: ReadonlyMap<string, string>;
  /** The labels of the missing required fields, by path. */
  readonly lacking: ReadonlyMap<string, string>;
  /** The error of the API, or of the form, about the run as a whole. */
  readonly refusal: OffcutError | null;
  readonly isBusy: boolean;
  /** The upload progress of the sample's files, 0..1; null without an upload. */
  readonly share: number | null;
  /** Starts the run and opens its job; if a field is missing, `onMissing` receives the first path. */
  readonly submit: (onMissing: (path: string) => void) => void;
  /** Fills in the sample of the recipe and starts the run. */
  readonly trySample: () => void;
};

/** Holds the body of a recipe's run call, and starts it: then the job's page opens. */
export function useRun(field: Whole, recipeId: string, material: string | null): Run {
  const [body, setBody] = useState<Json>(() => ({ ...readDraft(recipeId), ...toFirstBody(field, material) }));
  const [missing, setMissing] = useState<ReadonlyMap<string, string>>(new Map());
  const [share, setShare] = useState<number | null>(null);
  const { run, isBusy, error } = useAction();
  const change = (next: Json): void => {
    setBody(next);
    setMissing(new Map());
    keepDraft(recipeId, next);
  };
  const start = async (given: Json, goOn = fromHere()): Promise<void> =>
    goOn({ page: 'job', jobId: await startRun(recipeId, given) });
  const found = withTakes(field, body, findMissing(field, body));
  return {
    body,
    setBody: change,
    clear: () => change({}),
    problems: new Map([...toProblems(error), ...missing]),
    lacking: new Map([...found.keys()].map((path) => [path, toLabel(field, path)])),
    refusal: missing.size > 0 ? toMissingError(missing) : error,
    isBusy,
    share,
    submit: (onMissing) => {
      setMissing(found);
      const [first] = found.keys();
      if (first === undefined) {
        setShare(null);
        run(() => start(body));
      } else {
        onMissing(first);
      }
    },
    trySample: () =>
      run(async () => {
        const goOn = fromHere();
        const filled = await fillSample(recipeId, setShare);
        change(filled);
        await start(filled, goOn);
      }),
  };
}

/** Returns the initial body: the given material, if the recipe accepts one. */
function toFirstBody({ control }: Whole, material: string | null): Json {
  const taking = control.fields.find(({ name }) => name === 'material' || name === 'materials');
  return material === null || !taking ? {} : { [taking.name]: taking.name === 'material' ? material : [material] };
}

/** The material on whose image boxes are drawn; null without one. */
export const mainMaterial = (body: Json): string | null =>
  toText(body['material']) || toText(toList(body['materials'])[0]) || null;

/**
 * Takes are given as a list or as one file, so neither field is required by its schema: without any, the list is reported
 * as missing.
 */
function withTakes({ control }: Whole, body: Json, missing: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const takes = control.fields.find(({ name }) => name === 'materials');
  return takes && mainMaterial(body) === null
    ? new Map([[takes.name, `${takes.label} are required: add at least one.`], ...missing])
    : missing;
}

/** Returns the label of the field at a path, or of its innermost ancestor with a label. */
function toLabel(field: Field, path: string): string {
  const labels = path.split('.').reduce<{ at: Field | undefined; label: string }>(
    ({ at, label }, part) => {
      const inside = at && getPart(at, part);
      return { at: inside, label: inside?.label || label };
    },
    { at: field, label: field.label },
  );
  return labels.label || 'A value';
}

function getPart({ control }: Field, name: string): Field | undefined {
  if (control.kind === 'object') {
    return control.fields.find((each) => each.name === name);
  }
  return control.kind === 'list' ? control.item : undefined;
}

const toMissingError = (missing: ReadonlyMap<string, string>): OffcutError =>
  new OffcutError({
    code: 'VALIDATION_FAILED',
    message: [...new Set(missing.values())].join(' '),
  });
