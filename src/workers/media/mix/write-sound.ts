import { Mp4OutputFormat, WavOutputFormat } from 'mediabunny';
import type { Bytes } from '#store/bytes.ts';
import { prepareAudio, type AudioFormat } from '../sinks/audio.ts';
import { planAac } from '../sinks/mp4.ts';
import { createOutputFile } from '../sinks/output-file.ts';
import type { Mix } from './mix.ts';
import { mixRate } from './stereo.ts';

/** A file with audio only: PCM of 16 bits, or AAC. */
export type SoundFile = { readonly bytes: Bytes; readonly file: string; readonly format: 'wav' | 'm4a' };

/** Two channels of 16 bits. */
const bytesOfFrame = 4;
/** The maximum size of a WAV file, minus its headers; longer files become RF64, its form for large files (EBU 3306). */
const maxWavBytes = 2 ** 32 - 65_536;
/** The seconds that are written between two progress reports. */
const stepSeconds = 2;

/** Writes a mix to a file, which becomes visible when it is complete. `onWritten` receives the share of the mix that is written. */
export async function writeSound(
  mix: Mix,
  { bytes, file, format }: SoundFile,
  onWritten: (share: number) => void,
): Promise<void> {
  const seconds = mix.frameCount / mixRate;
  const span = { startSeconds: 0, endSeconds: seconds, isTrimmed: false };
  const plan = format === 'wav' ? planWav(mix) : await planM4a();
  const audio = await prepareAudio(mix, span, plan, () => undefined);
  const made = await createOutputFile(bytes, file, plan.createContainer);
  try {
    const feed = await audio.addTo(made.output);
    await made.output.start();
    for (let at = 0; at < seconds; at += stepSeconds) {
      await feed.advance(at);
      onWritten(at / seconds);
    }
    await feed.finish();
    await made.finish();
  } catch (thrown) {
    audio.stop();
    await made.abort().catch(() => undefined); // The caller receives the first error.
    throw thrown;
  }
}

const planWav = ({ frameCount }: Mix): AudioFormat => ({
  createContainer: () => new WavOutputFormat({ large: frameCount * bytesOfFrame > maxWavBytes }),
  isIndexInFront: false,
  audio: { copied: [], encoded: 'pcm-s16', sampleRate: null, primingSeconds: 0 },
});

const planM4a = async (): Promise<AudioFormat> => ({
  createContainer: (hooks) => new Mp4OutputFormat({ fastStart: 'reserve', ...hooks }),
  isIndexInFront: true,
  audio: await planAac(),
});
