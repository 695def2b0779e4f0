import type { Stereo } from './stereo.ts';

/** The gains of a channel in left and right. */
type Shares = readonly [left: number, right: number];

const half = Math.SQRT1_2;
const left: Shares = [1, 0];
const right: Shares = [0, 1];
const centre: Shares = [half, half];
const surroundLeft: Shares = [half, 0];
const surroundRight: Shares = [0, half];
const none: Shares = [0, 0];
/** A single back channel goes to both sides, each another 3 dB lower. */
const back: Shares = [0.5, 0.5];

/**
 * The gains for two channels, from ITU-R BS.775: centre and surround 3 dB lower, without the low-frequency channel. Channels are in
 * SMPTE order, which browsers, ffmpeg and WAV use. As in browsers, the sum is not attenuated to avoid clipping.
 */
const layouts: Readonly<Record<number, readonly Shares[]>> = {
  3: [left, right, centre],
  4: [left, right, surroundLeft, surroundRight],
  5: [left, right, centre, surroundLeft, surroundRight],
  6: [left, right, centre, none, surroundLeft, surroundRight],
  7: [left, right, centre, none, back, surroundLeft, surroundRight],
  8: [left, right, centre, none, surroundLeft, surroundRight, surroundLeft, surroundRight],
};

/** Mixes any number of channels down to two; of more than eight, the first two are used. */
export function downMix(channels: readonly Float32Array<ArrayBuffer>[]): Stereo {
  const [first = new Float32Array(0), second = first] = channels;
  const layout = layouts[channels.length];
  if (!layout) {
    return { left: first, right: second };
  }
  const mixed = { left: new Float32Array(first.length), right: new Float32Array(first.length) };
  layout.forEach(([toLeft, toRight], index) => {
    const channel = channels[index] ?? first;
    addScaled(channel, toLeft, mixed.left);
    addScaled(channel, toRight, mixed.right);
  });
  return mixed;
}

function addScaled(channel: Float32Array, share: number, target: Float32Array): void {
  if (share === 0) {
    return;
  }
  for (let i = 0; i < target.length; i += 1) {
    target[i] = (target[i] ?? 0) + share * (channel[i] ?? 0);
  }
}
