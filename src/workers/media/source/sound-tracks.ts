import type { Input, InputAudioTrack } from 'mediabunny';
import { nameAudioTrack } from '#core/model/audio-track-name.ts';
import { describeMissingTrack } from '#core/model/audio-tracks.ts';
import type { AudioTrack } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import { shorten } from '#core/lib/shorten.ts';

/** An audio track as its container describes it. */
export type SoundTrack = {
  /**
   * The number among all audio tracks of the file, in file order from 0, including undecodable tracks. It is the same whether
   * mediabunny or ffmpeg reads the file.
   */
  readonly order: number;
  readonly codec: string;
  readonly channels: number;
  /** The layout in the names of ffmpeg; null if the container does not state it. */
  readonly channelLayout: string | null;
  /** ISO 639-2, as in containers; null or `und` if it is unknown. */
  readonly language: string | null;
  readonly title: string | null;
  /** Whether the container flags it as a default track; several tracks can be flagged, or none. */
  readonly isDefault: boolean;
};

/** Lists the audio tracks of a file, decodable or not. */
export async function listSoundTracks(input: Input): Promise<(SoundTrack & { readonly track: InputAudioTrack })[]> {
  const tracks = await input.getAudioTracks();
  return Promise.all(
    tracks.map(async (track, order) => ({
      track,
      order,
      codec: (await track.getCodec()) ?? toCodecName(await track.getInternalCodecId()),
      channels: await track.getNumberOfChannels(),
      channelLayout: null,
      language: await track.getLanguageCode(),
      title: await track.getName(),
      isDefault: (await track.getDisposition()).default,
    })),
  );
}

/** Returns the container's own name of a codec that mediabunny does not know, such as `A_TRUEHD` in Matroska. */
const toCodecName = (id: string | number | Uint8Array | null): string =>
  typeof id === 'string' ? id.replace(/^A_/, '').toLowerCase() : 'unknown';

/**
 * Chooses the track to use: the one of index `audioTrack`; if that is null, the first that its container flags as default, or else
 * the first. Null for an empty list. Throws VALIDATION_FAILED if the file has no track of that index.
 */
export function chooseSoundTrack<T extends SoundTrack>(tracks: readonly T[], audioTrack: number | null): T | null {
  if (audioTrack === null) {
    return tracks.find(({ isDefault }) => isDefault) ?? tracks[0] ?? null;
  }
  const chosen = tracks.find(({ order }) => order === audioTrack);
  if (!chosen) {
    const message = describeMissingTrack(audioTrack, tracks.length);
    throw new Failure('VALIDATION_FAILED', { message, details: [{ path: 'audioTrack', message }] });
  }
  return chosen;
}

/** Returns whether a file could not be opened because it has no audio track of the given number. */
export const isMissingTrack = (thrown: unknown): boolean =>
  thrown instanceof Failure && thrown.code === 'VALIDATION_FAILED';

/** Returns the metadata of the tracks of a file. */
export function toAudioTracks(tracks: readonly SoundTrack[]): AudioTrack[] {
  const used = chooseSoundTrack(tracks, null);
  return tracks.map((track) => ({ index: track.order, ...toFacts(track), isDefault: track === used }));
}

function toFacts({ codec, channels, channelLayout, language, ...track }: SoundTrack) {
  const title = toPlainText(track.title ?? '');
  return {
    codec,
    channels,
    channelLayout: channelLayout ?? nameChannels(channels),
    ...(language && language !== 'und' && { language }),
    ...(title && { title }),
  };
}

/** Removes control characters from a title: QuickTime has a binary header before the letters. */
const toPlainText = (title: string): string => shorten(title.replaceAll(/[\p{Cc}\ufffd]/gu, '').trim(), 200);

/** The usual layouts by their number of channels, in the names of ffmpeg. */
const usualLayouts = ['mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'];

const nameChannels = (channels: number): string => usualLayouts[channels - 1] ?? `${channels} channels`;

/**
 * Returns a sentence that names the used track and the others; null if the file has only one, or if `audioTrack` chose the track.
 */
export function describeChoice(
  tracks: readonly SoundTrack[],
  used: SoundTrack,
  audioTrack: number | null,
): string | null {
  const rest = tracks.filter((track) => track !== used);
  if (rest.length === 0 || audioTrack !== null) {
    return null;
  }
  const toName = (track: SoundTrack): string => `${track.order} (${nameAudioTrack(toFacts(track))})`;
  const others = new Intl.ListFormat('en').format(rest.map(toName));
  return `The file has ${tracks.length} audio tracks: ${toName(used)} is used, ${others} ${rest.length === 1 ? 'is' : 'are'} not. Set audioTrack to use another one.`;
}
