import type { FilePart } from '../source/restarts/find-recordings.ts';
import type { SoundSource, SourcePiece } from './sound-source.ts';
import { mapChannels } from './stereo.ts';

/**
 * The maximum relative difference of the sample rates of joined recordings. The rates of one drifting clock are measured for each
 * recording, and differ a little.
 */
const maxRateDifference = 0.001;

type OpenPart = (file: File, index: number) => Promise<SoundSource | null>;

/**
 * Joins the audio of several recordings in one file, each during its part of the file. Null if none has audio. Throws if one cannot
 * be decoded.
 */
export async function joinSounds(parts: readonly FilePart[], open: OpenPart): Promise<SoundSource | null> {
  const sources: (SoundSource | null)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(sources.map(async (source) => source?.close()));
  };
  try {
    for (const [index, { file }] of parts.entries()) {
      sources.push(await open(file, index));
    }
  } catch (thrown) {
    await close();
    throw thrown;
  }
  const [first] = sources.filter((source) => source !== null);
  if (!first) {
    return null;
  }
  const { sampleRate, choice = null } = first;
  if (sources.some((source) => source && Math.abs(source.sampleRate / sampleRate - 1) > maxRateDifference)) {
    await close();
    throw new Error('the recordings in the file have several sample rates');
  }
  return {
    sampleRate,
    choice,
    statedSeconds: () => Promise.resolve(parts.at(-1)?.endSeconds ?? null),
    read: async function* (fromFrame) {
      for (const [index, part] of parts.entries()) {
        const [start, end] = [part.startSeconds, part.endSeconds].map((seconds) => Math.round(seconds * sampleRate));
        const source = sources[index];
        if (source && start !== undefined && end !== undefined && end > fromFrame) {
          yield* readPart(source, start, end, fromFrame);
        }
      }
    },
    close,
  };
}

async function* readPart(
  source: SoundSource,
  start: number,
  end: number,
  fromFrame: number,
): AsyncGenerator<SourcePiece, void> {
  for await (const { at, sound } of source.read(Math.max(0, fromFrame - start))) {
    const room = end - start - at;
    if (room <= 0) {
      return;
    }
    yield { at: start + at, sound: room < sound.left.length ? mapChannels(sound, (one) => one.slice(0, room)) : sound };
  }
}
