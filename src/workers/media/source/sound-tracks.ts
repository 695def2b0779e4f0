/** A sound track as it can be named to a person. */
export type SoundTrack = {
  readonly codec: string;
  readonly channels: number;
  /** ISO 639-2, as containers have it; null or `und` when it is not said. */
  readonly language: string | null;
  readonly isDefault: boolean;
};

/** A sentence that says which of several tracks the result has, and which it leaves out; null when there is only one. */
export function describeChoice(tracks: readonly SoundTrack[], taken: SoundTrack): string | null {
  const rest = tracks.filter((track) => track !== taken);
  if (rest.length === 0) {
    return null;
  }
  const names = rest.map(toName).join('; ');
  return `The video has ${tracks.length} sound tracks; the result has ${toName(taken)} and leaves out ${names}.`;
}

function toName({ codec, channels, language }: SoundTrack): string {
  const layout = { 1: 'mono', 2: 'stereo' }[channels] ?? `${channels} channels`;
  return [toLanguage(language), codec.toUpperCase(), layout].filter(Boolean).join(' ');
}

function toLanguage(code: string | null): string {
  if (!code || code === 'und') {
    return '';
  }
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code; // Not every file's code is one.
  }
}
