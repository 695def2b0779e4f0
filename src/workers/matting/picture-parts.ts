import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import type { Crop } from '#workers/matting/crops.ts';
import { computeTaps } from '#workers/matting/resample.ts';
import { reverseTargets, TapTable } from '#workers/matting/tap-table.ts';
import { Kernels } from '#workers/media/kernels/kernels.ts';

/** Crops images for networks. Kernels scale the crops as `resample` does. */
export class PictureParts {
  readonly #kernels: Kernels;
  readonly #source: Uint8Array;
  readonly #row: Float32Array;
  readonly #rows: TapTable;
  readonly #columns: TapTable;
  readonly #target: Uint8Array<ArrayBuffer>;
  #picture: Picture | null = null;

  /** Creates a cropper for images of one size, and crops of at most `most`. */
  constructor({ width, height }: Size, most: Size) {
    const pictureBytes = 3 * width * height;
    const targetBytes = 3 * most.width * most.height;
    const tables = TapTable.bytesFor(height, most.height) + TapTable.bytesFor(width, most.width);
    this.#kernels = new Kernels(pictureBytes + targetBytes + 12 * width + tables + 1024);
    this.#source = this.#kernels.bytes(pictureBytes);
    this.#row = this.#kernels.floats(3 * width + 16);
    this.#rows = new TapTable(this.#kernels, height, most.height);
    this.#columns = new TapTable(this.#kernels, width, most.width);
    this.#target = this.#kernels.bytes(targetBytes);
  }

  /** Returns a crop of `picture` at `size`, in a new buffer; mirrored if the crop is. */
  cut(picture: Picture, { box, isMirrored }: Crop, size: Size): Picture {
    if (this.#picture !== picture) {
      this.#source.set(picture.rgb);
      this.#picture = picture;
    }
    const columns = computeTaps(0, box.width, size.width);
    this.#columns.set(isMirrored ? reverseTargets(columns) : columns);
    this.#rows.set(computeTaps(box.top, box.height, size.height));
    this.#kernels.run.shrinkPart(
      this.#source.subarray(3 * box.left),
      3 * picture.width,
      3 * box.width,
      this.#rows.starts,
      this.#rows.weights,
      this.#rows.reach,
      this.#row,
      this.#columns.starts,
      this.#columns.weights,
      this.#columns.reach,
      this.#target,
      size.width,
      size.height,
    );
    return { ...size, rgb: this.#target.slice(0, 3 * size.width * size.height) };
  }
}
