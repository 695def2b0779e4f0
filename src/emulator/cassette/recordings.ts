import { replaceIn } from '#api/fingerprint.ts';
import { toCanonicalJson } from '#api/hash.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Recipe } from '#core/protocol/operation.ts';
import type { Asset } from '#core/model/records.ts';
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

/** The names of a material of a run: in a recorded run, in the input, and as an asset. */
export type MaterialName = { readonly hashName: string; readonly inputName: string; readonly assetId: string };

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
    const { recipeId, input, isWatermarked } = job;
    const materials = nameMaterials(recipeId, input, context.materials);
    const stored = this.#runs.get(toKey(recipeId, describeInput(recipeId, input, materials), isWatermarked));
    const hashNames = toHashNames(materials);
    const answer =
      stored && choose(stored.run, (proposal) => (proposal === null ? null : replaceStrings(proposal, hashNames)));
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
    const described = JSON.stringify(describeInput(recipeId, input, nameMaterials(recipeId, input, context.materials)));
    const message = `No cassette has this run of "${recipeId}" with the input ${described}. Record it, or start the emulator without isStrict.`;
    throw new Failure('INTERNAL', { message });
  }
}

/** Returns the names of the materials of a run, which are in the order of the recipe's `materials`. */
export function nameMaterials(
  recipeId: string,
  input: RecordedRun['input'],
  materials: readonly Pick<Asset, 'id' | 'sha256'>[],
): MaterialName[] {
  const wishes = findRecipe(recipeId)?.materials(input) ?? [];
  return materials.map(({ id, sha256 }, index) => ({
    hashName: toHashName(sha256 ?? ''),
    inputName: wishes[index]?.material ?? id,
    assetId: id,
  }));
}

/** Returns an input as a recorded run contains it. */
export function describeInput(
  recipeId: string,
  input: RecordedRun['input'],
  materials: readonly MaterialName[],
): RecordedRun['input'] {
  const wishes = findRecipe(recipeId)?.materials(input) ?? [];
  return replaceIn(input, new Map(wishes.map(({ path }, index) => [path, materials[index]?.hashName])));
}

/** Returns the names of materials in a recorded run, by all other names. */
export const toHashNames = (materials: readonly MaterialName[]): ReadonlyMap<string, string> =>
  new Map(
    materials.flatMap(({ hashName, inputName, assetId }) => [
      [inputName, hashName],
      [assetId, hashName],
    ]),
  );

export function findRecipe(recipeId: string): Recipe | undefined {
  const id = findRecipeId(recipeId);
  return id && recipes[id];
}

/** Returns the key of a run. The input is parsed again, so that a cassette matches after a field with a default was added. */
function toKey(recipeId: string, input: unknown, isWatermarked: boolean): string {
  const parsed = findRecipe(recipeId)?.input.safeParse(input);
  return toCanonicalJson([recipeId, parsed?.success ? parsed.data : input, isWatermarked]);
}
