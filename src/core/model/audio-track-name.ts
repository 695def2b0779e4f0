import type { AudioTrack } from '../protocol/engine-tasks.ts';

/** Returns the name of an audio track for users: `English AAC 5.1 "Commentary"`. */
export function nameAudioTrack({
  codec,
  channelLayout,
  language,
  title,
}: Omit<AudioTrack, 'index' | 'isDefault'>): string {
  const parts = [toLanguage(language), codec.toUpperCase(), channelLayout, title && `"${title}"`];
  return parts.filter(Boolean).join(' ');
}

function toLanguage(code: string | undefined): string {
  if (!code || code === 'und') {
    return '';
  }
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code; // Files may contain text that is not a language code.
  }
}
