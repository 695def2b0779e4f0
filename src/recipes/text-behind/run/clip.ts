import type { InputOf } from '#core/protocol/operation.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import { requireVideo } from '#core/model/require-video.ts';
import type { FileProber, ShotFinder } from '#core/protocol/media-ports.ts';
import type { Media, RunContext } from '#core/protocol/run.ts';
import type { TimeRange } from '../../input.ts';
import { makeCutOutPart, type CutOutWorkers } from '../../run-helpers/cut-out.ts';
import { suggestObject } from '../../run-helpers/suggest-object.ts';
import { textBehind } from '../recipe.ts';
import { mattesName } from '../draft-canvas.ts';
import { clipNotes, type ClipNotes } from './notes.ts';

/** Returns the video of a run. Throws INTERNAL for a job without one. */
export function getMaterial({ materials: [material], job }: RunContext): Asset {
  if (!material) {
    throw new Failure('INTERNAL', { message: `Job ${job.id} names no material.` });
  }
  return material;
}

/** Reads the size, the duration and the shots of the video. */
export async function readClip(context: RunContext<Media<FileProber & ShotFinder>>): Promise<ClipNotes> {
  const material = getMaterial(context);
  const { media } = context.runners;
  const step = context.step('clip', JSON.stringify({ version: textBehind.version, material: material.id }));
  const before = step.isDone ? clipNotes.safeParse(step.notes).data : undefined;
  if (before) {
    return before;
  }
  context.report({ stage: 'Reading' });
  const { video, durationSeconds } = requireVideo(await media.probe(material.file), textBehind.name);
  const onProgress = ({ stage }: { stage: string }): void => context.report({ stage });
  const { shots } = await media.shots(material.file, { onProgress });
  const { width, height, frameRate } = video;
  const found = { width, height, frameRate, durationSeconds, shots: [...shots] };
  await step.finish(found);
  return found;
}

/** Cuts out the subject in a window, as a part of the canvas, and returns the file of its small mattes. */
export async function readSubject(
  context: RunContext<CutOutWorkers>,
  input: InputOf<typeof textBehind>,
  window: TimeRange,
) {
  const material = getMaterial(context);
  const { models } = context;
  const task = { who: textBehind.name, material, models, quality: input.quality, window, hasMattes: true };
  const { part, mattes, cutOut } = await suggestObject(models, () => makeCutOutPart(context, task));
  if (!mattes) {
    throw new Failure('INTERNAL', { message: `The cutout of job ${context.job.id} has no mattes.` });
  }
  // With the mattes, a page measures how much the subject covers of a text that the user moves.
  const facts = { kind: 'preview', name: mattesName, extension: 'bin', mimeType: 'application/octet-stream' } as const;
  return { part, mattes: await context.toAsset({ ...mattes, ...facts }), warnings: [...cutOut.warnings] };
}
