import { BlobSource, Input, MATROSKA, type InputAudioTrack } from 'mediabunny';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { FfmpegSoundProbe } from './ffmpeg-probe.ts';
import type { Scratch, Span } from './source.ts';

const pieceBytes = 1024 * 1024;
/** The margin before a span from which audio is read, because a packet may cross the start of the span. */
const marginSeconds = 1;

/** Audio converted to a format that mediabunny reads, in a temporary file that `close` removes. */
export type Sound = { readonly track: InputAudioTrack | null; close(): Promise<void> };

/** A file that ffmpeg has open. */
export type FfmpegSoundFile = {
  readonly ffmpeg: Ffmpeg;
  readonly path: string;
  readonly probe: Pick<FfmpegSoundProbe, 'clock' | 'seekStartSeconds'>;
};

/** The minimum gap, overlap or drift that is corrected by silence or by skipping samples. */
const correctedSeconds = 0.01;

/** The stream to extract, and a callback for the progress, as a share of the span. */
export type SoundRequest = {
  readonly streamIndex: number;
  /** The number of channels to write; if there are more, they are mixed down. */
  readonly channels: number;
  readonly span: Span;
  readonly onProgress: (share: number) => void;
};

/**
 * Extracts one audio stream of a file with ffmpeg, lossless and with its own timestamps, to a temporary file of the store. This
 * supports audio that WebCodecs cannot decode (AC-3, MPEG-4 in AVI, ...). Without WebCodecs for audio, as in Safari before version
 * 26, the samples are not compressed, since mediabunny itself reads only those.
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
  // The file begins at the clock's start: Matroska has no negative timestamps, and its muxer would shift all of them.
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
