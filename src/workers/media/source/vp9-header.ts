import type { CodedColour } from './colours.ts';

/** `color_space` of VP9 (bitstream specification, 7.2.2): 1 and 3 have the same numbers. */
const matrices: readonly (string | undefined)[] = [
  undefined,
  'smpte170m',
  'bt709',
  'smpte170m',
  undefined,
  'bt2020-ncl',
];

/** Reads the colours in the header of a VP9 key frame; null for another frame, and for profile 3, whose header differs. */
export function readVp9Colour(frame: Uint8Array): CodedColour | null {
  const at = findColourBits(frame);
  if (at === null) {
    return null;
  }
  const bits = ((frame[4] ?? 0) << 8) | (frame[5] ?? 0);
  const colour = (bits >> (12 - at)) & 15;
  return { matrix: matrices[colour >> 1] ?? null, isFullRange: (colour & 1) === 1 };
}

/**
 * Returns a copy of a VP9 frame that claims full range, which changes no pixel value; or `frame` itself if it has no such field.
 */
export function claimFullRange(frame: Uint8Array): Uint8Array {
  const at = findColourBits(frame);
  if (at === null) {
    return frame;
  }
  const claiming = frame.slice();
  claiming[4] = (claiming[4] ?? 0) | (16 >> at);
  return claiming;
}

/** Returns by how many bits the three of `color_space` and the one of `color_range` are after the start of the fifth byte. */
function findColourBits(frame: Uint8Array): 0 | 1 | null {
  const [first = 0, ...sync] = frame.subarray(0, 4);
  // frame_marker 2, the profile in two bits, lower one first, show_existing_frame 0, frame_type 0.
  const profile = ((first >> 5) & 1) | ((first >> 3) & 2);
  const isKeyFrame = first >> 6 === 2 && (first & 12) === 0 && sync.join() === '73,131,66';
  if (!isKeyFrame || profile === 3) {
    return null;
  }
  return profile === 2 ? 1 : 0;
}
