/**
 * The signal of the matrix. Each frame contains its number, a white flash and a beep coincide once a second, and a
 * quiet tone under the beeps makes missing audio measurable.
 */
export type Marks = {
  readonly seconds: number;
  /** The speed of the beeps, 1 by default: above 1 they are early. */
  readonly speed?: number;
  /** The beeps alone, with digital silence between them. */
  readonly isToneOff?: boolean;
};

export const soundRate = 48_000;
/** Frames are blocks: two rows of four that flash, and two rows of four bits. */
export const blocksAcross = 4;
export const beepSeconds = 0.1;
export const beepHertz = 1000;
const toneHertz = 300;
const beepLevel = 0.5;
const toneLevel = 0.05;
const levels = { rest: 96, flash: 235, zero: 16, one: 235 } as const;

/** Returns the times of the complete beeps in a signal of this duration. */
export const listBeeps = (seconds: number, startSeconds = 0): number[] =>
  Array.from({ length: Math.ceil(startSeconds + seconds) }, (_, index) => index + 0.5 - startSeconds).filter(
    (time) => time >= 0 && time + beepSeconds <= seconds,
  );

const isMarked = (seconds: number): boolean => (seconds + 0.5) % 1 < beepSeconds - 1e-6;

/**
 * Returns raw grey frames of one byte for each block, from a time of the signal on. The numbers of at most 256 frames
 * are distinguished.
 */
export function drawPictures(frameRate: number, seconds: number, fromSeconds = 0): Buffer {
  const first = Math.round(frameRate * fromSeconds);
  return Buffer.concat(
    Array.from({ length: Math.round(frameRate * seconds) }, (_, index) => {
      const number = first + index;
      const top = isMarked(number / frameRate) ? levels.flash : levels.rest;
      const bits = Array.from({ length: 8 }, (_unused, bit) => ((number >> bit) & 1 ? levels.one : levels.zero));
      return Buffer.from([...Array.from({ length: 8 }, () => top), ...bits]);
    }),
  );
}

/** Returns the number in a frame of four by four blocks; null if it shows something else, such as black. */
export function readNumber(blocks: Uint8Array): number | null {
  const top = blocks.subarray(0, 8).reduce((sum, value) => sum + value, 0) / 8;
  const bits = [...blocks.subarray(8, 16)];
  return top < 60 ? null : bits.reduce((sum, value, bit) => sum + (value > 128 ? 2 ** bit : 0), 0);
}

/** Returns mono samples of 16 bits at 48 kHz. */
export function playMarks({ seconds, speed = 1, isToneOff = false }: Marks): Buffer {
  const samples = new Int16Array(Math.round(seconds * soundRate));
  for (let at = 0; at < samples.length; at += 1) {
    const time = at / soundRate;
    const tone = isToneOff ? 0 : toneLevel * Math.sin(2 * Math.PI * toneHertz * time);
    const beep = isMarked(time * speed) ? beepLevel * Math.sin(2 * Math.PI * beepHertz * time) : 0;
    samples[at] = Math.round(32_767 * (tone + beep));
  }
  return Buffer.from(samples.buffer);
}
