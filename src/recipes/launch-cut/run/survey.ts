import { footage, type Footage } from '#core/analysis/footage.ts';
import { Failure } from '#core/lib/failure.ts';
import { mapInParallel } from '#core/lib/map-in-parallel.ts';
import { getMediaKind } from '#core/model/media-kind.ts';
import type { Asset } from '#core/model/records.ts';
import type { RunnerProgress } from '#core/protocol/runners.ts';
import type { Size } from '#core/lib/size.ts';
import type { FaceDetector } from '#core/analysis/detection.ts';
import type { FootageAnalyzer } from '#core/protocol/media-ports.ts';
import type { Detection, Media, RunContext } from '#core/protocol/run.ts';
import { withFaces } from '../../run-helpers/with-detector.ts';
import { withFileName } from '../../run-helpers/with-file-name.ts';
import type { Take } from '../candidates.ts';
import { listMaterials, type Input } from '../input.ts';
import { launchCut } from '../recipe.ts';

/** The workers that analyze takes. */
export type SurveyWorkers = Media<FootageAnalyzer> & Detection<FaceDetector>;

/** The share of the analysis in the work before a proposal. */
const share = 0.8;

/** The number of takes that are analyzed at once: while one is opened or waits for its faces, another one is decoded. */
const maxAtOnce = 2;

/** Returns the takes, each once, with their assets and analysis, which an earlier attempt may have stored. Stops at `signal`. */
export async function surveyTakes(
  context: RunContext<SurveyWorkers>,
  input: Input,
  signal?: AbortSignal,
): Promise<(Take & { readonly assetId: string })[]> {
  const named = listMaterials(input);
  const rows = named.map(({ material }, index) => ({ material, asset: context.materials[index] }));
  const unique = rows.filter(({ material }, index) => rows.findIndex((one) => one.material === material) === index);
  const fractions = unique.map(() => 0);
  return mapInParallel(unique, maxAtOnce, async ({ material, asset }, index) => {
    signal?.throwIfAborted();
    if (!asset) {
      throw new Failure('INTERNAL', { message: `Job ${context.job.id} has no take "${material}".` });
    }
    const seen = await survey(context, asset, (fraction) => {
      fractions[index] = fraction;
      return (share * fractions.reduce((sum, one) => sum + one, 0)) / unique.length;
    });
    fractions[index] = 1;
    return { material, assetId: asset.id, footage: seen };
  });
}

/** Returns the logo's size; null without a logo. */
export async function surveyLogo(
  context: RunContext<SurveyWorkers>,
  input: Input,
): Promise<(Size & { readonly assetId: string }) | null> {
  const asset = input.endCard.logoMaterial === undefined ? undefined : context.materials.at(-1);
  if (!asset) {
    return null;
  }
  const { width, height } = await survey(context, asset, () => share);
  return { assetId: asset.id, width, height };
}

async function survey(
  context: RunContext<SurveyWorkers>,
  asset: Asset,
  toProgress: (fraction: number) => number,
): Promise<Footage> {
  const { faces } = context.detectors;
  const step = context.step(
    `look-${asset.id}`,
    JSON.stringify({ version: launchCut.version, file: asset.file, faces: faces?.entry.id }),
  );
  const before = step.isDone ? footage.safeParse(step.notes).data : undefined;
  if (before) {
    return before;
  }
  const kind = getMediaKind(asset.mimeType) === 'picture' ? 'picture' : 'video';
  const onProgress = ({ fraction }: RunnerProgress): void =>
    context.report({ stage: 'Analyzing', progress: toProgress(fraction) });
  const seen = await withFileName(asset, () =>
    withFaces(context, (detector) => context.runners.media.survey(asset.file, kind, detector, { onProgress })),
  );
  await step.finish(seen);
  return seen;
}
