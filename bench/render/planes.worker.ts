import type { BlendMode } from '#core/timeline/blend-modes.ts';
import { createPlanes, planesSize } from '#workers/media/picture/planes.ts';
import { PaintMemory } from '#workers/media/render/paint/memory.ts';
import { Painter } from '#workers/media/render/paint/painter.ts';
import type { Placement } from '#workers/media/render/paint/placement.ts';
import { readRaster } from '#workers/media/render/paint/raster-texture.ts';
import { Sampler } from '#workers/media/render/paint/sampler.ts';
import { SpriteMaker } from '#workers/media/render/paint/sprite.ts';
import { createTexture, type Texture } from '#workers/media/render/paint/texture.ts';
import type { Size } from '#core/lib/size.ts';

/** The median time of a frame in ms for each scene, and the error of untouched pixels. */
export type CompositorVerdict = {
  readonly scenes: readonly {
    readonly scene: string;
    readonly planesMs: number;
    readonly canvasMs: number;
    readonly planesOff: number;
    readonly canvasOff: number;
  }[];
};

type LayerCase = { readonly of: 'video' | 'text'; readonly placement: Placement; readonly blend: BlendMode };

const rounds = 60;
const text = { width: 800, height: 120 };

function listScenes(width: number, height: number): Record<string, readonly LayerCase[]> {
  const place = (
    of: LayerCase['of'],
    [a, b, c, d, e, f]: readonly [number, number, number, number, number, number],
    blend: BlendMode = 'normal',
  ): LayerCase => {
    const size = of === 'video' ? { width, height } : text;
    const region = { left: 0, top: 0, right: size.width, bottom: size.height };
    return { of, placement: { matrix: { a, b, c, d, e, f }, region, clip: null }, blend };
  };
  const [cos, sin] = [Math.cos(0.3) / 2, Math.sin(0.3) / 2];
  return {
    'a still text over video': [place('text', [1, 0, 0, 1, 200, height - 200])],
    'a video in a corner of another': [place('video', [0.4, 0, 0, 0.4, width * 0.55, height * 0.05])],
    'a video that fills the frame from 1.2 times its size': [
      place('video', [1.2, 0, 0, 1.2, -0.1 * width, -0.1 * height]),
    ],
    'a turned video over another': [place('video', [cos, sin, -sin, cos, width * 0.4, height * 0.2])],
    'a multiplied text over video': [place('text', [1, 0, 0, 1, 200, height - 200], 'multiply')],
  };
}

async function compare({ width, height }: { width: number; height: number }): Promise<CompositorVerdict> {
  const source = createPlanes(width, height);
  source.bytes.forEach((_, at) => (source.bytes[at] = 40 + ((at * 7919) % 150)));
  const colorSpace = { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', fullRange: false } as const;
  const toFrame = (bytes: Uint8Array<ArrayBuffer>): VideoFrame =>
    new VideoFrame(bytes, { format: 'I420', codedWidth: width, codedHeight: height, timestamp: 0, colorSpace });
  const letters = drawText();
  const scenes = [];
  for (const [scene, layers] of Object.entries(listScenes(width, height))) {
    const planes = await measure(paintPlanes(toFrame, source.bytes, letters, layers, { width, height }));
    const canvas = await measure(paintCanvas(toFrame, source.bytes, letters, layers, { width, height }));
    const [planesOff, canvasOff] = [planes, canvas].map(({ luma }) => Math.abs((luma ?? 0) - (source.y[0] ?? 0)));
    scenes.push({
      scene,
      planesMs: planes.ms,
      canvasMs: canvas.ms,
      planesOff: planesOff ?? 0,
      canvasOff: canvasOff ?? 0,
    });
  }
  return { scenes };
}

type Paint = () => Promise<VideoFrame>;

async function measure(paint: Paint): Promise<{ ms: number; luma: number | undefined }> {
  const times: number[] = [];
  let luma: number | undefined;
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const frame = await paint();
    // A software encoder of H.264 takes I420 and converts other formats.
    const options = frame.format === 'I420' ? {} : { format: 'RGBA' as const };
    const bytes = new Uint8Array(frame.allocationSize(options));
    await frame.copyTo(bytes, options);
    times.push(performance.now() - startedAt);
    luma = frame.format === 'I420' ? bytes[0] : toLuma(bytes);
    frame.close();
  }
  return { ms: times.toSorted((one, other) => one - other)[rounds >> 1] ?? 0, luma };
}

const toLuma = ([red = 0, green = 0, blue = 0]: Uint8Array): number =>
  Math.round(16 + ((0.2126 * red + 0.7152 * green + 0.0722 * blue) * 219) / 255);

type ToFrame = (bytes: Uint8Array<ArrayBuffer>) => VideoFrame;

function paintPlanes(
  toFrame: ToFrame,
  source: Uint8Array<ArrayBuffer>,
  letters: OffscreenCanvas,
  layers: readonly LayerCase[],
  size: Size,
): Paint {
  const memory = new PaintMemory();
  const painter = new Painter(memory, size, 'bt709', false);
  const maker = new SpriteMaker(memory, new Sampler(memory), size);
  const video = createTexture(memory, size.width, size.height, false);
  const raster = readRaster(memory, letters, 'bt709', false).texture;
  const textures: Record<LayerCase['of'], Texture> = { video, text: raster };
  return async () => {
    const decoded = toFrame(source);
    await decoded.copyTo(painter.planes.bytes);
    if (layers.some(({ of }) => of === 'video')) {
      await decoded.copyTo(video.planes.bytes);
    }
    decoded.close();
    for (const { of, placement, blend } of layers) {
      const sprite = maker.make(textures[of], placement);
      if (sprite) {
        painter.lay(sprite, { opacity: 1, blend });
        sprite.release();
      }
    }
    return toFrame(painter.planes.bytes.subarray(0, planesSize(size.width, size.height)));
  };
}

function paintCanvas(
  toFrame: ToFrame,
  source: Uint8Array<ArrayBuffer>,
  letters: OffscreenCanvas,
  layers: readonly LayerCase[],
  { width, height }: Size,
): Paint {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  return async () => {
    const decoded = toFrame(source);
    context?.drawImage(decoded, 0, 0);
    for (const { of, placement, blend } of layers) {
      const { a, b, c, d, e, f } = placement.matrix;
      context?.setTransform(a, b, c, d, e, f);
      if (context) {
        context.globalCompositeOperation = blend === 'normal' ? 'source-over' : blend;
      }
      context?.drawImage(of === 'video' ? decoded : letters, 0, 0);
      context?.resetTransform();
      if (context) {
        context.globalCompositeOperation = 'source-over';
      }
    }
    decoded.close();
    return new VideoFrame(canvas, { timestamp: 0 });
  };
}

function drawText(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(text.width, text.height);
  const context = canvas.getContext('2d');
  if (context) {
    context.font = '600 80px sans-serif';
    context.fillStyle = '#ffd040';
    context.fillText('A line of text', 10, 90);
  }
  return canvas;
}

addEventListener('message', ({ data }: MessageEvent<Size>) => {
  compare(data).then(
    (verdict) => postMessage(verdict),
    (thrown: unknown) => postMessage(String(thrown)),
  );
});
