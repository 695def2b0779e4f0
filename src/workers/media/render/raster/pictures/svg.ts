import { initWasm, Resvg } from '@resvg/resvg-wasm';
import wasmUrl from '@resvg/resvg-wasm/index_bg.wasm?url';
import { describeOversizePicture } from '#core/size-limits.ts';
import type { Size } from '#core/size.ts';
import { createDrawing } from '../canvas.ts';
import type { OpenPicture } from './open-picture.ts';

let started: Promise<void> | null = null;

/** Opens a drawing, which is sharp at every size. It fetches nothing: what it names elsewhere is left out. */
export async function openSvg(file: Blob): Promise<OpenPicture> {
  started ??= initWasm(fetch(wasmUrl));
  await started;
  const source = await file.text();
  const { width, height } = withDrawing(source, {}, (drawing) => drawing);
  const problem = describeOversizePicture({ width, height });
  if (problem) {
    throw new Error(problem);
  }
  return {
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
    isVector: true,
    frameIndexAt: () => 0,
    draw: async (_, size) => drawSvg(source, size),
    close: () => undefined,
  };
}

type Drawing = InstanceType<typeof Resvg>;

/** Parses the drawing, and frees it after `use`. */
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
    const data = new ImageData(Uint8ClampedArray.from(image.pixels), image.width, image.height);
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
