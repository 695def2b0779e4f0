import type { InputOf } from '#core/protocol/operation.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import { requireVideo } from '#core/model/require-video.ts';
import type { VideoInfo } from '#core/protocol/runners.ts';
import { describeOversize } from '#core/model/size-limits.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import type { AudioSynthesizer, FileProber, Renderer, StillsRenderer } from '#core/protocol/media-ports.ts';
import type { Media, Proposal, Run, RunContext, Step } from '#core/protocol/run.ts';
import { makeCutOutPart, type CutOutWorkers } from '../run-helpers/cut-out.ts';
import { draftCanvas } from '../run-helpers/draft-canvas.ts';
import { previewPictures } from '../run-helpers/preview-pictures.ts';
import { renderDocument } from '../run-helpers/render-document.ts';
import { getBackground } from './background.ts';
import { chatDocument } from './document.ts';
import { mergeEdits, scriptNotes, type ScriptNotes } from './edits.ts';
import { getMoments } from './moments.ts';
import { listMaterials, messageBubbles, refuse, type MessageProposal } from './recipe.ts';
import type { ScriptMessage, TimedMessage } from './script.ts';
import { chatSize } from './size.ts';
import { getSounds, type MessageSounds } from './sounds.ts';
import { checkTimes, durationOfChat, timeScript } from './timing.ts';

type Input = InputOf<typeof messageBubbles>;

type Workers = Media<AudioSynthesizer & StillsRenderer & Renderer> & CutOutWorkers;

/** The clip below the bubbles; `source` is null without one. */
type Stage = {
  readonly source: Asset | null;
  readonly clipSeconds: number | null;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  /** The materials by their names in the input. */
  readonly materials: ReadonlyMap<string, Asset>;
};

/** The sound effects of a chat, with their file. */
type Sounds = MessageSounds & { readonly asset: Asset };

export const run: Run<typeof messageBubbles, Workers> = {
  propose: async (context, input, before) => {
    const stage = await openStage(context, input);
    const step = context.step('script', JSON.stringify([messageBubbles.version]));
    const script = readScript(step, input, before);
    refuse(checkTimes(script, stage.clipSeconds, 'messages'));
    const { warnings, ...timed } = timeScript(script, stage.clipSeconds);
    const messages = [...timed.messages];
    const proposal = { messages, durationSeconds: keepLength(before, stage, messages) ?? timed.durationSeconds };
    const { cutOut, warnings: others } = await makeCutOut(context, input, stage);
    const document = toDocument(input, stage, proposal, { cutOut, sounds: null });
    const parts = cutOut ? [cutOut] : [];
    const previews = await takePictures(context, proposal, document, parts);
    const draft = await draftCanvas(context, document, parts);
    // Not earlier: after an interruption, the next attempt would compare the user's edits with its own times.
    await step.finish({ asked: input.messages, script, messages } satisfies ScriptNotes);
    return { proposal, previews, draft, warnings: [...warnings, ...others] };
  },
  make: async (context, input, approved) => {
    const stage = await openStage(context, input);
    const { cutOut, warnings } = await makeCutOut(context, input, stage);
    const sounds = await soundsIn(context, input, approved);
    return renderDocument(context, {
      document: toDocument(input, stage, approved, { cutOut, sounds }),
      name: toName(stage, input),
      outputFormat: input.outputFormat,
      parts: [cutOut, sounds?.asset].flatMap((part) => part ?? []),
      warnings,
    });
  },
};

/** Returns the script as it was sent, or as the user has edited it since; with lost notes, all of it counts as edited. */
function readScript({ notes }: Step, { messages }: Input, before: MessageProposal | null): ScriptMessage[] {
  const last = scriptNotes.safeParse(notes).data ?? { asked: messages, script: [], messages: [] };
  const isAsked = JSON.stringify(last.asked) === JSON.stringify(messages);
  return before && isAsked ? mergeEdits(last, before.messages) : messages;
}

/** Returns the duration that the user set for a chat without a clip, if its messages still fit; null otherwise. */
function keepLength(
  before: MessageProposal | null,
  { clipSeconds }: Stage,
  messages: readonly TimedMessage[],
): number | null {
  const isGiven = before !== null && clipSeconds === null && before.durationSeconds !== durationOfChat(before.messages);
  return isGiven && before.durationSeconds > (messages.at(-1)?.atSeconds ?? 0) ? before.durationSeconds : null;
}

