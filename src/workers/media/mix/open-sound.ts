import { ALL_FORMATS, Input, IsobmffInputFormat, MP3, MPEG_TS, type InputAudioTrack } from 'mediabunny';
import { compileCore } from '../ffmpeg/core.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { scanRawDuration } from '../source/describe.ts';
import { parseSounds } from '../source/ffmpeg-probe.ts';
import { findIndexDetour } from '../source/index-detour.ts';
import { toFile, toInputSource, type MediaFile } from '../source/media-file.ts';
import { checkSampleTables } from '../source/sample-tables.ts';
import { extractSound } from '../source/sound.ts';
import type { Workplace } from '../source/source.ts';
import { readMp3Delay } from './mp3-delay.ts';
import type { OpenSound, SoundSource } from './sound-source.ts';
import { createTrackSource, findSampleRate } from './track-source.ts';

/** The seconds of a file that will be read. */
type Part = Parameters<OpenSound>[1];

/** Opens the sound of assets: by WebCodecs, and by way of ffmpeg and a temporary file what that cannot decode. */
export const createOpenSound =
  (workplace: Workplace): OpenSound =>
  async ({ file }, part) => {
    const temporaryName = `${workplace.temporaryName}-${file}`;
    return openSoundFile(await workplace.bytes.read(file), part, { ...workplace, temporaryName });
  };

/** The first sound of a file; null where it has none. Throws where it has some that nothing here decodes. */
export async function openSoundFile(file: MediaFile, part: Part, workplace: Workplace): Promise<SoundSource | null> {
  const input = new Input({ formats: ALL_FORMATS, source: toInputSource(file) });
  try {
    const found = await findTrack(input, file);
    if (found === 'none') {
      input.dispose();
      return null;
    }
    const source = found && (await openTrack(input, found, file));
    if (source) {
      return source;
    }
  } catch (thrown) {
    input.dispose();
    throw thrown;
  }
  input.dispose();
  return openWithFfmpeg(file, part, workplace);
}

/** The track to take; null where only ffmpeg may read the file, and `none` where there is no sound. */
async function findTrack(input: Input, file: MediaFile): Promise<InputAudioTrack | 'none' | null> {
  if (!(await input.canRead())) {
    return null;
  }
  if ((await input.getFormat()) instanceof IsobmffInputFormat) {
    await checkSampleTables(file);
    if ((await findIndexDetour(file)) !== null) {
      return null;
    }
  }
  const track = await input.getPrimaryAudioTrack().catch(() => undefined);
  return track === undefined ? null : (track ?? 'none');
}

/** Null when the browser cannot decode it. */
async function openTrack(input: Input, track: InputAudioTrack, file: MediaFile): Promise<SoundSource | null> {
  const sampleRate = await findSampleRate(track).catch(() => null);
  if (sampleRate === null) {
    return null;
  }
  const format = await input.getFormat();
  // A transport stream's clock starts anywhere.
  const startSeconds = format === MPEG_TS ? await input.getFirstTimestamp() : 0;
  const delayFrames = format === MP3 ? await readMp3Delay(file) : 0;
  const countedSeconds = await scanRawDuration(input, file);
  return createTrackSource({ track, startSeconds, delayFrames, countedSeconds }, sampleRate, async () =>
    input.dispose(),
  );
}

/** Throws when ffmpeg finds no sound either that it can decode. */
async function openWithFfmpeg(
  file: MediaFile,
  part: Part,
  { bytes, temporaryName }: Workplace,
): Promise<SoundSource | null> {
  const ffmpeg = await Ffmpeg.open(await compileCore());
  try {
    const path = await ffmpeg.mount(await toFile(file));
    const probe = parseSounds(await ffmpeg.probe(path));
    const taken = probe.sounds.find((sound) => sound.isDefault) ?? probe.sounds[0];
    if (!taken) {
      return null;
    }
    const startSeconds = probe.hasOwnClock ? probe.startSeconds : 0;
    const span = {
      startSeconds: startSeconds + part.startSeconds,
      endSeconds: startSeconds + part.endSeconds,
      isTrimmed: Number.isFinite(part.endSeconds),
    };
    const request = { streamIndex: taken.index, channels: taken.channels, onProgress: () => undefined };
    const name = `${temporaryName}-sound.mkv`;
    const sound = await extractSound({ ffmpeg, path, probe }, { ...request, span }, bytes, name);
    const sampleRate = sound.track && (await findSampleRate(sound.track));
    if (!sound.track || sampleRate === null) {
      await sound.close();
      throw new Error('what ffmpeg wrote cannot be decoded');
    }
    return createTrackSource({ track: sound.track, startSeconds, delayFrames: 0 }, sampleRate, () => sound.close());
  } finally {
    ffmpeg.close();
  }
}
