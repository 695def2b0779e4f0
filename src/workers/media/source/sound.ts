import { BlobSource, Input, MATROSKA, type InputAudioTrack } from 'mediabunny';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { FfmpegSoundProbe } from './ffmpeg-probe.ts';
import type { Scratch, Span } from './source.ts';

const pieceBytes = 1024 * 1024;
/** Sound is taken from so much earlier on, as packets lie across the start of a span. */
const marginSeconds = 1;

/** Sound that was brought to a form that mediabunny reads, in a file that goes when it is closed. */
export type Sound = { readonly track: InputAudioTrack | null; close(): Promise<void> };

/** A file that ffmpeg has open. */
export type FfmpegSoundFile = {
  readonly ffmpeg: Ffmpeg;
  readonly path: string;
  readonly probe: Pick<FfmpegSoundProbe, 'clock' | 'seekStartSeconds'>;
};

/** Gaps and overlaps that are longer, and clocks that drift further, are corrected by silence or by leaving samples out. */
const correctedSeconds = 0.01;

/** What to take, and who is told how far it is, as a share of the span. */
export type SoundRequest = {
  readonly streamIndex: number;
  /** So many are written; where that is fewer than there are, they are mixed down. */
  readonly channels: number;
  readonly span: Span;
  readonly onProgress: (share: number) => void;
};

/**
 * Has ffmpeg write one audio stream of a file, without loss and with its own times, to a temporary file of the store: what
 * WebCodecs cannot decode (AC-3, MPEG-4 in AVI, ...) can be used all the same. Without WebCodecs for audio, as in Safari before
 * version 26, the samples are not compressed, since mediabunny itself reads only those.
 */
export async function extractSound(
  file: FfmpegSoundFile,
  request: SoundRequest,
  bytes: Scratch,
  temporaryName: string,
): Promise<Sound> {
  const sink = await bytes.create(temporaryName);
  try {
    for await (const message of file.ffmpeg.stream(toArguments(file, request), pieceBytes, 'time=')) {
      if ('piece' in message) {
        await sink.write(message.piece);
      } else {
        report(message.line, file.probe.clock.startSeconds, request);
      }
    }
    await sink.close();
  } catch (thrown) {
    await sink.abort();
    await bytes.remove(temporaryName);
    throw thrown;
  }
  const input = new Input({ formats: [MATROSKA], source: new BlobSource(await bytes.read(temporaryName)) });
  const close = async (): Promise<void> => {
    input.dispose();
    await bytes.remove(temporaryName);
  };
  try {
    return { track: await input.getPrimaryAudioTrack(), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function toArguments({ path, probe }: FfmpegSoundFile, { streamIndex, channels, span }: SoundRequest): string[] {
  const shift = probe.clock.startSeconds - probe.seekStartSeconds;
  const start = span.startSeconds - marginSeconds + shift;
  const seek = start > 0 ? ['-ss', String(start)] : [];
  const stop = span.isTrimmed ? ['-to', String(span.endSeconds + marginSeconds + shift)] : [];
  const log = ['-loglevel', 'info', '-hide_banner', '-stats', '-stats_period', '0.5'];
  const from = ['-copyts', ...seek, ...stop, '-i', path, '-map', `0:${streamIndex}`];
  // An encoder counts samples: without this filter it would close the gaps between packets.
  const filter = `aresample=async=1:min_hard_comp=${correctedSeconds}`;
  // The file begins with the clock: Matroska has no negative times, and its muxer would move them all.
  const shifted = ['-output_ts_offset', String(-probe.clock.startSeconds)];
  const codec = 'AudioDecoder' in globalThis ? 'flac' : 'pcm_s24le';
  const coded = ['-af', filter, '-ac', String(channels), '-c:a', codec];
  return [...log, ...from, ...coded, ...shifted, '-f', 'matroska', '/stream'];
}

function report(line: string, clockStartSeconds: number, { span, onProgress }: SoundRequest): void {
  const [, hours, minutes, seconds] = /time=(\d+):(\d+):([\d.]+)/.exec(line) ?? [];
  const at = 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds) - clockStartSeconds;
  const done = at - span.startSeconds;
  const length = span.endSeconds - span.startSeconds;
  if (length > 0 && done > 0) {
    onProgress(Math.min(1, done / length));
  }
}
