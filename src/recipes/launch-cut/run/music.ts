import { minBeatConfidence } from '#core/analysis/beat-confidence.ts';
import * as z from 'zod';
import { keptRhythm, rhythmVersion, type Rhythm } from '#core/analysis/rhythm.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { AudioSynthesizer, BeatDetector, Renderer } from '#core/protocol/media-ports.ts';
import type { Media, RunContext } from '#core/protocol/run.ts';
import { defaults } from '../../export/defaults.ts';
import { toAssetFiles } from '../../run-helpers/render-file.ts';
import { withFileName } from '../../run-helpers/with-file-name.ts';
import { filmDocument, type Film } from '../document.ts';
import { layMusic, planBed, type FilmMusic } from '../film-music.ts';
import { listMaterials, type Input } from '../input.ts';

/** The music of a film: given, or to be composed. */
export type LaidMusic = {
  readonly kind: 'given' | 'made';
  /** The asset of the music; null before it is composed. */
  readonly assetId: string | null;
  readonly film: FilmMusic;
  /** The confidence in the beats, 0 to 1. */
  readonly confidence: number;
  readonly warnings: string[];
};

/** The loudness of music, as for streaming, and of speech, a little above the lowered music. */
const musicLufs = -14;
const speechLufs = -15;
/** The maximum amplification of a quiet source. */
const maxGain = 8;

/** Detects the beats of given music, or plans composed music. Throws NO_AUDIO for silent music. */
export async function layFilmMusic(context: RunContext<Media<BeatDetector>>, input: Input): Promise<LaidMusic> {
  const { music, bpm, musicAudioTrack, targetSeconds, seed } = input;
  if (music === null) {
    return { kind: 'made', assetId: null, film: planBed(bpm, targetSeconds, seed), confidence: 1, warnings: [] };
  }
  const asset = context.materials[listMaterials(input).length];
  if (!asset) {
    throw new Failure('INTERNAL', { message: `Job ${context.job.id} has no music.` });
  }
  const heard = await hear(context, asset, { bpm, audioTrack: musicAudioTrack });
  const film = layMusic(heard, targetSeconds);
  const warnings = [
    ...(bpm === null ? warnOfTempo(heard) : []),
    ...(film.passages.length > 1 ? ['The music is shorter than the film, so it loops.'] : []),
  ];
  const confidence = Math.round(100 * heard.confidence) / 100;
  return { kind: 'given', assetId: asset.id, film, confidence, warnings };
}

function warnOfTempo({ confidence, tempoRange }: Rhythm): string[] {
  if (confidence < minBeatConfidence) {
    return ['The music has no clear beat; the cuts follow the most likely one. Enter its tempo to make sure.'];
  }
  const [min, max] = [tempoRange?.minBpm.toFixed(0), tempoRange?.maxBpm.toFixed(0)];
  return tempoRange
    ? [`The tempo of the music changes between ${min} and ${max} beats per minute; the cuts follow it.`]
    : [];
}

/** Returns the rhythm. Throws NO_AUDIO for music that is silent or too short. */
async function hear(
  context: RunContext<Media<BeatDetector>>,
  asset: Asset,
  { bpm, audioTrack }: { readonly bpm: number | null; readonly audioTrack: number | undefined },
): Promise<Rhythm> {
  const step = context.step('rhythm', JSON.stringify({ version: rhythmVersion, file: asset.file, bpm, audioTrack }));
  const before = step.isDone ? keptRhythm.safeParse(step.notes).data : undefined;
  if (before && typeof before !== 'string') {
    return before;
  }
  const heard = await withFileName(asset, () =>
    context.runners.media.rhythm(asset.file, bpm, { onProgress: ({ stage }) => context.report({ stage }) }, audioTrack),
  );
  if (heard === 'silent') {
    throw new Failure('NO_AUDIO', {
      message: `The music, "${asset.name}", is silent. Choose a file with audio, or leave the music out to have some composed.`,
    });
  }
  if (heard === 'short') {
    throw new Failure('NO_AUDIO', {
      message:
        `The music, "${asset.name}", is too short to detect its beat: it needs at least 1 s. Choose a longer file, enter its ` +
        'tempo, or leave the music out to have some composed.',
    });
  }
  await step.finish(heard);
  return heard;
}

/** Composes music as a part of the film; returns null for given music. */
export async function makeBed(
  context: RunContext<Media<AudioSynthesizer>>,
  input: Input,
  { kind }: LaidMusic,
): Promise<Asset | null> {
  if (kind === 'given') {
    return null;
  }
  const { bpm, targetSeconds, seed } = input;
  const step = context.step('bed', JSON.stringify({ version: 1, bpm, targetSeconds, seed }));
  const made = step.file('bed', 'wav');
  if (!step.isDone) {
    const plan = planBed(bpm, targetSeconds, seed);
    const { dropSeconds, endSeconds } = plan;
    const options = { bpm: plan.bpm, dropSeconds, endSeconds, seed, durationSeconds: targetSeconds };
    await context.runners.media.composeBed(made.file, options, {
      onProgress: ({ stage }) => context.report({ stage }),
    });
    await step.finish({});
  }
  const facts = { kind: 'part', name: 'music.wav', extension: 'wav', mimeType: 'audio/wav' } as const;
  return context.toAsset({ ...made, ...facts });
}

const levelNotes = z.object({ music: z.number(), speech: z.number() });

/** Returns the amplitudes of music and takes that give each its loudness, before the film is normalized. */
export async function findLevels(
  context: RunContext<Media<Renderer>>,
  film: Film,
  parts: readonly Asset[],
): Promise<Film['levels']> {
  const document = filmDocument(film);
  const step = context.step('levels', JSON.stringify({ version: 1, document }));
  const before = step.isDone ? levelNotes.safeParse(step.notes).data : undefined;
  if (before) {
    return before;
  }
  context.report({ stage: 'Measuring the audio' });
  const measure = async (role: string, only: (kind: string) => boolean): Promise<number | null> => {
    const tracks = document.tracks.map((track) => ({ ...track, isMuted: !only(track.kind) }));
    return measureLoudness(context, step.file(role, 'wav').file, { ...document, tracks }, parts);
  };
  const music = await measure('music', (kind) => kind === 'sound');
  const speech = film.keepsSpeech ? await measure('speech', (kind) => kind === 'visual') : null;
  const levels = { music: toGain(music, musicLufs), speech: toGain(speech, speechLufs) };
  await step.finish(levels);
  return levels;
}

const toGain = (lufs: number | null, wanted: number): number =>
  lufs === null ? 1 : Math.min(maxGain, 10 ** ((wanted - lufs) / 20));

async function measureLoudness(
  context: RunContext<Media<Renderer>>,
  outputFile: string,
  document: TimelineDocument,
  parts: readonly Asset[],
): Promise<number | null> {
  const { width, height, frameRate } = document;
  const options = {
    document,
    assets: toAssetFiles([...context.materials, ...parts]),
    outputFile,
    format: 'wav',
    width,
    height,
    frameRate,
    quality: 'fast',
    span: null,
    background: defaults.background,
    isWatermarked: false,
  } as const;
  const hooks = { onProgress: () => undefined, onCheckpoint: async () => undefined };
  const { loudness } = await context.runners.media.render(options, hooks, null);
  return loudness?.integratedLufs ?? null;
}
