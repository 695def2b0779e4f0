import { levelSeconds, type SoundLevels } from '#core/analysis/sound-levels.ts';

/** Sound may end so much earlier than the picture without a word. */
const unnoticedSeconds = 2;

/** What there is to say of a sound that ends before its clip does, or cannot be decoded from there on: the rest counts as silence. */
export function warnOfSoundEnd({ wide }: Pick<SoundLevels, 'wide'>, clipSeconds: number): string[] {
  const endSeconds = wide.length * levelSeconds;
  return clipSeconds - endSeconds <= unnoticedSeconds
    ? []
    : [
        `The sound ends, or is damaged, at ${endSeconds.toFixed(1)} s of ${clipSeconds.toFixed(1)} s; what is behind that counts as silence. Look at the last cut, or name in protect what is to stay.`,
      ];
}
