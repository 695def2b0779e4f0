import type { RenderCheckpoint, RenderOptions, RenderResult } from '#core/timeline/render.ts';
import { openBytes } from '#store/bytes.ts';
import { createMedia } from '#workers/media/media.ts';

/** A render of files at addresses, which are put into the store before. */
export type RenderCase = {
  readonly inputs: Readonly<Record<string, string>>;
  readonly options: RenderOptions;
  /** Ends the worker during the run after this number of reported frames; the response is its last checkpoint. */
  readonly dieAtFrame?: number;
  readonly from?: RenderCheckpoint;
  /** Whether the file remains in the store: a long one would need memory for the transfer. */
  readonly isFileLeft?: boolean;
};

/** The file in base64, or the progress of the run when it was ended. */
export type RenderMade = {
  readonly file: string;
  readonly result: RenderResult | null;
  readonly seconds: number;
  readonly checkpoint: RenderCheckpoint | null;
};

async function make({ inputs, options, dieAtFrame, from, isFileLeft }: RenderCase): Promise<RenderMade> {
  const bytes = openBytes();
  for (const [name, address] of Object.entries(inputs)) {
    await bytes.remove(name).catch(() => undefined);
    const sink = await bytes.create(name);
    for await (const piece of (await fetch(address)).body ?? []) {
      await sink.write(piece);
    }
    await sink.close();
  }
  let checkpoint: RenderCheckpoint | null = null;
  const startedAt = performance.now();
  const result = await createMedia(bytes).render(
    options,
    {
      onProgress: ({ framesDone }) => {
        if (dieAtFrame !== undefined && framesDone >= dieAtFrame) {
          postMessage({ file: '', result: null, seconds: 0, checkpoint });
          self.close();
        }
      },
      onCheckpoint: async (made) => {
        checkpoint = made;
      },
    },
    from ?? null,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const file = isFileLeft ? '' : await toBase64(await bytes.read(options.outputFile));
  return { file, result, seconds, checkpoint };
}

async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 30_000) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 30_000))));
  }
  return pieces.join('');
}

addEventListener('message', ({ data }: MessageEvent<RenderCase>) => {
  make(data).then(
    (made) => postMessage(made),
    (thrown: unknown) =>
      postMessage(thrown instanceof Error ? `${thrown.message} ${thrown.stack ?? ''}` : String(thrown)),
  );
});
