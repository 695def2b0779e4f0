import type { Size } from '#core/lib/size.ts';
import { parseHexColour, toYuv } from '../picture/colour.ts';
import { ColourBackdrop } from '../picture/colour-backdrop.ts';
import type { OutputFrame, OutputSpec, PictureEncoder } from './sink.ts';

/** Composites frames over one colour for an encoder without alpha. Opaque frames of the encoder's size are passed on unchanged. */
export class BackdropEncoder implements PictureEncoder {
  readonly encodeDecoded: PictureEncoder['encodeDecoded'];
  readonly #encoder: PictureEncoder;
  readonly #encodedSize: Size;
  readonly #createBackdrop: (size: Size) => ColourBackdrop;
  #backdrop: ColourBackdrop | null = null;
  #opaque = new Uint8Array(0);

  /**
   * `encodedSize` can be larger than the frames by a column or a row, which has the background colour. Larger frames are scaled by
   * the encoder.
   */
  constructor(
    encoder: PictureEncoder,
    { background, colour, ...size }: Pick<OutputSpec, 'background' | 'colour' | 'width' | 'height'>,
    encodedSize: Size,
  ) {
    const { width, height } = encodedSize;
    this.encodeDecoded = width === size.width && height === size.height ? encoder.encodeDecoded : null;
    const levels = toYuv(parseHexColour(background), colour.matrix);
    this.#encoder = encoder;
    this.#encodedSize = { width, height };
    this.#createBackdrop = (size) =>
      new ColourBackdrop(size, levels, {
        width: Math.max(width, size.width),
        height: Math.max(height, size.height),
      });
  }

  async encode(frame: OutputFrame): Promise<void> {
    const { colour, alpha } = frame;
    const { width, height } = this.#encodedSize;
    if (!alpha && colour.width >= width && colour.height >= height) {
      await this.#encoder.encode(frame);
      return;
    }
    const backdrop = (this.#backdrop ??= this.#createBackdrop(colour));
    backdrop.lay(colour, alpha?.y ?? this.#opaqueAlpha(colour));
    await this.#encoder.encode({ ...frame, colour: backdrop.result, alpha: null });
  }

  endSegment(): Promise<void> {
    return this.#encoder.endSegment();
  }

  close(): void {
    this.#encoder.close();
  }

  #opaqueAlpha({ width, height }: Size): Uint8Array {
    if (this.#opaque.length !== width * height) {
      this.#opaque = new Uint8Array(width * height).fill(255);
    }
    return this.#opaque;
  }
}
