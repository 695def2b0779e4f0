import type { Input } from 'mediabunny';

/** Sample entries of ISO base media that stand for encrypted video and sound. */
const encryptedEntries = new Set(['encv', 'enca']);

/** Whether ffmpeg may know what the browser does not. A file that cannot be read at all is a video by its first bytes: others do not get in. */
export async function isForFfmpeg(input: Input): Promise<boolean> {
  const tracks = await readTracks(input);
  return !tracks.canRead || (tracks.hasVideo && !tracks.isEncrypted);
}

/** What the file is instead of a video that can be decoded: one sentence that helps who sent it. */
export async function describeBytes(input: Input): Promise<string> {
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
  return 'The file begins like a video, but no picture can be read from it: its index is missing or damaged, as when a recording or a download was cut off.';
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
