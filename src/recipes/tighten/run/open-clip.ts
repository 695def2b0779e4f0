import type { InputOf } from '#core/protocol/operation.ts';
import { Failure } from '#core/lib/failure.ts';
import type { OutputFormat, SoundFormat } from '#core/model/formats.ts';
import type { Asset } from '#core/model/records.ts';
import { requireVideo } from '#core/model/require-video.ts';
import type { SoundInfo, VideoInfo } from '#core/protocol/runners.ts';
import { describeOversize } from '#core/model/size-limits.ts';
import { plainCanvas } from '#core/timeline/plain-canvas.ts';
import type { FileProber, MotionAnalyzer } from '#core/protocol/media-ports.ts';
import type { Media, RunContext } from '#core/protocol/run.ts';
import { describeFormats, toFileFormat } from '../file-format.ts';
import { tighten } from '../recipe.ts';
import { Snap } from '../snap.ts';

type Input = InputOf<typeof tighten>;

/** The clip of a run, opened once: a video, or an audio file on the frames of a default canvas. */
export type Clip = {
  readonly asset: Asset;
  readonly kind: 'video' | 'sound';
  /** The noun for the clip in a sentence. */
  readonly thing: string;
  readonly durationSeconds: number;
  /** The size of its canvas. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly snap: Snap;
  readonly outputFormat: OutputFormat | SoundFormat;
};

/** Opens the clip. Throws UNSUPPORTED_MEDIA, VALIDATION_FAILED and NO_AUDIO. */
export async function openClip(
  { job, materials, runners, report }: RunContext<Media<FileProber & MotionAnalyzer>>,
  { outputFormat }: Input,
): Promise<Clip> {
  const [asset] = materials;
  if (!asset) {
    throw new Failure('INTERNAL', { message: `Job ${job.id} names no material.` });
  }
  report({ stage: 'Reading' });
  const info = await runners.media.probe(asset.file);
  if (info.kind === 'sound') {
    return toSoundClip(asset, info, outputFormat);
  }
  const video = requireVideo(info, tighten.name);
  const format = checkVideo(video, outputFormat);
  const times = await runners.media.frameTimes(asset.file);
  const { width, height, frameRate } = video.video;
  return {
    asset,
    kind: 'video',
    thing: 'video',
    durationSeconds: video.durationSeconds,
    width,
    height,
    frameRate,
    snap: new Snap(times, frameRate, video.durationSeconds),
    outputFormat: format,
  };
}

/** Throws errors that would otherwise occur when the first frame is encoded. */
function checkVideo({ video, audio }: VideoInfo, outputFormat: Input['outputFormat']): OutputFormat {
  const format = toFileFormat(outputFormat, 'video');
  if (format === null) {
    throw wrongFormat('video');
  }
  const message = describeOversize(video, format);
  if (message) {
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
  if (!audio) {
    throw noAudio('This video has no audio, so its pauses cannot be found; choose one with audio.');
  }
  return format;
}

function toSoundClip(asset: Asset, { durationSeconds }: SoundInfo, outputFormat: Input['outputFormat']): Clip {
  const format = toFileFormat(outputFormat, 'sound');
  if (format === null) {
    throw wrongFormat('sound');
  }
  const snap = new Snap(null, plainCanvas.frameRate, durationSeconds);
  return { asset, kind: 'sound', thing: 'file', durationSeconds, ...plainCanvas, snap, outputFormat: format };
}

const wrongFormat = (kind: Clip['kind']): Failure =>
  new Failure('VALIDATION_FAILED', { message: `outputFormat: ${describeFormats(kind)}` });

export const noAudio = (message: string): Failure => new Failure('NO_AUDIO', { message });
