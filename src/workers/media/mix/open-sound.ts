import { ALL_FORMATS, Input, IsobmffInputFormat, MP3, type InputAudioTrack } from 'mediabunny';
import { compileCore } from '../ffmpeg/core.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { scanRawDuration } from '../source/describe.ts';
import { parseSounds } from '../source/ffmpeg-probe.ts';
import { readFileClock } from '../source/file-clock.ts';
import { findIndexDetour } from '../source/index-detour.ts';
import { toFile, toInputSource, type MediaFile } from '../source/media-file.ts';
import { findRecordings } from '../source/restarts/find-recordings.ts';
import { checkSampleTables } from '../source/sample-tables.ts';
import { mayHoldMoreSound } from '../source/known-tracks.ts';
import { extractSound, type FfmpegSoundFile, type SoundRequest } from '../source/sound.ts';
import { chooseSoundTrack, describeChoice, listSoundTracks } from '../source/sound-tracks.ts';
import type { Workplace } from '../source/source.ts';
import { joinSounds } from './joined-sound.ts';
import { readMp3Delay } from './mp3-delay.ts';
import type { OpenSound, SoundSource } from './sound-source.ts';
import { readPacketRhythm } from './packet-rhythm.ts';
import { createTrackSource } from './track-source.ts';

/** The seconds of a file that will be read. */
type Part = Parameters<OpenSound>[1];
const whole: Part = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };

/**
 * Creates a function that opens the audio of assets: by WebCodecs, or by ffmpeg with a temporary file if WebCodecs cannot decode
 * it.
 */
export const createOpenSound =
  (workplace: Workplace): OpenSound =>
  async ({ file }, part, audioTrack = null) => {
    const temporaryName = `${workplace.temporaryName}-${file}-${audioTrack ?? 'default'}`;
    return openSoundFile(await workplace.bytes.read(file), part, { ...workplace, temporaryName }, audioTrack);
  };

/**
 * Opens an audio track of a file: the default one if `audioTrack` is null. Null if the file has no audio. Throws if its audio
 * cannot be decoded, and VALIDATION_FAILED if it has no track with that number.
 */
export async function openSoundFile(
  file: MediaFile,
  part: Part,
  workplace: Workplace,
  audioTrack: number | null = null,
): Promise<SoundSource | null> {
  const recordings = await findRecordings(file);
  const [only, ...others] = recordings;
  if (others.length === 0) {
    return openRecording(only?.file ?? file, part, workplace, audioTrack);
  }
  return joinSounds(recordings, (one, index) => {
    const temporaryName = `${workplace.temporaryName}-${index}`;
    return openRecording(one, whole, { ...workplace, temporaryName }, audioTrack);
  });
}

async function openRecording(
  file: MediaFile,
  part: Part,
  workplace: Workplace,
  audioTrack: number | null,
): Promise<SoundSource | null> {
  const input = new Input({ formats: ALL_FORMATS, source: toInputSource(file) });
  try {
    const found = await findTrack(input, file, audioTrack);
    if (found === 'none') {
      input.dispose();
      return null;
    }
    const source = found && (await openTrack(input, found.track, file));
    if (source) {
      return { ...source, choice: found.choice };
    }
  } catch (thrown) {
    input.dispose();
    throw thrown;
  }
  input.dispose();
  return openWithFfmpeg(file, part, workplace, audioTrack);
}

/** Returns the track to use; null if only ffmpeg can read the file or list its tracks, and `none` if there is no audio. */
async function findTrack(
  input: Input,
  file: MediaFile,
  audioTrack: number | null,
): Promise<{ readonly track: InputAudioTrack; readonly choice: string | null } | 'none' | null> {
  if (!(await input.canRead())) {
    return null;
  }
  if ((await input.getFormat()) instanceof IsobmffInputFormat) {
    await checkSampleTables(file);
    if ((await findIndexDetour(file)) !== null) {
      return null;
    }
  }
  const tracks = await listSoundTracks(input).catch(() => null);
  if (!tracks || (await mayHoldMoreSound(input, file, tracks.length))) {
    return null;
  }
  const taken = chooseSoundTrack(tracks, audioTrack);
  return taken ? { track: taken.track, choice: describeChoice(tracks, taken, audioTrack) } : 'none';
}

/** Opens a track; null if the browser cannot decode it. */
async function openTrack(input: Input, track: InputAudioTrack, file: MediaFile): Promise<SoundSource | null> {
  const rhythm = await readPacketRhythm(track).catch(() => null);
  if (rhythm === null) {
    return null;
  }
  const { startSeconds } = await readFileClock(input);
  const delayFrames = (await input.getFormat()) === MP3 ? await readMp3Delay(file) : 0;
  const countedSeconds = await scanRawDuration(input, file);
  const start = { track, rhythm, startSeconds, delayFrames, countedSeconds };
  return createTrackSource(start, async () => input.dispose());
}

/** Opens audio with ffmpeg; null if ffmpeg finds no audio either. Throws if ffmpeg cannot decode it. */
async function openWithFfmpeg(
  file: MediaFile,
  part: Part,
  workplace: Workplace,
  audioTrack: number | null,
): Promise<SoundSource | null> {
  const ffmpeg = await Ffmpeg.open(await compileCore());
  try {
    const path = await ffmpeg.mount(await toFile(file));
    const probe = parseSounds(await ffmpeg.probe(path));
    const taken = chooseSoundTrack(probe.sounds, audioTrack);
    if (!taken && probe.hasUnknownSound) {
      throw new Error('ffmpeg does not know the codec');
    }
    if (!taken) {
      return null;
    }
    const span = { ...part, isTrimmed: Number.isFinite(part.endSeconds) };
    const source = await openExtracted(
      { ffmpeg, path, probe },
      taken,
      { span, onProgress: () => undefined },
      workplace,
    );
    return { ...source, choice: describeChoice(probe.sounds, taken, audioTrack) };
  } finally {
    ffmpeg.close();
  }
}

/** Opens the audio of a stream that ffmpeg decodes to a temporary file, which `close` removes. */
export async function openExtracted(
  file: FfmpegSoundFile,
  stream: { readonly index: number; readonly channels: number },
  request: Pick<SoundRequest, 'span' | 'onProgress'>,
  { bytes, temporaryName }: Workplace,
): Promise<SoundSource> {
  const { index: streamIndex, channels } = stream;
  const sound = await extractSound(file, { ...request, streamIndex, channels }, bytes, `${temporaryName}-sound.mkv`);
  const rhythm = sound.track && (await readPacketRhythm(sound.track).catch(() => null));
  if (!sound.track || !rhythm) {
    await sound.close();
    throw new Error('the output of ffmpeg cannot be decoded');
  }
  return createTrackSource({ track: sound.track, rhythm, startSeconds: 0, delayFrames: 0 }, () => sound.close());
}
