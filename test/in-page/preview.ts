import type { PreviewCommand, PreviewEvent } from '#core/protocol/preview.ts';

declare global {
  /** The messages of the preview's worker so far, with their times. */
  var previewEvents: (PreviewEvent & { readonly atMs: number })[];
  /** The number of open video decoders in a worker, of those since `countDecoders`. */
  var openDecoders: number;
  var previewTell: (command: PreviewCommand) => void;
}

/**
 * Runs before the page's own scripts: records the messages of the preview's worker, and lets tests send it messages.
 */
export function recordPreview(): void {
  globalThis.previewEvents = [];
  const Original = Worker;
  globalThis.Worker = class extends Original {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      if (options?.name === 'preview') {
        globalThis.previewTell = (command) => this.postMessage(command);
        this.addEventListener('message', ({ data }: MessageEvent<PreviewEvent>) => {
          globalThis.previewEvents.push({ ...data, atMs: performance.now() });
        });
      }
    }
  };
}

/** Returns red, green and blue in the middle of the preview's canvas. */
export async function readMiddle(): Promise<number[]> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const element = document.querySelector<HTMLCanvasElement>('.preview-canvas');
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (element) {
    context?.drawImage(element, -Math.floor(element.width / 2), -Math.floor(element.height / 2));
  }
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
}

/** Returns the pixels of the preview's canvas, as RGBA. */
export async function readCanvas(): Promise<number[]> {
  const element = document.querySelector<HTMLCanvasElement>('.preview-canvas');
  // The drawing of a worker is on the element with the next frame of the page, or the one after it.
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const context = new OffscreenCanvas(element?.width ?? 1, element?.height ?? 1).getContext('2d');
  if (element) {
    context?.drawImage(element, 0, 0);
  }
  const { width, height } = context?.canvas ?? { width: 0, height: 0 };
  return [...(context?.getImageData(0, 0, width, height).data ?? [])];
}

/** Returns the pixels of an image, whose bytes are in base64. */
export async function readPicture(base64: string): Promise<number[]> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return [...(context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])];
}

/** Runs in a worker: counts the open video decoders from now on. */
export function countDecoders(): void {
  globalThis.openDecoders = 0;
  const Original = VideoDecoder;
  globalThis.VideoDecoder = class extends Original {
    constructor(init: VideoDecoderInit) {
      super(init);
      globalThis.openDecoders += 1;
    }

    override close(): void {
      globalThis.openDecoders -= this.state === 'closed' ? 0 : 1;
      super.close();
    }
  };
}
