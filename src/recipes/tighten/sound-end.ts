import { levelSeconds, type SoundLevels } from '#core/analysis/sound-levels.ts';

/** The difference between the ends of audio and video below which there is no warning. */
const unnoticedSeconds = 2;

/** Warns of audio that ends before its clip, or cannot be decoded from there on: the rest counts as silence. */
export function warnOfSoundEnd({ wide }: Pick<SoundLevels, 'wide'>, clipSeconds: number): string[] {
  const endSeconds = wide.length * levelSeconds;
  return clipSeconds - endSeconds <= unnoticedSeconds
    ? []
    : [
        `The audio ends, or is damaged, at ${endSeconds.toFixed(1)} s of ${clipSeconds.toFixed(1)} s; everything after that counts as silence. Check the last cut, or list the spans to keep in protect.`,
      ];
}
