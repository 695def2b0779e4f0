import { ALL_FORMATS, Input, IsobmffInputFormat, type InputVideoTrack } from 'mediabunny';
import type { AudioTrack } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import type { MediaInfo, ProbeHooks, SoundInfo, VideoInfo } from '#core/protocol/runners.ts';
import { describeOversizeForAll } from '#core/model/size-limits.ts';
import type { Size } from '#core/lib/size.ts';
import { openExtracted } from '../mix/open-sound.ts';
import { readPacketRhythm } from '../mix/packet-rhythm.ts';
import type { SoundSource } from '../mix/sound-source.ts';
import { createTrackSource } from '../mix/track-source.ts';
import { describeReading } from './colours.ts';
import { readAvcParameters } from './avc-parameters.ts';
import { decodeFirst } from './decode.ts';
import { describeContents, isForFfmpeg, readContents, readSoundInfo, toSoundInfo, type Contents } from './describe.ts';
import { FfmpegHost, type FfmpegFile } from './ffmpeg-host.ts';
import { createFfmpegSource } from './ffmpeg-source.ts';
import { readFileClock } from './file-clock.ts';
import { findIndexDetour } from './index-detour.ts';
import { mayHoldMoreSound } from './known-tracks.ts';
import { toInputSource, type MediaFile } from './media-file.ts';
import { createMixedSource } from './mixed-source.ts';
import { checkSampleTables } from './sample-tables.ts';
import type { SoundRequest } from './sound.ts';
import { chooseSoundTrack, describeChoice, listSoundTracks, toAudioTracks } from './sound-tracks.ts';
import type { Source, Warn, Workplace } from './source.ts';
import { readWebCodecsFile } from './web-codecs-source.ts';

/** The metadata of a file that is not a video. */
type OtherInfo = Exclude<MediaInfo, { kind: 'video' }>;

/** An open video, or the metadata of another file. */
type Opened = { readonly source: Source } | { readonly source: null; readonly info: OtherInfo };
/** The same, with all audio tracks of the file. */
export type OpenedFile = Opened & { readonly audioTracks: readonly AudioTrack[] };

/** The minimum stated frame rate; below it a frame would last longer than a thousand seconds. */
const minFrameRate = 0.001;

