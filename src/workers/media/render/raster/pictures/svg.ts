import { initWasm, Resvg } from '@resvg/resvg-wasm';
import wasmUrl from '@resvg/resvg-wasm/index_bg.wasm?url';
import type { Size } from '#core/lib/size.ts';
import { createDrawing } from '../canvas.ts';
import type { OpenPicture } from './open-picture.ts';
import { requireSize } from './require-size.ts';

let started: Promise<void> | null = null;

/** Starts the renderer once per worker. After a failed download, the next drawing tries again. */
async function start(): Promise<void> {
  started ??= initWasm(fetch(wasmUrl));
  try {
    await started;
  } catch (error) {
    started = null;
    throw error;
  }
}

/** Opens a vector image, which is sharp at every size. It loads nothing: external references are left out. */
export async function openSvg(file: Blob): Promise<OpenPicture> {
  await start();
  const source = await file.text();
  const { width, height } = withDrawing(source, {}, (drawing) => ({ width: drawing.width, height: drawing.height }));
  requireSize({ width, height }, () => undefined);
  return {
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
    isVector: true,
    remark: /<text[\s>]/.test(source)
      ? 'its text is not shown, because SVG images contain no fonts. Save it with its text as paths.'
      : null,
    frameIndexAt: () => 0,
    draw: async (_, size) => drawSvg(source, size),
    close: () => undefined,
  };
}

type Drawing = InstanceType<typeof Resvg>;

/** Parses the image, and frees it after `use`. */
function withDrawing<T>(
  source: string,
  options: ConstructorParameters<typeof Resvg>[1],
  use: (drawing: Drawing) => T,
): T {
  const drawing = new Resvg(source, options);
  try {
    return use(drawing);
  } finally {
    drawing.free();
  }
}

function drawSvg(source: string, { width, height }: Size): OffscreenCanvas {
  const pixels = withDrawing(source, { fitTo: { mode: 'width', value: width } }, (drawing) => {
    const image = drawing.render();
    const data = new ImageData(toStraight(image.pixels), image.width, image.height);
    image.free();
    return data;
  });
  const drawn = createDrawing(pixels.width, pixels.height);
  drawn.context.putImageData(pixels, 0, 0);
  if (pixels.height === height) {
    return drawn.canvas;
  }
  const fitted = createDrawing(width, height);
  fitted.context.drawImage(drawn.canvas, 0, 0, width, height);
  return fitted.canvas;
}

/** Converts premultiplied colours to straight ones. */
function toStraight(pixels: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const straight = Uint8ClampedArray.from(pixels);
  for (let at = 0; at < straight.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha > 0 && alpha < 255) {
      for (let channel = at; channel < at + 3; channel++) {
        straight[channel] = ((pixels[channel] ?? 0) * 255) / alpha;
      }
    }
  }
  return straight;
}
