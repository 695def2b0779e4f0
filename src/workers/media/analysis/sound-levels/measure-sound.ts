import type { VoiceDetector } from '#core/analysis/detection.ts';
import type { SoundLevels } from '#core/analysis/sound-levels.ts';
import { Failure } from '#core/lib/failure.ts';
import type { AnalysisHooks } from '#core/protocol/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { openSoundFile } from '../../mix/open-sound.ts';
import type { SoundSource } from '../../mix/sound-source.ts';
import { isMono } from '../../mix/stereo.ts';
import { toLevelsFile } from './levels-file.ts';
import { isMissingTrack } from '../../source/sound-tracks.ts';
import { LevelMeter } from './level-meter.ts';
import { VoiceEar } from './voice-ear.ts';

/** The input file and audio track to measure, and the output file. */
export type SoundFiles = {
  readonly inputFile: string;
  /** The audio track to measure; null or absent for the default track. */
  readonly audioTrack?: number | null;
  readonly outputFile: string;
  /** Used for the progress only. */
  readonly durationSeconds: number;
};

const whole = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };
const reportEveryMs = 400;

/**
 * Writes the levels of a file's audio, which is decoded as a stream. Returns false if there is no audio. Throws UNSUPPORTED_MEDIA
 * for audio that cannot be decoded.
 */
export async function measureSound(
  bytes: Bytes,
  { inputFile, audioTrack = null, outputFile, durationSeconds }: SoundFiles,
  voice: VoiceDetector | null,
  { onProgress }: AnalysisHooks,
): Promise<boolean> {
  const workplace = { bytes, temporaryName: `${outputFile}-levels` };
  const source = await openSoundFile(await bytes.read(inputFile), whole, workplace, audioTrack).catch(
    (cause: unknown) => {
      throw isMissingTrack(cause)
        ? cause
        : new Failure('UNSUPPORTED_MEDIA', { message: "The file's audio cannot be decoded in this browser.", cause });
    },
  );
  if (!source) {
    return false;
  }
  const report = createReport(durationSeconds, onProgress);
  const levels = await listenAndClose(source, voice, report);
  const sink = await bytes.create(outputFile);
  for (const part of toLevelsFile(levels)) {
    await sink.write(part);
  }
  await sink.close();
  return true;
}

async function listenAndClose(...parts: Parameters<typeof listen>): Promise<SoundLevels> {
  try {
    return await listen(...parts);
  } finally {
    await parts[0].close();
  }
}

/** Computes the levels of audio, up to a damaged part. */
export async function listen(
  source: SoundSource,
  voice: VoiceDetector | null,
  onHeard: (seconds: number) => void,
): Promise<SoundLevels> {
  const { sampleRate } = source;
  const meter = new LevelMeter(sampleRate);
  const ear = voice && new VoiceEar(voice, sampleRate);
  for await (const { at, channels } of readUntilDamage(source)) {
    meter.add(at, channels);
    await ear?.add(at, channels);
    onHeard(at / sampleRate);
  }
  const levels = meter.finish();
  return { ...levels, voice: ear ? await ear.finish(levels.wide.length) : null };
}

async function* readUntilDamage(source: SoundSource): AsyncGenerator<{ at: number; channels: Float32Array[] }, void> {
  const pieces = source.read(0);
  for (;;) {
    // The audio before the damage is used.
    const next = await pieces.next().catch(() => null);
    if (!next || next.done) {
      return;
    }
    const { at, sound } = next.value;
    yield { at, channels: isMono(sound) ? [sound.left] : [sound.left, sound.right] };
  }
}

function createReport(durationSeconds: number, onProgress: AnalysisHooks['onProgress']): (seconds: number) => void {
  const startMs = performance.now();
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (seconds) => {
    const now = performance.now();
    if (now - reportedMs < reportEveryMs) {
      return;
    }
    reportedMs = now;
    const fraction = Math.min(1, seconds / Math.max(1e-3, durationSeconds));
    const etaSeconds = fraction > 0 ? (((now - startMs) / 1000) * (1 - fraction)) / fraction : null;
    onProgress({ stage: 'Analyzing audio', fraction, etaSeconds, framesPerSecond: null, framesDone: 0 });
  };
}