/** Opens one file as a source, and tracks all resources that must be closed. */
export class Opening {
  readonly #file: MediaFile;
  readonly #warn: Warn;
  readonly #input: Input;
  readonly #host: FfmpegHost;
  #sound: SoundSource | null = null;
  #tracks: Awaited<ReturnType<typeof listSoundTracks>> = [];

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
      this.#tracks = (await orNull(listSoundTracks(this.#input))) ?? [];
      if (video) {
        requireSize({ width: await video.getDisplayWidth(), height: await video.getDisplayHeight() });
      }
      const source = video && !detour && (await this.#openWithWebCodecs(video));
      const opened = source ? { source } : await this.#openWithFfmpeg(video, detour);
      const { sounds = [] } = this.#host.sounds ?? {};
      return { ...opened, audioTracks: toAudioTracks(sounds.length > this.#tracks.length ? sounds : this.#tracks) };
    } catch (thrown) {
      await this.#close();
      throw thrown;
    }
  }

  /** Returns why only ffmpeg reads the index correctly, or null. Throws UNSUPPORTED_MEDIA for an index that is damaged. */
  async #checkIndex(): Promise<string | null> {
    const format = await orNull(this.#input.getFormat());
    if (!(format instanceof IsobmffInputFormat)) {
      return null;
    }
    await checkSampleTables(this.#file);
    return findIndexDetour(this.#file);
  }

  /** Opens the video with WebCodecs; null if the browser does not support its codec or cannot decode its frames. */
  async #openWithWebCodecs(video: InputVideoTrack): Promise<Source | null> {
    const first = await decodeFirst(video);
    if (!first) {
      return null;
    }
    const audio = chooseSoundTrack(this.#tracks, null)?.track ?? null;
    const known = await readWebCodecsFile({ input: this.#input, video, audio, first });
    requireFrameRate(known.info.video.frameRate);
    this.#addWarning(describeReading(known.reading));
    const otherAudio = await this.#findOtherAudio();
    const file = otherAudio ? { ...known, info: { ...known.info, audio: otherAudio } } : known;
    const openAudio: Source['openAudio'] = (span, workplace, onProgress, audioTrack = null) => {
      const request = { span, workplace, onProgress, audioTrack };
      return otherAudio ? this.#openOnlySound(request) : this.#openSound(request);
    };
    // WebCodecs would weave fields into each other. Of the codecs that browsers decode, only H.264 has fields.
    const isInterlaced = (await readAvcParameters(video))?.hasFields === true;
    return createMixedSource(file, isInterlaced, this.#host, openAudio, () => this.#close(), this.#warn);
  }

  /** Returns the default audio track of a file that has more of them than mediabunny lists; else null. */
  async #findOtherAudio(): Promise<VideoInfo['audio']> {
    if (!(await mayHoldMoreSound(this.#input, this.#file, this.#tracks.length))) {
      return null;
    }
    await orNull(this.#host.open());
    const { sounds = [] } = this.#host.sounds ?? {};
    const sound = sounds.length > this.#tracks.length ? chooseSoundTrack(sounds, null) : null;
    return sound && { codec: sound.codec, channels: sound.channels, sampleRate: sound.sampleRate };
  }

  async #openWithFfmpeg(video: InputVideoTrack | null, detour: string | null): Promise<Opened> {
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
    this.#addWarning(describeReading(file.probe.reading));
    this.#addWarning(file.probe.hasOwnColours ? ownColours : null);
    const openAudio: Source['openAudio'] = (span, workplace, onProgress, audioTrack = null) =>
      this.#openOnlySound({ span, workplace, onProgress, audioTrack });
    return { source: createFfmpegSource(this.#host, file.probe, openAudio, () => this.#close(), this.#warn) };
  }

  /** Returns the metadata of an audio file; null if the file is not audio either. */
  async #findSoundInfo(contents: Contents, isDetour: boolean): Promise<SoundInfo | null> {
    const known = isDetour ? null : await orNull(readSoundInfo(this.#input, contents, this.#file));
    return known ?? (this.#host.sounds && toSoundInfo(this.#host.sounds, this.#file));
  }

  /** Opens the audio that mediabunny finds; with ffmpeg if the browser cannot decode it. */
  async #openSound(request: Request): Promise<SoundSource | null> {
    const taken = chooseSoundTrack(this.#tracks, request.audioTrack);
    if (!taken) {
      return null;
    }
    this.#addWarning(describeChoice(this.#tracks, taken, request.audioTrack));
    const { track } = taken;
    const rhythm = await orNull(readPacketRhythm(track));
    if (rhythm) {
      const { startSeconds } = await readFileClock(this.#input);
      return createTrackSource({ track, rhythm, startSeconds, delayFrames: 0 }, () => Promise.resolve());
    }
    return this.#extractSound(request, ({ probe: { sounds } }) => sounds.find(({ order }) => order === taken.order));
  }

  /** Opens the audio that ffmpeg finds, in a file that only ffmpeg can read. */
  async #openOnlySound(request: Request): Promise<SoundSource | null> {
    await this.#host.open();
    const { sounds = [], hasUnknownSound = false } = this.#host.sounds ?? {};
    const taken = chooseSoundTrack(sounds, request.audioTrack);
    if (!taken) {
      this.#addWarning(hasUnknownSound ? undecodableSound : null);
      return null;
    }
    this.#addWarning(describeChoice(sounds, taken, request.audioTrack));
    return this.#extractSound(request, () => taken);
  }

  async #extractSound({ workplace, span, onProgress }: Request, choose: (file: FfmpegFile) => FfmpegSound | undefined) {
    try {
      const file = await this.#host.open();
      const sound = file && choose(file);
      if (!sound) {
        throw new Error('ffmpeg found no audio');
      }
      // The result is played by a browser or in an editor's preview, which support two channels.
      const channels = Math.min(2, sound.channels);
      this.#sound = await openExtracted(file, { ...sound, channels }, { span, onProgress }, workplace);
      return this.#sound;
    } catch {
      this.#host.close();
      this.#warn(undecodableSound);
      return null;
    }
  }

  #addWarning(sentence: string | null): void {
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

/** Throws for frames too large for any format, before memory is allocated for one. `size` is the displayed size. */
function requireSize(size: Size): void {
  const message = describeOversizeForAll(size);
  if (message) {
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
}

function requireFrameRate(frameRate: number): void {
  if (frameRate < minFrameRate) {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: `The video's timestamps are damaged: by its index a frame lasts longer than ${1 / minFrameRate} s. Export or download the video again.`,
    });
  }
}

const undecodableSound = 'The audio cannot be decoded. The result has no audio.';

type Request = Pick<SoundRequest, 'span' | 'onProgress'> & {
  readonly workplace: Workplace;
  readonly audioTrack: number | null;
};
type FfmpegSound = FfmpegFile['probe']['sounds'][number];

const ownColours =
  'The video is in Dolby Vision (profile 5), whose colors are not supported here: the result looks green and purple. Send an HDR10 or SDR version.';

/** Returns the message about reading a file with ffmpeg. `video` is the track that mediabunny found in it. */
async function describeDetour(video: InputVideoTrack | null, { probe: { info } }: FfmpegFile): Promise<string> {
  const codec = info.video.codec.toUpperCase();
  if (!video) {
    return `This browser cannot read the file (${info.container}, ${codec}). It was read with ffmpeg in WebAssembly, which takes longer.`;
  }
  return (await orNull(video.canDecode())) === true
    ? `The file is damaged or incomplete. It was read with ffmpeg in WebAssembly, as far as possible.`
    : `This browser cannot decode ${codec}. It was decoded with ffmpeg in WebAssembly, which takes longer.`;
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
