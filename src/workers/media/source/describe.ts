import { ADTS, MP3, type Input } from 'mediabunny';
import type { SoundInfo } from '#core/protocol/runners.ts';
import type { FfmpegSoundProbe } from './ffmpeg-probe.ts';
import { readFileClock } from './file-clock.ts';
import { encryptedEntries, IndexBox } from './index-box.ts';
import { mayHoldMore } from './known-tracks.ts';
import type { Sliced } from './media-file.ts';
import { scanSoundDuration } from './scan-duration.ts';
import { chooseSoundTrack, listSoundTracks } from './sound-tracks.ts';

/** The content of a file as mediabunny reads it. */
export type Contents = {
  readonly canRead: boolean;
  /** The name of the container, if it can be read. */
  readonly container: string;
  readonly hasVideo: boolean;
  readonly isEncrypted: boolean;
  /** Whether the file may contain video that mediabunny does not detect. */
  readonly mayHoldMore: boolean;
  readonly hasAudio: boolean;
  readonly codec: string;
};

/**
 * Reads the contents of a file. An entirely unreadable file counts as a video because of its first bytes: other files are not
 * accepted.
 */
export async function readContents(input: Input, file: Sliced): Promise<Contents> {
  try {
    const all = await input.getTracks();
    const video = all.find((track) => track.isVideoTrack());
    const ids = await Promise.all(all.map((track) => track.getInternalCodecId()));
    const codec = (await video?.getCodec()) ?? (video && toText(await video.getInternalCodecId()));
    return {
      canRead: true,
      container: (await input.getFormat()).name,
      hasVideo: video !== undefined,
      mayHoldMore: await mayHoldMore(input, file),
      hasAudio: all.some((track) => track.isAudioTrack()),
      isEncrypted: ids.some((id) => typeof id === 'string' && encryptedEntries.includes(id)),
      codec: codec ?? 'unknown',
    };
  } catch {
    const { isEncrypted } = await IndexBox.read(file);
    const nothing = { canRead: false, container: 'unknown', hasVideo: false, hasAudio: false, codec: 'unknown' };
    return { ...nothing, mayHoldMore: true, isEncrypted };
  }
}

/** Returns whether ffmpeg may support a file that the browser does not. */
export function isForFfmpeg({ canRead, hasVideo, isEncrypted, mayHoldMore }: Contents): boolean {
  return !isEncrypted && (!canRead || hasVideo || mayHoldMore);
}

/** Returns the metadata of a file with audio and no video; null for all others. */
export async function readSoundInfo(input: Input, contents: Contents, file: Sliced): Promise<SoundInfo | null> {
  const { hasVideo, hasAudio, isEncrypted, container } = contents;
  const tracks = hasAudio && !hasVideo && !isEncrypted ? await listSoundTracks(input) : [];
  const chosen = chooseSoundTrack(tracks, null);
  if (!chosen) {
    return null;
  }
  const { track } = chosen;
  const { startSeconds, endSeconds } = await readFileClock(input);
  return {
    kind: 'sound',
    container,
    durationSeconds: (await scanRawDuration(input, file)) ?? endSeconds - startSeconds,
    audio: {
      codec: (await track.getCodec()) ?? 'unknown',
      channels: await track.getNumberOfChannels(),
      sampleRate: await track.getSampleRate(),
    },
  };
}

/** Returns the duration of MP3 or ADTS, which mediabunny guesses from the first bit rate; null for other formats. */
export async function scanRawDuration(input: Input, file: Sliced): Promise<number | null> {
  const format = await input.getFormat();
  return format === MP3 || format === ADTS ? scanSoundDuration(file) : null;
}

/** Returns the metadata of an audio file that only ffmpeg reads. */
export async function toSoundInfo(probe: FfmpegSoundProbe, file: Sliced): Promise<SoundInfo | null> {
  const { container, sounds } = probe;
  const sound = chooseSoundTrack(sounds, null);
  if (!sound) {
    return null;
  }
  const { codec, channels, sampleRate } = sound;
  // Ffmpeg too guesses the duration of these from a bit rate.
  const scanned = /^MP2\/3|^raw (?:ADTS|AC-3|E-AC-3)|AMR/.test(container) ? await scanSoundDuration(file) : null;
  const durationSeconds = scanned ?? probe.durationSeconds;
  return { kind: 'sound', container, durationSeconds, audio: { codec, channels, sampleRate } };
}

/** Returns a sentence for the user that explains why a file has no video that can be decoded. */
export function describeContents({ isEncrypted, hasVideo, hasAudio, codec }: Contents): string {
  if (isEncrypted) {
    return 'The video is encrypted (DRM). Send a file without protection.';
  }
  if (hasVideo) {
    return `Neither this browser nor ffmpeg can decode the video's codec (${codec}). Convert it to H.264 in MP4, or to VP9 in WebM.`;
  }
  if (hasAudio) {
    return 'The audio cannot be read: the file is damaged or incomplete. Save it again as WAV or MP3.';
  }
  return 'The file begins like a video, but no frame can be read from it: its index is missing or damaged, for example because a recording or a download was interrupted. Record or download it again.';
}

function toText(id: string | number | Uint8Array | null): string | null {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}
