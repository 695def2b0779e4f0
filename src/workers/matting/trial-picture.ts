import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';

/** Draws a head and shoulders in front of a wall. Without a person all mattes would be black, including wrong ones. */
export function drawBust({ width, height }: Size): Picture {
  const rgb = new Uint8Array(3 * width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      rgb.set(colourAt((x + 0.5) / width - 0.5, (y + 0.5) / height), at);
    }
  }
  return { width, height, rgb };
}

/** `x` is -0.5..0.5 from the middle, `y` is 0..1 from the top. */
function colourAt(x: number, y: number): readonly [number, number, number] {
  const isWithin = (cx: number, cy: number, rx: number, ry: number): boolean =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;
  const shade = 40 * (y + x);
  if (isWithin(-0.05, 0.33, 0.015, 0.02) || isWithin(0.05, 0.33, 0.015, 0.02)) {
    return [40, 30, 30];
  }
  if (isWithin(0, 0.46, 0.045, 0.015)) {
    return [150, 70, 70];
  }
  if (isWithin(0, 0.36, 0.115, 0.19)) {
    return [215 - shade, 165 - shade, 135 - shade];
  }
  if (isWithin(0, 0.3, 0.14, 0.2)) {
    return [60, 40, 30];
  }
  if (isWithin(0, 1.05, 0.34, 0.45) || isWithin(0, 0.55, 0.06, 0.15)) {
    return [40 + shade, 60 + shade, 120 + shade];
  }
  return [190 - shade, 200 - shade, 195 - shade];
}
