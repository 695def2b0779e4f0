import { wavePath, waveShades, type WaveAnswer, type WaveCommand } from '#core/wave-picture.ts';

/** Draws sounds as pictures: a page that encoded them itself would miss frames for it. */
globalThis.addEventListener('message', ({ data }: MessageEvent<WaveCommand>) => {
  void draw(data)
    .catch(() => null)
    .then((picture) => postMessage({ id: data.id, picture } satisfies WaveAnswer<Blob>));
});

async function draw({ low, high, rowPx }: WaveCommand): Promise<Blob | null> {
  const canvas = new OffscreenCanvas(low.length, rowPx * waveShades.length);
  const context = canvas.getContext('2d');
  if (!context) {
    return null;
  }
  const outlineOf = (row: number): Path2D => new Path2D(wavePath({ low, high }, row * rowPx, rowPx));
  waveShades.forEach((shade, row) => {
    context.fillStyle = shade;
    context.fill(outlineOf(row));
  });
  return canvas.convertToBlob();
}
