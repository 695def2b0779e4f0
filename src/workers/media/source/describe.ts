import { fileTypeFromBlob } from 'file-type';
import type { Input } from 'mediabunny';

/** Sample entries of ISO base media that stand for encrypted video and sound. */
const encryptedEntries = new Set(['encv', 'enca']);

/** Whether ffmpeg may know what the browser does not: a video, by its first bytes, and not merely one without its index. */
export async function isForFfmpeg(file: File, input: Input): Promise<boolean> {
  const tracks = await readTracks(input);
  if (tracks.canRead) {
    return tracks.hasVideo && !tracks.isEncrypted;
  }
  const type = await fileTypeFromBlob(file);
  return type?.mime.startsWith('video/') ?? false;
}

/** What the file is instead of a video that can be decoded: one sentence that helps who sent it. */
export async function describeBytes(file: File, input: Input): Promise<string> {
  const tracks = await readTracks(input);
  if (tracks.isEncrypted) {
    return 'The video is encrypted (DRM); only a file without protection can be used.';
  }
  if (tracks.hasVideo) {
    return `The video's codec (${tracks.codec}) can be decoded neither by this browser nor by ffmpeg.`;
  }
  if (tracks.hasAudio) {
    return 'The file holds sound only; a video with pictures is needed.';
  }
  const type = await fileTypeFromBlob(file);
  if (!type) {
    return "The file's bytes are of no known media format.";
  }
  const [kind] = type.mime.split('/');
  if (kind === 'video' || tracks.canRead) {
    return `The file is ${type.ext.toUpperCase()}, but no picture can be read from it: its index is missing or damaged, as when a recording or a download was cut off.`;
  }
  return `The file is ${kind === 'image' ? 'an image' : kind === 'audio' ? 'sound' : 'no video'} (${type.mime}); a video is needed.`;
}

async function readTracks(input: Input) {
  try {
    const all = await input.getTracks();
    const video = all.find((track) => track.isVideoTrack());
    const ids = await Promise.all(all.map((track) => track.getInternalCodecId()));
    const codec = (await video?.getCodec()) ?? (video && toText(await video.getInternalCodecId()));
    return {
      canRead: true,
      hasVideo: video !== undefined,
      hasAudio: all.some((track) => track.isAudioTrack()),
      isEncrypted: ids.some((id) => typeof id === 'string' && encryptedEntries.has(id)),
      codec: codec ?? 'unknown',
    };
  } catch {
    return { canRead: false, hasVideo: false, hasAudio: false, isEncrypted: false, codec: 'unknown' };
  }
}

function toText(id: string | number | Uint8Array | null): string | null {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}
