import type { TimelineDocument } from '#core/timeline/document.ts';
import type { MediaInfo } from '#core/protocol/runners.ts';
import { openBytes } from '#store/bytes.ts';
import type { Loudness } from '#workers/media/mix/loudness.ts';
import { withMeter } from '#workers/media/mix/loudness.ts';
import { openMix } from '#workers/media/mix/mix.ts';
import { createOpenSound, openSoundFile } from '#workers/media/mix/open-sound.ts';
import type { SoundSource } from '#workers/media/mix/sound-source.ts';
import { writeSound } from '#workers/media/mix/write-sound.ts';
import { createPlanes } from '#workers/media/picture/planes.ts';
import { openSinks } from '#workers/media/sinks/open-sinks.ts';
import { openFile } from '#workers/media/source/open-source.ts';

/**
 * A request for the facts of a file, for its decoded audio from a time on, or for an exported canvas whose assets are
 * at addresses.
 */
export type SoundAsked =
  | { readonly ask: 'probe'; readonly url: string }
  | { readonly ask: 'watch'; readonly url: string }
  | { readonly ask: 'decode'; readonly url: string; readonly fromSeconds: number; readonly toSeconds: number }
  | {
      readonly ask: 'make';
      readonly document: TimelineDocument;
      readonly urls: Readonly<Record<string, string>>;
      readonly format: 'wav' | 'm4a' | 'webm' | 'mp4' | 'mov';
      /** Whether to decode the export here, instead of returning the file. */
      readonly isRead?: boolean;
    };

/** The times at which dark frames become light ones, in seconds, and the warnings of opening and decoding. */
export type Watched = { readonly flashes: readonly number[]; readonly warnings: readonly string[] };

/**
 * The times in seconds at which the left channel rises above a quarter of full scale; the duration, and the loudest
 * sample in each channel.
 */
export type Heard = {
  readonly clicks: readonly number[];
  readonly seconds: number;
  readonly peaks: readonly [left: number, right: number];
};
/** A file in base64. */
export type SoundFileMade = {
  readonly file: string;
  readonly heard: Heard | null;
  readonly loudness: Loudness | null;
  readonly warnings: readonly string[];
};

const bytes = openBytes();
const workplace = { bytes, temporaryName: 'test' };
const everything = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };

async function fetchFile(url: string): Promise<File> {
  const response = await fetch(url);
  return new File([await response.blob()], 'sound');
}

async function probe(url: string): Promise<MediaInfo> {
  const opened = await openFile(await fetchFile(url), () => undefined);
  if (!opened.source) {
    return opened.info;
  }
  await opened.source.close();
  return opened.source.info;
}

async function watch(url: string): Promise<Watched> {
  const warnings = new Set<string>();
  const { source } = await openFile(await fetchFile(url), (sentence) => void warnings.add(sentence));
  if (!source) {
    return { flashes: [], warnings: [...warnings] };
  }
  const { width, height } = source.info.video;
  const planes = createPlanes(width, height);
  const flashes: number[] = [];
  let wasLight = false;
  for await (const picture of source.pictures(source.whole)) {
    await picture.read(planes);
    const isLight = (planes.y[(width * height) >> 1] ?? 0) > 128;
    if (isLight && !wasLight) {
      flashes.push(picture.timestampUs / 1e6);
    }
    wasLight = isLight;
    picture.close();
  }
  await source.close();
  return { flashes, warnings: [...warnings] };
}

async function decode(file: File, fromSeconds: number, toSeconds: number): Promise<Heard> {
  const source = await openSoundFile(file, everything, workplace);
  if (!source) {
    throw new Error('the file has no audio');
  }
  const heard = await listen(source, fromSeconds, toSeconds);
  await source.close();
  return heard;
}

