import type { InputOf } from '#core/protocol/operation.ts';
import * as z from 'zod';
import type { FoundTarget, TrackAnchor } from '#core/analysis/track.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import { requireVideo } from '#core/model/require-video.ts';
import type { RunnerProgress, VideoInfo } from '#core/protocol/runners.ts';
import { describeOversize, describeUndersize, minSubjectSidePx } from '#core/model/size-limits.ts';
import type { FaceDetector } from '#core/analysis/detection.ts';
import type { FileProber, ShotFinder, TargetTracker } from '#core/protocol/media-ports.ts';
import type { Detection, Matting, Media, RunContext } from '#core/protocol/run.ts';
import type { TimeRange } from '../../input.ts';
import { withFaces } from '../../run-helpers/with-detector.ts';
import { toNamedAnchor } from '../anchors.ts';
import { trackedTitleCard } from '../recipe.ts';
import { chooseWindow } from '../window.ts';

type Input = InputOf<typeof trackedTitleCard>;

/** The workers that find and track a target. */
export type AnchorWorkers = Media<ShotFinder & TargetTracker> & Matting & Detection<FaceDetector>;

/** The clip below the card. */
export type Stage = { readonly source: Asset; readonly info: VideoInfo };

/** Opens the clip. Throws UNSUPPORTED_MEDIA. */
export async function openStage(
  { materials, job, runners, report }: RunContext<Media<FileProber>>,
  { outputFormat }: Input,
): Promise<Stage> {
  const [source] = materials;
  if (!source) {
    throw new Failure('INTERNAL', { message: `Job ${job.id} names no material.` });
  }
  report({ stage: 'Reading' });
  const info = requireVideo(await runners.media.probe(source.file), trackedTitleCard.name);
  const message = describeOversize(info.video, outputFormat) ?? describeUndersize(info.video, minSubjectSidePx);
  if (message) {
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
  return { source, info };
}

const shotNotes = z.object({ shots: z.array(z.object({ startSeconds: z.number(), endSeconds: z.number() })) });

/** Returns the time span of the card. Throws WINDOW_CROSSES_CUT, and VALIDATION_FAILED for times outside of the clip. */
async function findWindow(
  context: RunContext<Media<ShotFinder>>,
  input: Input,
  { source, info }: Stage,
): Promise<TimeRange> {
  const step = context.step('shots', source.id);
  const known = step.isDone ? shotNotes.safeParse(step.notes).data : undefined;
  const found = known ?? (await context.runners.media.shots(source.file, makeHooks(context, 0, 0.25)));
  if (!known) {
    await step.finish({ shots: found.shots });
  }
  return chooseWindow(input, found.shots, info.durationSeconds);
}

const foundNotes = z.object({
  atSeconds: z.number(),
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  by: z.enum(['face', 'head', 'matte', 'contrast']),
});

type Anchored = {
  readonly tracked: TimeRange;
  readonly anchor: TrackAnchor;
  readonly follows: 'face' | 'thing';
  readonly notes: readonly string[];
};

/** Returns the target and the start of the track. Throws NO_TARGET, which names the model that would help. */
export async function findAnchor(context: RunContext<AnchorWorkers>, input: Input, stage: Stage): Promise<Anchored> {
  const { target } = input;
  const window = await findWindow(context, input, stage);
  if (typeof target === 'object') {
    return { tracked: window, anchor: toNamedAnchor(target, stage.info.video), follows: 'thing', notes: [] };
  }
  const models = [...context.models, ...Object.values(context.detectors)].map(({ entry }) => entry.id);
  const step = context.step('target', JSON.stringify([trackedTitleCard.version, target, window, models]));
  const known = step.isDone ? foundNotes.safeParse(step.notes).data : undefined;
  const found = known ?? (await findTarget(context, target, stage, window));
  if (!found) {
    throw new Failure('NO_TARGET', { message: describeNoTarget(target, context) });
  }
  await step.finish(found);
  return {
    tracked: window,
    anchor: found,
    follows: found.by === 'face' || found.by === 'head' ? 'face' : 'thing',
    notes: found.by === 'head' ? [describeGuess(context)] : [],
  };
}

async function findTarget(
  context: RunContext<Media<TargetTracker> & Matting & Detection<FaceDetector>>,
  wanted: 'face' | 'auto',
  { source, info }: Stage,
  window: TimeRange,
): Promise<FoundTarget | null> {
  const { runners, models } = context;
  const { width, height } = info.video;
  // One model is enough to find a subject; ensembles only create mattes of the best quality.
  const [model] = models;
  const mattes = model ? ({ models: [model], quality: 'fast', width, height } as const) : null;
  const options = { inputFile: source.file, window, wanted };
  return withFaces(context, (faces) =>
    runners.media.findTarget(options, mattes, runners.matting, faces, makeHooks(context, 0.25, 0.35)),
  );
}

const describeGuess = ({ detectors }: RunContext): string =>
  detectors.faces
    ? 'No face was found in the window: the card follows the top of the subject.'
    : 'No face model is installed: the card follows the top of the subject. To track faces, install the model YuNet.';

function describeNoTarget(target: 'face' | 'auto', { detectors }: RunContext): string {
  const model = detectors.faces ? '' : ' install the model YuNet under Models, which finds faces, or';
  return target === 'face'
    ? `No face was found in the window:${model} set the target with { atSeconds, box }.`
    : `No target to follow was found in the window:${model} set the target with { atSeconds, box }.`;
}

/** Maps the progress of an analysis to a part of the run's progress. */
export const makeHooks = ({ report }: RunContext, from: number, to: number) => ({
  onProgress: ({ fraction, ...progress }: RunnerProgress): void =>
    report({ ...progress, progress: from + (to - from) * fraction }),
});
