import type { Bytes } from '#store/bytes.ts';
import { fitInside } from '../picture/fit-inside.ts';
import { createPlanes, type Planes } from '../picture/planes.ts';
import { PlanesScaler } from '../picture/planes-scaler.ts';
import type { Source, Span, Warn } from '../source/source.ts';
import type { CutOutFrame, Sink } from './sink.ts';
import { openWebm, type WebmOptions } from './webm.ts';

/** The long side of what a page plays in place of a file that browsers do not play. */
const longSidePx = 640;

/** A small WebM with alpha of the same frames. */
export async function openProxy(
  bytes: Bytes,
  source: Source,
  span: Span,
  { name, quality }: Pick<WebmOptions, 'name' | 'quality'>,
  warn: Warn,
): Promise<Sink> {
  const size = fitInside(source.info.video, longSidePx);
  const webm = await openWebm(bytes, source, span, { name, ...size, quality }, warn);
  return new ProxySink(webm, new PlanesScaler(source.info.video, size), createPlanes(size.width, size.height));
}

class ProxySink implements Sink {
  readonly #webm: Sink;
  readonly #scaler: PlanesScaler;
  readonly #colour: Planes;
  readonly #alpha: Planes;

  constructor(webm: Sink, scaler: PlanesScaler, colour: Planes) {
    this.#webm = webm;
    this.#scaler = scaler;
    this.#colour = colour;
    this.#alpha = createPlanes(colour.width, colour.height);
    this.#alpha.u.fill(128);
    this.#alpha.v.fill(128);
  }

  get hasAudio(): boolean {
    return this.#webm.hasAudio;
  }

  async write(frame: CutOutFrame): Promise<void> {
    this.#scaler.scale(frame.colour, this.#colour);
    this.#scaler.scaleLuma(frame.alpha, this.#alpha);
    await this.#webm.write({ ...frame, colour: this.#colour, alpha: this.#alpha });
  }

  close(): Promise<void> {
    return this.#webm.close();
  }

  abort(): Promise<void> {
    return this.#webm.abort();
  }
}
