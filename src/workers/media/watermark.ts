import type { Planes } from './picture/planes.ts';

/** The watermark of the free plan, drawn once and composited over every frame. */
export type Watermark = { burn(planes: Planes, alpha: Uint8ClampedArray): void };

const text = 'offcut';
/** Limited-range luma of the letters and of the shade around them. */
const lightLuma = 235;
const darkLuma = 16;

/**
 * Creates the watermark: letters at the bottom right, a fifteenth of the frame's height, with a soft dark rim so that they are
 * visible on any background.
 */
export function createWatermark({ width, height }: { width: number; height: number }): Watermark {
  const sizePx = Math.max(12, Math.round(Math.min(width, height) / 15));
  const box = { width: Math.min(width, sizePx * 4), height: Math.min(height, Math.round(sizePx * 1.6)) };
  const left = (width - box.width) & ~1;
  const top = (height - box.height) & ~1;
  const letters = drawText(box, sizePx, false);
  const rim = drawText(box, sizePx, true);
  return {
    burn: (planes, alpha) => {
      for (let y = 0; y < box.height && top + y < height; y++) {
        for (let x = 0; x < box.width && left + x < width; x++) {
          const cover = rim[y * box.width + x] ?? 0;
          if (cover > 0) {
            burnPixel(planes, alpha, left + x, top + y, cover, letters[y * box.width + x] ?? 0);
          }
        }
      }
    },
  };
}

/** Burns a pixel. `cover` is the coverage of the watermark, `light` the share of letters in that; both 0..255. */
function burnPixel(planes: Planes, alpha: Uint8ClampedArray, x: number, y: number, cover: number, light: number): void {
  const at = y * planes.width + x;
  const chroma = (y >> 1) * planes.chromaWidth + (x >> 1);
  const share = cover / 255;
  const luma = darkLuma + ((lightLuma - darkLuma) * light) / Math.max(light, cover);
  const own = alpha[at] ?? 0;
  alpha[at] = own + (255 - own) * share;
  // Where there was no subject there is no colour to mix with, so the watermark's own colour is used.
  const mixed = own === 0 ? 1 : share;
  planes.y[at] = (planes.y[at] ?? 0) + mixed * (luma - (planes.y[at] ?? 0));
  planes.u[chroma] = (planes.u[chroma] ?? 0) + mixed * (128 - (planes.u[chroma] ?? 0));
  planes.v[chroma] = (planes.v[chroma] ?? 0) + mixed * (128 - (planes.v[chroma] ?? 0));
}

/** Returns the alpha of the drawn text, with or without the rim. */
function drawText(box: { width: number; height: number }, sizePx: number, hasRim: boolean): Uint8Array {
  const context = new OffscreenCanvas(box.width, box.height).getContext('2d');
  if (!context) {
    return new Uint8Array(box.width * box.height);
  }
  context.font = `600 ${sizePx}px system-ui, sans-serif`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.globalAlpha = 0.85;
  const at = [box.width - sizePx * 0.5, box.height / 2] as const;
  if (hasRim) {
    context.shadowColor = 'black';
    context.shadowBlur = sizePx / 8;
  }
  context.fillText(text, ...at);
  const { data } = context.getImageData(0, 0, box.width, box.height);
  return Uint8Array.from({ length: box.width * box.height }, (_, i) => data[4 * i + 3] ?? 0);
}
