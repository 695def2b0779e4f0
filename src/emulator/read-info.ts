import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import { Failure } from '#core/lib/failure.ts';
import type { MediaInfo } from '#core/protocol/runners.ts';

/** The first bytes of images, by the name of their format. */
const pictures = { PNG: [0x89, 0x50], JPEG: [0xff, 0xd8], GIF: [0x47, 0x49], BMP: [0x42, 0x4d] } as const;

/** Reads the metadata of a file without decoding it. Throws UNSUPPORTED_MEDIA for a file that is not media. */
export async function readInfo(file: Blob): Promise<MediaInfo> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const isWebp = new TextDecoder().decode(head.slice(8, 12)) === 'WEBP';
  const container = isWebp
    ? 'WebP'
    : Object.entries(pictures).find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0];
  if (container !== undefined) {
    return { kind: 'picture', container };
  }
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  try {
    return await readTracks(input);
  } catch (cause) {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: 'The file could not be read as a video, an image or audio. Check that it is complete.',
      cause,
    });
  }
}

async function readTracks(input: Input): Promise<MediaInfo> {
  const [format, durationSeconds, video, audio] = await Promise.all([
    input.getFormat(),
    input.computeDuration(),
    input.getPrimaryVideoTrack(),
    input.getPrimaryAudioTrack(),
  ]);
  const sound = audio && {
    codec: audio.codec ?? 'unknown',
    channels: audio.numberOfChannels,
    sampleRate: audio.sampleRate,
  };
  const container = format.name;
  if (video) {
    const { averagePacketRate } = await video.computePacketStats(100);
    const { displayWidth: width, displayHeight: height, codec, rotation } = video;
    const frameRate = Math.max(1, Math.round(100 * averagePacketRate) / 100);
    const described = { codec: codec ?? 'unknown', width, height, frameRate, rotation };
    return { kind: 'video', container, durationSeconds, video: described, audio: sound };
  }
  if (sound) {
    return { kind: 'sound', container, durationSeconds, audio: sound };
  }
  throw new Error('no tracks');
}
