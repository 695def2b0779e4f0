import type { InputOf } from '#core/protocol/operation.ts';
import type { SoundLevels } from '#core/analysis/sound-levels.ts';
import type { RunnerProgress } from '#core/protocol/runners.ts';
import { timelineDocument } from '#core/timeline/document.ts';
import type { VoiceDetector } from '#core/analysis/detection.ts';
import type { AudioAnalyzer, CutPainter, FileProber, MotionAnalyzer, Renderer } from '#core/protocol/media-ports.ts';
import type { Detection, MadeFile, Media, Proposal, Run, RunContext } from '#core/protocol/run.ts';
import { withVoice } from '../run-helpers/with-detector.ts';
import { renderDocument } from '../run-helpers/render-document.ts';
import { checkCuts } from './check-cuts.ts';
import { keepAccepted, lengthAfter, type CutList } from './cut-list.ts';
import { tightenedDocument } from './document.ts';
import { findCuts, type FoundCut } from './find-cuts.ts';
import { findSpeech } from './find-speech.ts';
import { numberCuts } from './number-cuts.ts';
import { getOverview, getPicture, picturedCuts } from './pictures.ts';
import { tighten } from './recipe.ts';
import { noAudio, openClip, type Clip } from './run/open-clip.ts';
import { writeSidecars } from './run/sidecars.ts';
import { warnOfSoundEnd } from './sound-end.ts';

type Input = InputOf<typeof tighten>;

type Workers = Media<FileProber & MotionAnalyzer & AudioAnalyzer & CutPainter & Renderer> & Detection<VoiceDetector>;

/** The audio levels of a clip, and their file. */
type Heard = { readonly levels: SoundLevels; readonly file: MadeFile };

/** The number of images of cuts, in addition to that of the whole clip. */
const maxCutPictures = 4;
/** The share of changed pixels from which on a gap counts as motion. */
const muchMotion = 0.06;

export const run: Run<typeof tighten, Workers> = {
  propose: async (context, input, before) => {
    const clip = await openClip(context, input);
    const heard = await listen(context, input, clip);
    const list = await toCutList(context, input, clip, heard.levels, before);
    checkCuts(list, input.maxRemovedShare);
    return {
      proposal: list,
      previews: await drawPictures(context, clip, heard, list),
      warnings: warnOfSoundEnd(heard.levels, clip.durationSeconds),
    };
  },
  make: async (context, input, approved) => {
    const clip = await openClip(context, input);
    const { kind, width, height, frameRate, outputFormat } = clip;
    const name = toName(clip);
    const document = timelineDocument.parse(
      tightenedDocument({
        title: name,
        kind,
        assetId: clip.asset.id,
        width,
        height,
        frameRate,
        clipSeconds: clip.durationSeconds,
        removed: clip.snap.ranges(keepAccepted(approved.cuts), input.protect),
        joins: input.joins,
        audioTrack: input.audioTrack,
      }),
    );
    const { sidecars, warnings } = await writeSidecars(context, { name, document, list: approved, clip: clip.asset });
    return renderDocument(context, {
      document,
      name,
      outputFormat,
      sidecars,
      warnings,
    });
  },
};

/** Measures the audio levels of a clip, which do not depend on thresholds. */
async function listen(
  context: RunContext<Media<AudioAnalyzer> & Detection<VoiceDetector>>,
  { audioTrack }: Input,
  { asset, durationSeconds, thing }: Clip,
): Promise<Heard> {
  const { runners, report, detectors } = context;
  const voiceFiles = detectors.voice?.entry.variants.map(({ sha256 }) => sha256) ?? null;
  const basis = [tighten.version, asset.id, voiceFiles, ...(audioTrack === undefined ? [] : [audioTrack])];
  const step = context.step('levels', JSON.stringify(basis));
  const file = step.file('levels', 'bin');
  if (!step.isDone) {
    const files = {
      inputFile: asset.file,
      audioTrack: audioTrack ?? null,
      outputFile: file.file,
      durationSeconds,
    };
    const onProgress = ({ fraction, ...progress }: RunnerProgress): void => report({ ...progress, progress: fraction });
    const hasSound = await withVoice(context, (voice) => runners.media.measureSound(files, voice, { onProgress }));
    if (!hasSound) {
      throw noAudio(`The audio of this ${thing} cannot be decoded, so its pauses cannot be found; choose another one.`);
    }
    await step.finish(null);
  }
  const levels = await runners.media.readLevels(file.file);
  if (levels.wide.every((level) => level === 0)) {
    throw noAudio(`The audio of this ${thing} is completely silent; choose one with speech.`);
  }
  return { levels, file };
}

async function toCutList(
  context: RunContext<Media<MotionAnalyzer>>,
  input: Input,
  clip: Clip,
  levels: SoundLevels,
  before: CutList | null,
): Promise<CutList> {
  const { durationSeconds: beforeSeconds } = clip;
  const speech = findSpeech(levels, input);
  const found = findCuts(speech, levels.voice, { clipSeconds: beforeSeconds, snap: clip.snap, options: input });
  const still = input.protectMotion && clip.kind === 'video' ? await withoutMotion(context, clip, found) : found;
  const cuts = numberCuts(still, before?.cuts ?? [], input.protect);
  const { noiseFloorDb, thresholdDb } = speech;
  return { cuts, noiseFloorDb, thresholdDb, beforeSeconds, afterSeconds: lengthAfter(cuts, beforeSeconds) };
}

/** Returns the cuts without much motion. */
async function withoutMotion(
  { runners, report }: RunContext<Media<MotionAnalyzer>>,
  { asset }: Clip,
  cuts: readonly FoundCut[],
): Promise<FoundCut[]> {
  const onProgress = ({ fraction, ...progress }: RunnerProgress): void => report({ ...progress, progress: fraction });
  const spans = cuts.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds }));
  const shares = await runners.media.measureMotion(asset.file, spans, { onProgress });
  return cuts.filter((_, index) => (shares[index] ?? 0) < muchMotion);
}

/** Draws the whole clip, and the longest cuts with the frames around them, or with their loudness for an audio file. */
async function drawPictures(
  context: RunContext<Media<CutPainter>>,
  { asset, kind, frameRate }: Clip,
  { file }: Heard,
  list: CutList,
): Promise<Proposal<never>['previews']> {
  const step = context.step('pictures', JSON.stringify([tighten.version, asset.id, list]));
  const wanted = [
    getOverview(list, step.file('overview', 'png')),
    ...picturedCuts(list.cuts, maxCutPictures).map((cut, index) =>
      getPicture(cut, list, frameRate, step.file(`cut-${index + 1}`, 'png')),
    ),
  ];
  if (!step.isDone) {
    context.report({ stage: 'Drawing' });
    await context.runners.media.drawCuts(
      kind === 'video' ? asset.file : null,
      file.file,
      wanted.map(({ picture }) => picture),
    );
    await step.finish(null);
  }
  return Promise.all(
    wanted.map(async ({ made, name, atSeconds }) => ({
      atSeconds,
      asset: await context.toAsset({ ...made, kind: 'preview', name, extension: 'png', mimeType: 'image/png' }),
    })),
  );
}

/** Returns the material's name without its extension, plus "tightened". */
const toName = ({ asset, kind }: Clip): string => `${asset.name.replace(/\.[^.]{1,8}$/, '') || kind} tightened`;
