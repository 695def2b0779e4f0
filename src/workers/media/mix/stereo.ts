/** The rate of every mix, in samples a second. */
export const mixRate = 48_000;

/** Samples of two channels, -1 to 1. Of what was mono both are the same array, so that work on it is done once. */
export type Stereo = { readonly left: Float32Array<ArrayBuffer>; readonly right: Float32Array<ArrayBuffer> };

export const isMono = ({ left, right }: Stereo): boolean => left === right;

/** Does the same to both channels, and only once to a mono one. */
export function mapChannels(
  sound: Stereo,
  change: (channel: Float32Array<ArrayBuffer>) => Float32Array<ArrayBuffer>,
): Stereo {
  const left = change(sound.left);
  return { left, right: isMono(sound) ? left : change(sound.right) };
}

/** Silence, mono. */
export function silence(length: number): Stereo {
  const channel = new Float32Array(length);
  return { left: channel, right: channel };
}
