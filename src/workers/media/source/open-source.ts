import { ALL_FORMATS, BlobSource, Input, type InputAudioTrack } from 'mediabunny';
import { Failure } from '#core/failure.ts';
import type { Bytes } from '#store/bytes.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { canDecode } from './decode.ts';
import { describeBytes, isForFfmpeg } from './describe.ts';
import { parseFfprobe } from './ffmpeg-probe.ts';
import { createFfmpegSource } from './ffmpeg-source.ts';
import { extractSound, type Sound } from './sound.ts';
import type { Source, Warn } from './source.ts';
import { openWebCodecsSource } from './web-codecs-source.ts';

/** Where temporary files may be written, for as long as the source is open: names that begin with `temporaryName`. */
export type Workplace = { readonly bytes: Bytes; readonly temporaryName: string };

/** Opens a file as a video. Throws UNSUPPORTED_MEDIA, with a sentence that says what the file is, when it is none. */
export async function openSource(file: File, workplace: Workplace, warn: Warn): Promise<Source> {
  if (file.size === 0) {
    throw new Failure('UNSUPPORTED_MEDIA', { message: 'The file is empty: it has no bytes at all.' });
  }
  return new Opening(file, workplace, warn).open();
}

/** One file on its way to becoming a source, with all that has to be closed again. */
class Opening {
  readonly #file: File;
  readonly #workplace: Workplace;
  readonly #warn: Warn;
  readonly #input: Input;
  #ffmpeg: { ffmpeg: Ffmpeg; path: string } | null = null;
  #sound: Sound | null = null;

  constructor(file: File, workplace: Workplace, warn: Warn) {
    this.#file = file;
    this.#workplace = workplace;
    this.#warn = warn;
    this.#input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  }

  async open(): Promise<Source> {
    try {
      return (await this.#openWithWebCodecs()) ?? (await this.#openWithFfmpeg());
    } catch (thrown) {
      await this.#close();
      throw thrown;
    }
  }

  /** Null when the container, the codec or the pictures themselves are beyond the browser. */
  async #openWithWebCodecs(): Promise<Source | null> {
    const video = await orNull(this.#input.getPrimaryVideoTrack());
    if (!video || !(await canDecode(video))) {
      return null;
    }
    const audio = await orNull(this.#input.getPrimaryAudioTrack());
    const openAudio = once(async (): Promise<InputAudioTrack | null> => {
      const isPlayable = audio !== null && (await orNull(audio.canDecode())) === true;
      return isPlayable || !audio ? audio : this.#extractSound(null);
    });
    return openWebCodecsSource(this.#input, video, audio, openAudio, () => this.#close(), this.#warn);
  }

  async #openWithFfmpeg(): Promise<Source> {
    if (!(await isForFfmpeg(this.#input))) {
      throw new Failure('UNSUPPORTED_MEDIA', { message: await describeBytes(this.#input) });
    }
    const { ffmpeg, path } = await this.#startFfmpeg();
    const probe = parseFfprobe(await ffmpeg.probe(path));
    if (!probe) {
      throw new Failure('UNSUPPORTED_MEDIA', { message: await describeBytes(this.#input) });
    }
    this.#warn(
      `This browser cannot decode ${probe.info.video.codec.toUpperCase()}; ffmpeg in WebAssembly did, which takes longer.`,
    );
    const { audioIndex } = probe;
    const openAudio = once(async () => (audioIndex === null ? null : this.#extractSound(audioIndex)));
    return createFfmpegSource(ffmpeg, path, probe, openAudio, () => this.#close(), this.#warn);
  }

  async #startFfmpeg(): Promise<{ ffmpeg: Ffmpeg; path: string }> {
    if (!this.#ffmpeg) {
      // Single-threaded, as the other core needs shared memory and is no faster at decoding one small video.
      const ffmpeg = await Ffmpeg.open('core');
      this.#ffmpeg = { ffmpeg, path: await ffmpeg.mount(this.#file) };
    }
    return this.#ffmpeg;
  }

  /** `streamIndex` is null when ffmpeg has not been asked yet what is in the file. */
  async #extractSound(streamIndex: number | null): Promise<InputAudioTrack | null> {
    try {
      const { ffmpeg, path } = await this.#startFfmpeg();
      const index = streamIndex ?? parseFfprobe(await ffmpeg.probe(path))?.audioIndex ?? null;
      if (index === null) {
        throw new Error('ffmpeg finds no sound');
      }
      const { bytes, temporaryName } = this.#workplace;
      this.#sound = await extractSound(ffmpeg, path, index, bytes, `${temporaryName}-sound.mkv`);
      return this.#sound.track;
    } catch {
      this.#warn('The sound could not be decoded; the result has none.');
      return null;
    }
  }

  async #close(): Promise<void> {
    this.#input.dispose();
    this.#ffmpeg?.ffmpeg.close();
    await this.#sound?.close();
  }
}

/** Does the work when it is first asked for, and gives the same answer from then on. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= work());
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
