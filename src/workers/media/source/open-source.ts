import { ALL_FORMATS, Input, IsobmffInputFormat, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';
import { Failure } from '#core/failure.ts';
import type { MediaInfo, ProbeHooks, SoundInfo } from '#core/runners.ts';
import { describeOversizeForAll } from '#core/size-limits.ts';
import type { Size } from '#core/size.ts';
import { describeReading } from './colours.ts';
import { decodeFirst } from './decode.ts';
import { describeContents, isForFfmpeg, readContents, readSoundInfo, toSoundInfo, type Contents } from './describe.ts';
import { FfmpegHost } from './ffmpeg-host.ts';
import { createFfmpegSource, type FfmpegFile } from './ffmpeg-source.ts';
import { findIndexDetour } from './index-detour.ts';
import { isInterlaced } from './interlaced.ts';
import { toInputSource, type MediaFile } from './media-file.ts';
import { createMixedSource } from './mixed-source.ts';
import { findPictureKind } from './picture-kind.ts';
import { checkSampleTables } from './sample-tables.ts';
import { extractSound, type Sound, type SoundRequest } from './sound.ts';
import { describeChoice, type SoundTrack } from './sound-tracks.ts';
import type { Source, Warn, Workplace } from './source.ts';
import { readWebCodecsFile } from './web-codecs-source.ts';

/** What is known of a file that is no video. */
type OtherInfo = Exclude<MediaInfo, { kind: 'video' }>;

/** An open video, or what the file is instead. */
export type OpenedFile = { readonly source: Source } | { readonly source: null; readonly info: OtherInfo };

/** Below this a frame lasts longer than a thousand seconds, by the file's own word. */
const leastFrameRate = 0.001;

/**
 * Opens a file as a video. Throws UNSUPPORTED_MEDIA, with a sentence that says what is wrong, for one that is damaged, too large
 * or of a codec that nothing here decodes.
 */
export async function openFile(file: MediaFile, warn: Warn, hooks?: ProbeHooks): Promise<OpenedFile> {
  if (file.size === 0) {
    throw new Failure('UNSUPPORTED_MEDIA', { message: 'The file is empty: it has no bytes at all.' });
  }
  const picture = await findPictureKind(file);
  return picture
    ? { source: null, info: { kind: 'picture', container: picture } }
    : new Opening(file, warn, hooks).open();
}

/** One file on its way to becoming a source, with all that has to be closed again. */
class Opening {
  readonly #file: MediaFile;
  readonly #warn: Warn;
  readonly #input: Input;
  readonly #host: FfmpegHost;
  #sound: Sound | null = null;

  constructor(file: MediaFile, warn: Warn, hooks: ProbeHooks | undefined) {
    this.#file = file;
    this.#warn = warn;
    this.#input = new Input({ formats: ALL_FORMATS, source: toInputSource(file) });
    this.#host = new FfmpegHost(file, hooks);
  }

  async open(): Promise<OpenedFile> {
    try {
      const detour = await this.#checkIndex();
      const video = await orNull(this.#input.getPrimaryVideoTrack());
      if (video) {
        requireSize({ width: await video.getDisplayWidth(), height: await video.getDisplayHeight() });
      }
      const source = video && !detour && (await this.#openWithWebCodecs(video));
      return source ? { source } : await this.#openWithFfmpeg(video, detour);
    } catch (thrown) {
      await this.#close();
      throw thrown;
    }
  }

  /** Returns why only ffmpeg reads the index right, or null. Throws UNSUPPORTED_MEDIA for an index that is damaged. */
  async #checkIndex(): Promise<string | null> {
    const format = await orNull(this.#input.getFormat());
    if (!(format instanceof IsobmffInputFormat)) {
      return null;
    }
    await checkSampleTables(this.#file);
    return findIndexDetour(this.#file);
  }

  /** Null when the codec or the pictures themselves are beyond the browser. */
  async #openWithWebCodecs(video: InputVideoTrack): Promise<Source | null> {
    const firstColour = await decodeFirst(video);
    if (!firstColour) {
      return null;
    }
    const audio = await orNull(this.#input.getPrimaryAudioTrack());
    const file = await readWebCodecsFile({ input: this.#input, video, audio, firstColour });
    requireFrameRate(file.info.video.frameRate);
    this.#warnOf(describeReading(file.reading));
    const openAudio: Source['openAudio'] = (span, workplace, onProgress) =>
      this.#openSound(audio, { span, workplace, onProgress });
    return createMixedSource(file, await isInterlaced(video), this.#host, openAudio, () => this.#close(), this.#warn);
  }

  async #openWithFfmpeg(video: InputVideoTrack | null, detour: string | null): Promise<OpenedFile> {
    const contents = await readContents(this.#input, this.#file);
    const file = detour !== null || isForFfmpeg(contents) ? await this.#host.open() : null;
    const sound = file ? null : await this.#findSoundInfo(contents, detour !== null);
    if (sound) {
      await this.#close();
      return { source: null, info: sound };
    }
    if (!file) {
      throw new Failure('UNSUPPORTED_MEDIA', { message: describeContents(contents) });
    }
    requireSize(file.probe.info.video);
    requireFrameRate(file.probe.info.video.frameRate);
    this.#warn(detour ?? (await describeDetour(video, file)));
    this.#warnOf(describeReading(file.probe.reading));
    this.#warnOf(file.probe.hasOwnColours ? ownColours : null);
    const openAudio: Source['openAudio'] = (span, workplace, onProgress) =>
      this.#openOnlySound({ span, workplace, onProgress });
    return { source: createFfmpegSource(file, openAudio, () => this.#close(), this.#warn) };
  }

  /** Null for what is no sound either. */
  async #findSoundInfo(contents: Contents, isDetour: boolean): Promise<SoundInfo | null> {
    const known = isDetour ? null : await orNull(readSoundInfo(this.#input, contents, this.#file));
    return known ?? (this.#host.sounds && toSoundInfo(this.#host.sounds, this.#file));
  }

  /** The sound that mediabunny finds; by way of ffmpeg when the browser cannot decode it. */
  async #openSound(audio: InputAudioTrack | null, request: Request): Promise<InputAudioTrack | null> {
    if (!audio) {
      return null;
    }
    const tracks = await this.#input.getAudioTracks();
    const names = await Promise.all(tracks.map(toSoundTrack));
    const taken = names[tracks.indexOf(audio)];
    this.#warnOf(taken ? describeChoice(names, taken) : null);
    const isPlayable = (await orNull(audio.canDecode())) === true;
    return isPlayable
      ? audio
      : this.#extractSound(request, ({ probe: { sounds } }) =>
          sounds.length === tracks.length ? sounds[tracks.indexOf(audio)] : sounds[0],
        );
  }

  /** The sound that ffmpeg finds, in a file that only ffmpeg can read. */
  async #openOnlySound(request: Request): Promise<InputAudioTrack | null> {
    const { sounds = [] } = (await this.#host.open())?.probe ?? {};
    const taken = sounds.find((sound) => sound.isDefault) ?? sounds[0];
    if (!taken) {
      return null;
    }
    this.#warnOf(describeChoice(sounds, taken));
    return this.#extractSound(request, () => taken);
  }

  async #extractSound({ workplace, ...request }: Request, choose: (file: FfmpegFile) => FfmpegSound | undefined) {
    try {
      const file = await this.#host.open();
      const sound = file && choose(file);
      if (!sound) {
        throw new Error('ffmpeg finds no sound');
      }
      const { bytes, temporaryName } = workplace;
      const { index: streamIndex } = sound;
      // What plays a cut-out is a browser or an editor's preview.
      const channels = Math.min(2, sound.channels);
      this.#sound = await extractSound(
        file,
        { ...request, streamIndex, channels },
        bytes,
        `${temporaryName}-sound.mkv`,
      );
      return this.#sound.track;
    } catch {
      this.#host.close();
      this.#warn('The sound could not be decoded; the result has none.');
      return null;
    }
  }

  #warnOf(sentence: string | null): void {
    if (sentence) {
      this.#warn(sentence);
    }
  }

  async #close(): Promise<void> {
    this.#input.dispose();
    this.#host.close();
    await this.#sound?.close();
  }
}

/** Throws for pictures that no format can hold, before anything takes memory for one. `size` is the size that is shown. */
function requireSize(size: Size): void {
  const message = describeOversizeForAll(size);
  if (message) {
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
}

function requireFrameRate(frameRate: number): void {
  if (frameRate < leastFrameRate) {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: `The video's times are damaged: by its index a frame lasts longer than ${1 / leastFrameRate} s. Export or download the video again.`,
    });
  }
}

type Request = Pick<SoundRequest, 'span' | 'onProgress'> & { readonly workplace: Workplace };
type FfmpegSound = FfmpegFile['probe']['sounds'][number];

async function toSoundTrack(track: InputAudioTrack): Promise<SoundTrack> {
  return {
    codec: (await track.getCodec()) ?? 'unknown',
    channels: await track.getNumberOfChannels(),
    language: await track.getLanguageCode(),
    isDefault: (await track.getDisposition()).default,
  };
}

const ownColours =
  'The video is in Dolby Vision (profile 5), whose colours cannot be read here: the result looks green and purple. Send an HDR10 or SDR version.';

/** Why a file went to ffmpeg. `video` is what mediabunny found in it. */
async function describeDetour(video: InputVideoTrack | null, { probe: { info } }: FfmpegFile): Promise<string> {
  const codec = info.video.codec.toUpperCase();
  if (!video) {
    return `This browser cannot read the file (${info.container}, ${codec}); ffmpeg in WebAssembly did, which takes longer.`;
  }
  return (await orNull(video.canDecode())) === true
    ? `The file is damaged or incomplete; ffmpeg in WebAssembly read what can be read of it.`
    : `This browser cannot decode ${codec}; ffmpeg in WebAssembly did, which takes longer.`;
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