/** Opens the clip below the bubbles. Throws UNSUPPORTED_MEDIA. */
async function openStage(context: RunContext<Media<FileProber>>, input: Input): Promise<Stage> {
  const named = listMaterials(input).flatMap(({ material }, index) => {
    const asset = context.materials[index];
    return asset ? [[material, asset] as const] : [];
  });
  const materials = new Map(named);
  if (input.material === undefined) {
    return { source: null, clipSeconds: null, ...chatSize(input), frameRate: input.frameRate, materials };
  }
  const source = materials.get(input.material);
  if (!source) {
    throw new Failure('INTERNAL', { message: `Job ${context.job.id} names no material.` });
  }
  const { video, durationSeconds } = await probe(context, source, input);
  const { width, height, frameRate } = video;
  const clipSeconds = Math.min(documentLimits.seconds, durationSeconds);
  return { source, clipSeconds, width, height, frameRate, materials };
}

async function probe(
  { runners, report }: RunContext<Media<FileProber>>,
  source: Asset,
  { outputFormat }: Input,
): Promise<VideoInfo> {
  report({ stage: 'Reading' });
  const info = requireVideo(await runners.media.probe(source.file), messageBubbles.name);
  // Fail now instead of when the first frame is encoded.
  const message = describeOversize(info.video, outputFormat);
  if (message) {
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
  return info;
}

type CutOut = { readonly cutOut: Asset | null; readonly warnings: readonly string[] };

/** Returns the cutout if the bubbles are behind the subject. A cutout from the proposal is reused. */
async function makeCutOut(context: RunContext<CutOutWorkers>, { layout }: Input, { source }: Stage): Promise<CutOut> {
  if (layout !== 'behind' || !source) {
    return { cutOut: null, warnings: [] };
  }
  const { models } = context;
  const task = { who: messageBubbles.name, material: source, models, quality: 'best', window: null } as const;
  const { part, cutOut } = await makeCutOutPart(context, task);
  return { cutOut: part, warnings: cutOut.warnings };
}

/** Writes the sound effects to a separate file; null if they are off. */
async function soundsIn(
  context: RunContext<Media<AudioSynthesizer>>,
  { sounds }: Input,
  approved: MessageProposal,
): Promise<Sounds | null> {
  if (!sounds) {
    return null;
  }
  const heard = getSounds(approved.messages, approved.durationSeconds);
  const step = context.step('sounds', JSON.stringify([messageBubbles.version, heard.effects]));
  const made = step.file('effects', 'wav');
  if (!step.isDone) {
    await context.runners.media.writeEffects(heard.effects, made.file);
    await step.finish(null);
  }
  const facts = { kind: 'part', name: 'message sounds.wav', extension: 'wav', mimeType: 'audio/wav' } as const;
  return { ...heard, asset: await context.toAsset({ ...made, ...facts }) };
}

/** Renders each message at rest. */
async function takePictures(
  context: RunContext<Media<StillsRenderer>>,
  { messages, durationSeconds }: MessageProposal,
  document: TimelineDocument,
  parts: readonly Asset[],
): Promise<Proposal<never>['previews']> {
  const step = context.step('pictures', JSON.stringify(document));
  context.report({ stage: 'Drawing' });
  const moments = getMoments(messages, durationSeconds).map((canvasSeconds, index) => ({
    role: `preview-${index + 1}`,
    canvasSeconds,
  }));
  const pictures = await previewPictures(context, step, { document, parts }, moments);
  await step.finish(null);
  return pictures;
}

function toDocument(
  input: Input,
  stage: Stage,
  { messages, durationSeconds }: MessageProposal,
  { cutOut, sounds }: { readonly cutOut: Asset | null; readonly sounds: Sounds | null },
): TimelineDocument {
  const { source, width, height, frameRate, materials } = stage;
  return chatDocument({
    title: toName(stage, input),
    width,
    height,
    frameRate,
    durationSeconds,
    look: input,
    messages,
    getImageId: (imageMaterial) => materials.get(imageMaterial)?.id,
    sourceId: source?.id ?? null,
    audioTrack: input.audioTrack,
    cutOutId: cutOut?.id ?? null,
    sounds: sounds && { ...sounds, assetId: sounds.asset.id },
    background: source ? null : getBackground(input),
  });
}

/** Returns the material's name without its extension, plus "messages". */
function toName({ source }: Stage, { contactName }: Input): string {
  const name = source?.name.replace(/\.[^.]{1,8}$/, '') ?? contactName?.trim() ?? '';
  return `${name} messages`.trim();
}
