import type { Picture } from '#core/lib/picture.ts';
import { fitInside } from '#workers/media/picture/fit-inside.ts';
import type { DecodedPicture, Source } from '#workers/media/source/source.ts';
import { decodeFrames, frameTimes, probe } from '#test/support/native.ts';

/** A clip decoded by native ffmpeg, for analyses that run in Node. */
export type ReadClip = {
  readonly width: number;
  readonly height: number;
  readonly times: readonly number[];
  readonly source: Source;
  /** All frames, with this number of pixels on the longer side. */
  readonly getPictures: (longSidePx: number) => Promise<Picture[]>;
};

/** The frame size for analyses, which scale frames down anyway; it saves memory. */
const longSidePx = 640;

export async function readClip(file: string): Promise<ReadClip> {
  const { width = 0, height = 0 } = (await probe(file)).streams.find(({ codec_type: type }) => type === 'video') ?? {};
  const times = await frameTimes(file);
  const size = fitInside({ width, height }, longSidePx);
  const frames = await decodeFrames(file, { ...size, pixels: 'yuv420p' });
  const getPictures = async (longest: number): Promise<Picture[]> => {
    const small = fitInside({ width, height }, longest);
    return (await decodeFrames(file, { ...small, pixels: 'rgb24' })).map((rgb) => ({ ...small, rgb }));
  };
  return { width, height, times, getPictures, source: toSource(size, times, frames) };
}

function toSource(
  { width, height }: { width: number; height: number },
  times: readonly number[],
  frames: readonly Uint8Array[],
): Source {
  const last = times.at(-1) ?? 0;
  const frameSeconds = last / Math.max(1, times.length - 1);
  const durationSeconds = last + frameSeconds;
  const pictures = async function* (): AsyncGenerator<DecodedPicture, void> {
    for (const [at, bytes] of frames.entries()) {
      const seconds = times[at] ?? last;
      yield {
        timestampUs: Math.round(1e6 * seconds),
        durationUs: Math.round(1e6 * ((times[at + 1] ?? durationSeconds) - seconds)),
        read: async (target) => {
          target.bytes.set(bytes);
          return null;
        },
        toVideoFrame: () => null,
        close: () => undefined,
      };
    }
  };
  return {
    info: {
      kind: 'video',
      container: 'decoded',
      durationSeconds,
      video: { codec: 'none', width, height, frameRate: 1 / frameSeconds, rotation: 0 },
      audio: null,
    },
    colour: { matrix: 'bt709', tags: null },
    statedEndSeconds: null,
    whole: { startSeconds: 0, endSeconds: durationSeconds, isTrimmed: false },
    openAudio: async () => null,
    pictures,
    keyFrameAt: async () => null,
    times: async () => [...times],
    close: async () => undefined,
  };
}
