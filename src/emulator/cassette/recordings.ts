import { replaceIn } from '#api/fingerprint.ts';
import { toCanonicalJson } from '#api/hash.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Recipe } from '#core/protocol/operation.ts';
import type { RunContext } from '#core/protocol/run.ts';
import { findRecipeId, recipes } from '#recipes/catalog.ts';
import {
  isSame,
  replaceStrings,
  toHashName,
  type Cassette,
  type RecordedProposal,
  type RecordedResult,
  type RecordedRun,
} from './cassette.ts';

/** The names of the materials of a run: of their bytes in a recorded run, in the input, and of their assets. */
type MaterialName = { readonly hashName: string; readonly inputName: string; readonly assetId: string };

/** A recorded answer, and the files and materials that it names. */
export type Recording<Answer> = {
  readonly answer: Answer;
  readonly files: ReadonlyMap<string, Blob>;
  readonly materials: readonly MaterialName[];
};

type Stored = { readonly run: RecordedRun; readonly files: Cassette['files'] };

/** Finds recorded answers in cassettes. Later cassettes, and later runs in them, win. */
export class Recordings {
  readonly #runs = new Map<string, Stored>();

  constructor(cassettes: readonly Cassette[]) {
    for (const { runs, files } of cassettes) {
      for (const run of runs) {
        this.#runs.set(toKey(run.recipeId, run.input, run.isWatermarked), { run, files });
      }
    }
  }

  /** Finds the proposal of a run; `before` is the proposal that a regenerate replaces, or null. */
  findProposal(context: RunContext, before: unknown): Recording<RecordedProposal> | undefined {
    return this.#find(context, ({ proposals }, toRecorded) =>
      proposals.find((one) => isSame(one.before, toRecorded(before))),
    );
  }

  /** Finds the result of a run with its approved proposal. */
  findResult(context: RunContext, approved: unknown): Recording<RecordedResult> | undefined {
    // With `autoApprove` no client sees the proposal, and none can change it.
    const wanted = context.job.input['autoApprove'] === true ? null : approved;
    return this.#find(context, ({ results }, toRecorded) =>
      results.find((one) => isSame(one.approved, toRecorded(wanted))),
    );
  }

  #find<Answer>(
    context: RunContext,
    choose: (run: RecordedRun, toRecorded: (proposal: unknown) => unknown) => Answer | undefined,
  ): Recording<Answer> | undefined {
    const { job } = context;
    const materials = listMaterialNames(context);
    const stored = this.#runs.get(toKey(job.recipeId, describeInput(context), job.isWatermarked));
    const hashNames = new Map(
      materials.flatMap(({ hashName, inputName, assetId }) => [
        [inputName, hashName],
        [assetId, hashName],
      ]),
    );
    const answer =
      stored &&
      choose(stored.run, (proposal) => (proposal === null ? null : replaceStrings(proposal ?? null, hashNames)));
    return stored && answer && { answer, files: stored.files, materials };
  }
}

/**
 * Throws INTERNAL for a run of a recipe that no cassette has. The proposal of a run with `autoApprove` is never recorded, because no
 * client sees it.
 */
export function refuseUnrecorded(recordings: Recordings, context: RunContext): void {
  const { recipeId, input } = context.job;
  const isSeen = input['autoApprove'] !== true || !recordings.findResult(context, null);
  if (isSeen && findRecipe(recipeId)?.isListed) {
    const described = JSON.stringify(describeInput(context));
    const message = `No cassette has this run of "${recipeId}" with the input ${described}. Record it, or start the emulator without isStrict.`;
    throw new Failure('INTERNAL', { message });
  }
}

/** Returns the input of a job as a recorded run contains it. */
export function describeInput(context: Pick<RunContext, 'job' | 'materials'>): RecordedRun['input'] {
  const hashNames = listMaterialNames(context).map(({ hashName }) => hashName);
  return replaceIn(context.job.input, toPlaces(context.job.recipeId, context.job.input, hashNames));
}

/** Returns the values of the input fields that name materials, by the paths of these fields. */
export const toPlaces = (
  recipeId: string,
  input: RecordedRun['input'],
  names: readonly string[],
): ReadonlyMap<string, string | undefined> =>
  new Map(listWishes(recipeId, input).map(({ path }, index) => [path, names[index]]));

function listMaterialNames({ job, materials }: Pick<RunContext, 'job' | 'materials'>): MaterialName[] {
  const wishes = listWishes(job.recipeId, job.input);
  return materials.map(({ id, sha256 }, index) => ({
    hashName: toHashName(sha256 ?? ''),
    inputName: wishes[index]?.material ?? id,
    assetId: id,
  }));
}

function listWishes(recipeId: string, input: RecordedRun['input']): ReturnType<Recipe['materials']> {
  return findRecipe(recipeId)?.materials(input) ?? [];
}

export function findRecipe(recipeId: string): Recipe | undefined {
  const id = findRecipeId(recipeId);
  return id && recipes[id];
}

/** Returns the key of a run. The input is parsed again, so that a cassette matches after a field with a default was added. */
function toKey(recipeId: string, input: unknown, isWatermarked: boolean): string {
  const parsed = findRecipe(recipeId)?.input.safeParse(input);
  return toCanonicalJson([recipeId, parsed?.success ? parsed.data : input, isWatermarked]);
}
