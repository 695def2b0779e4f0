import { size, type Frame } from './pictures.ts';

/** A part of the frame, in shares of its sides. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
/** The level of an overlay at a position, in shares of the frame. */
export type Look = (x: number, y: number) => number;

/** A bar over the whole height. */
export const bar = (left: number, width: number): Box => ({ left, top: 0, width, height: 1 });

/** A bar at one of the four sides or across the middle, or a square. */
export function place(share: number, turn: number): Box {
  const side = Math.sqrt(share);
  const boxes: Box[] = [
    bar(0, share),
    bar(1 - share, share),
    bar(0.5 - share / 2, share),
    { left: 0, top: 1 - share, width: 1, height: share },
    { left: (1 - side) / 2, top: (1 - side) / 2, width: side, height: side },
    { left: 0.9 * (1 - side), top: 0.9 * (1 - side), width: side, height: side },
  ];
  return boxes[Math.floor(turn * boxes.length)] ?? bar(0, share);
}

/** Slanted stripes of two levels. */
export const stripes =
  (level: number, phase: number): Look =>
  (x, y) =>
    Math.sin(60 * x + 20 * y + 6 * phase) > 0.3 ? 255 - level : level;

/** Draws a texture over a part of a frame. */
export function overlay(picture: Frame, { left, top, width, height }: Box, look: Look): Frame {
  const drawn = picture.slice();
  for (let at = 0; at < drawn.length; at++) {
    const [x, y] = [(at % size.width) / size.width, Math.floor(at / size.width) / size.height];
    if (x >= left && x < left + width && y >= top && y < top + height) {
      drawn[at] = look(x, y);
    }
  }
  return drawn;
}
