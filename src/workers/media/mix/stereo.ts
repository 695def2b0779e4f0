/** The sample rate of every mix, in Hz. */
export const mixRate = 48_000;

/** Samples of two channels, -1 to 1. For mono audio both are the same array, so that it is processed once. */
export type Stereo = { readonly left: Float32Array<ArrayBuffer>; readonly right: Float32Array<ArrayBuffer> };

export const isMono = ({ left, right }: Stereo): boolean => left === right;

/** Applies a function to both channels, and only once for mono. */
export function mapChannels(
  sound: Stereo,
  change: (channel: Float32Array<ArrayBuffer>) => Float32Array<ArrayBuffer>,
): Stereo {
  const left = change(sound.left);
  return { left, right: isMono(sound) ? left : change(sound.right) };
}

/** Creates silence, in mono. */
export function silence(length: number): Stereo {
  const channel = new Float32Array(length);
  return { left: channel, right: channel };
}