async function listen(source: SoundSource, fromSeconds: number, toSeconds: number): Promise<Heard> {
  const { sampleRate } = source;
  const clicks: number[] = [];
  const peaks: [number, number] = [0, 0];
  let seconds = 0;
  for await (const { at, sound } of source.read(Math.round(fromSeconds * sampleRate))) {
    sound.left.forEach((sample, i) => {
      const time = (at + i) / sampleRate;
      peaks[0] = Math.max(peaks[0], Math.abs(sample));
      peaks[1] = Math.max(peaks[1], Math.abs(sound.right[i] ?? 0));
      if (Math.abs(sample) > 0.25 && time >= fromSeconds && time - (clicks.at(-1) ?? -1) > 0.1) {
        clicks.push(time);
      }
    });
    seconds = (at + sound.left.length) / sampleRate;
    if (seconds > toSeconds) {
      break;
    }
  }
  return { clicks, seconds, peaks };
}

async function make({ document, urls, format, isRead }: Extract<SoundAsked, { ask: 'make' }>): Promise<SoundFileMade> {
  const warnings: string[] = [];
  const warn = (sentence: string): void => void warnings.push(sentence);
  const assets = Object.fromEntries(Object.keys(urls).map((file) => [file, { file, mimeType: '' }]));
  const names = await Promise.all(Object.entries(urls).map(([name, url]) => store(name, url)));
  const openSound = createOpenSound(workplace);
  const sound = withMeter(await openMix({ document, span: null, assets, openSound, warn }));
  const { mix } = sound;
  const file = `made.${format}`;
  if (format === 'wav' || format === 'm4a') {
    await writeSound(mix, { bytes, file, format }, () => undefined);
  } else {
    const seconds = mix.frameCount / 48_000;
    const span = { startSeconds: 0, endSeconds: seconds, isTrimmed: false };
    const spec = {
      file,
      format,
      width: 64,
      height: 48,
      // Only the audio matters: more frames would only take time.
      frameRate: 1,
      quality: 'fast',
      background: '#000000',
    } as const;
    const colour = { matrix: 'bt709', tags: null } as const;
    const sinks = await openSinks([{ ...spec, colour, hasAlpha: false }], { bytes, sound: mix, span, warn }, null);
    const planes = createPlanes(64, 48);
    for (let at = 0; at < seconds; at += 1) {
      await sinks.write({
        colour: planes,
        alpha: null,
        timestampUs: at * 1e6,
        durationUs: 1e6,
        isKeyWanted: false,
      });
    }
    await sinks.close(() => undefined);
  }
  await mix.close();
  const made = await bytes.read(file);
  const heard = isRead ? await decode(made, 0, Number.POSITIVE_INFINITY) : null;
  const answer = { file: isRead ? '' : await toBase64(made), heard, loudness: sound.read(), warnings };
  await Promise.all([...names, file].map((name) => bytes.remove(name)));
  return answer;
}

async function store(name: string, url: string): Promise<string> {
  const sink = await bytes.create(name);
  await sink.write(new Uint8Array(await (await fetchFile(url)).arrayBuffer()));
  await sink.close();
  return name;
}

async function toBase64(file: Blob): Promise<string> {
  const letters: string[] = [];
  for (const byte of new Uint8Array(await file.arrayBuffer())) {
    letters.push(String.fromCharCode(byte));
  }
  return btoa(letters.join(''));
}

async function answer(asked: SoundAsked): Promise<MediaInfo | Heard | SoundFileMade | Watched> {
  if (asked.ask === 'watch') {
    return watch(asked.url);
  }
  if (asked.ask === 'probe') {
    return probe(asked.url);
  }
  return asked.ask === 'make' ? make(asked) : decode(await fetchFile(asked.url), asked.fromSeconds, asked.toSeconds);
}

addEventListener('message', ({ data }: MessageEvent<SoundAsked>) => {
  answer(data).then(postMessage, (thrown: unknown) =>
    postMessage(thrown instanceof Error ? `${thrown.message} ${thrown.stack ?? ''}` : String(thrown)),
  );
});
