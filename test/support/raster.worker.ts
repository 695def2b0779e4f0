import type { ItemOf } from '#core/timeline/document.ts';
import type { Layer } from '#core/timeline/scene.ts';
import type { Box } from '#workers/media/render/raster/box.ts';
import { withLinkBreaks } from '#workers/media/render/raster/bubbles/link-breaks.ts';
import { placeConversation, type PlacedBubble } from '#workers/media/render/raster/bubbles/place-conversation.ts';
import { planConversation, type PlannedBubble } from '#workers/media/render/raster/bubbles/plan-conversation.ts';
import { createFonts } from '#workers/media/render/raster/fonts/fonts.ts';
import { createRasterizer } from '#workers/media/render/raster/raster.ts';
import type { Raster } from '#workers/media/render/raster/raster-cache.ts';
import { measureText } from '#workers/media/render/raster/text/break-lines.ts';

/** Layers to draw over a background, from bottom to top, each at the translation of its matrix. */
export type RasterCase = {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly scale: number;
  readonly layers: readonly Layer[];
  /** The points at which to read the colour of the whole image. */
  readonly probes?: readonly (readonly [x: number, y: number])[];
  /** Files in base64, by the ids of their assets. */
  readonly assets?: Readonly<Record<string, string>>;
};

/** A text to break into lines of `widthPx`, with letters of `sizePx`. */
export type LinesCase = {
  readonly text: string;
  readonly font: string;
  readonly weight: number;
  readonly sizePx: number;
  readonly widthPx: number;
};

/** Lines with their widths in pixels. */
export type LinesMade = { readonly lines: readonly (readonly [text: string, widthPx: number])[] };

/** Conversations with the same words to lay out in boxes, at some times since the start of their items. */
export type LayoutsCase = {
  readonly conversations: readonly {
    readonly item: ItemOf<'bubbles'>;
    readonly box: { readonly width: number; readonly height: number };
  }[];
  readonly times: readonly number[];
};

/** The layout of each conversation. */
export type LayoutsMade = readonly LayoutMade[];

/**
 * The positions of the bubbles at each of the times, and the lines of every message, in pixels of the box and of the
 * bubble.
 */
export type LayoutMade = {
  readonly safe: Box;
  readonly scenes: readonly (readonly PlacedBubble[])[];
  readonly bubbles: readonly Pick<PlannedBubble, 'width' | 'height' | 'lines'>[];
};

/** The drawn part of each layer, in pixels of its box. */
export type RasterMade = {
  /** Red, green and blue at each probe. */
  readonly colours: readonly (readonly number[])[];
  /** The whole image as a PNG in base64. */
  readonly png: string;
  readonly rasters: readonly ({
    readonly key: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null)[];
  readonly warnings: readonly string[];
  /** The mean time of drawing a layer, first for the first time and then again. */
  readonly firstMs: number;
  readonly againMs: number;
  /** Whether each layer reused the same bitmap. */
  readonly isKept: boolean;
};

const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function draw({
  width,
  height,
  background,
  scale,
  layers,
  assets = {},
  probes = [],
}: RasterCase): Promise<RasterMade> {
  const warnings: string[] = [];
  const rasterizer = createRasterizer({
    readAsset: async (assetId) => {
      const file = assets[assetId];
      return file === undefined ? null : new Blob([toBytes(file)]);
    },
    getName: (assetId) => `"${assetId}"`,
    warn: (sentence) => warnings.push(sentence),
  });
  const canvas = new OffscreenCanvas(width * scale, height * scale);
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Error('OffscreenCanvas is not available');
  }
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const drawn: (Raster | null)[] = [];
  const start = performance.now();
  for (const layer of layers) {
    const raster = await rasterizer.raster(layer, scale);
    drawn.push(raster);
    if (raster && layer.content.type === 'picture') {
      context.drawImage(
        raster.canvas,
        layer.matrix.e * scale,
        layer.matrix.f * scale,
        layer.width * scale,
        layer.height * scale,
      );
    } else if (raster) {
      context.drawImage(raster.canvas, (layer.matrix.e + raster.x) * scale, (layer.matrix.f + raster.y) * scale);
    }
  }
  const between = performance.now();
  let isKept = true;
  for (const [index, layer] of layers.entries()) {
    const again = await rasterizer.raster(layer, scale);
    isKept &&= again?.canvas === drawn[index]?.canvas;
  }
  const end = performance.now();
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  const png = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const [firstMs, againMs] = [(between - start) / layers.length, (end - between) / layers.length];
  const colours = probes.map(([x, y]) => Array.from(context.getImageData(x, y, 1, 1).data.slice(0, 3)));
  return { png, colours, rasters: drawn.map(toPlace), warnings, firstMs, againMs, isKept };
}

const toPlace = (raster: Raster | null): RasterMade['rasters'][number] =>
  raster && { key: raster.key, x: raster.x, y: raster.y, width: raster.canvas.width, height: raster.canvas.height };

async function breakLines({ text, font, weight, sizePx, widthPx }: LinesCase): Promise<LinesMade> {
  const { css } = await createFonts(() => undefined).load(font, text);
  const lines = measureText(text, { css, weight, letterSpacing: 0 }).breakAt(widthPx / sizePx);
  return { lines: lines.map((line) => [line.text, line.width * sizePx]) };
}

async function layOut({ conversations, times }: LayoutsCase): Promise<LayoutsMade> {
  const messages = conversations[0]?.item.messages ?? [];
  const text = messages.map((message) => message.text + (message.reaction ?? '')).join('\n');
  const { css, capHeight } = await createFonts(() => undefined).load('Inter', text);
  return conversations.map(({ item, box }) => {
    const plan = planConversation(item, box, {
      capHeight,
      pictureSize: () => ({ width: 4, height: 3 }),
      measure: (message) => measureText(withLinkBreaks(message.text), { css, weight: 440, letterSpacing: 0 }),
    });
    const bubbles = plan.bubbles.map(({ width, height, lines }) => ({ width, height, lines }));
    return { safe: plan.frame.safe, scenes: times.map((at) => placeConversation(plan, at).bubbles), bubbles };
  });
}

function answerTo(data: RasterCase | LinesCase | LayoutsCase): Promise<object> {
  if ('layers' in data) {
    return draw(data);
  }
  return 'conversations' in data ? layOut(data) : breakLines(data);
}

addEventListener('message', ({ data }: MessageEvent<RasterCase | LinesCase | LayoutsCase>) => {
  const answer = answerTo(data);
  answer.then(
    (made) => postMessage(made),
    (thrown: unknown) =>
      postMessage(thrown instanceof Error ? `${thrown.message} ${thrown.stack ?? ''}` : String(thrown)),
  );
});
