import type { StripAnswer, StripCommand, StripWork } from '#core/lib/strip-pictures.ts';
import { wavePath, waveShades } from '#core/lib/wave-picture.ts';

/** Draws the images of filmstrips. A page that encodes them itself would drop frames. */
globalThis.addEventListener('message', ({ data: { id, work } }: MessageEvent<StripCommand<Blob>>) => {
  void draw(work)
    .catch(() => null)
    .then((pictures) => postMessage({ id, pictures } satisfies StripAnswer<Blob>));
});

const draw = async (work: StripWork<Blob>): Promise<Blob[]> =>
  work.kind === 'wave' ? [await drawWave(work)] : cutTiles(work);

function drawWave({ low, high, rowPx }: Extract<StripWork<Blob>, { kind: 'wave' }>): Promise<Blob> {
  const getOutline = (row: number): Path2D => new Path2D(wavePath({ low, high }, row * rowPx, rowPx));
  return toPicture(low.length, rowPx * waveShades.length, (context) => {
    waveShades.forEach((shade, row) => {
      context.fillStyle = shade;
      context.fill(getOutline(row));
    });
  });
}

async function cutTiles({ picture, count }: Extract<StripWork<Blob>, { kind: 'tiles' }>): Promise<Blob[]> {
  const all = await createImageBitmap(picture);
  const width = Math.floor(all.width / count);
  const tiles = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      toPicture(width, all.height, (context) => context.drawImage(all, -index * width, 0)),
    ),
  );
  all.close();
  return tiles;
}

async function toPicture(
  width: number,
  height: number,
  paint: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) {
    throw new TypeError('A canvas cannot be drawn on.');
  }
  paint(context);
  return canvas.convertToBlob();
}
