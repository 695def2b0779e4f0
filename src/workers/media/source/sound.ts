import { BlobSource, Input, MATROSKA, type InputAudioTrack } from 'mediabunny';
import type { Bytes } from '#store/bytes.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';

const pieceBytes = 1024 * 1024;

/** Sound that was brought to a form that mediabunny reads, in a file that goes when it is closed. */
export type Sound = { readonly track: InputAudioTrack | null; close(): Promise<void> };

/**
 * Has ffmpeg write one audio stream of a mounted file, without loss and with its own times, to a temporary file of the
 * store: what WebCodecs cannot decode (AC-3, MPEG-4 in AVI, ...) can be used all the same.
 */
export async function extractSound(
  ffmpeg: Ffmpeg,
  path: string,
  streamIndex: number,
  bytes: Bytes,
  temporaryName: string,
): Promise<Sound> {
  const from = ['-hide_banner', '-nostats', '-copyts', '-i', path, '-map', `0:${streamIndex}`];
  const args = [...from, '-ac', '2', '-c:a', 'flac', '-f', 'matroska', '/stream'];
  const sink = await bytes.create(temporaryName);
  try {
    for await (const message of ffmpeg.stream(args, pieceBytes, '')) {
      if ('piece' in message) {
        await sink.write(message.piece);
      }
    }
    await sink.close();
  } catch (thrown) {
    await sink.abort();
    await bytes.remove(temporaryName);
    throw thrown;
  }
  const input = new Input({ formats: [MATROSKA], source: new BlobSource(await bytes.read(temporaryName)) });
  return {
    track: await input.getPrimaryAudioTrack(),
    close: async () => {
      input.dispose();
      await bytes.remove(temporaryName);
    },
  };
}
