import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { CropMean, type CropMatte } from '#workers/matting/crop-mean.ts';
import { listCrops, type WeightedCrop } from '#workers/matting/crops.ts';
import type { InferenceWorker } from '#workers/matting/inference-worker.ts';
import { PictureParts } from '#workers/matting/picture-parts.ts';
import type { Raster } from '#workers/matting/resample.ts';

/**
 * The networks of an ensemble: in groups of one input size, as in their inference worker, with the sum of their weights. Between
 * frames with all crops, a group processes crops every `interval` frames.
 */
export type Panel = {
  readonly inferenceWorker: Pick<InferenceWorker, 'infer'>;
  readonly groups: readonly { readonly size: Size; readonly weight: number; readonly interval: number }[];
  readonly networkCount: number;
  /** Whether there is time to run every crop in every frame, both normally and mirrored. */
  readonly isBothWays: boolean;
};

/** A matte in a buffer of its own. */
export type OwnMatte = Raster & { data: Uint8Array<ArrayBuffer> };

/** A crop with its mattes by some groups, each with its share of the mean. */
export type AskedCrop = { readonly crop: WeightedCrop; readonly mattes: readonly CropMatte[] };

/** A crop that is to be processed; by all groups, unless some are listed with the share of their weight that counts. */
export type WantedCrop = WeightedCrop & { readonly groups?: ReadonlyMap<number, number> };

/** The crops of images, and their mean. */
export class Crops {
  readonly size: Size;
  readonly mean: CropMean;
  readonly #panel: Panel;
  readonly #parts: PictureParts;

  constructor(panel: Panel, size: Size) {
    const sizes = panel.groups.map((group) => group.size);
    const most = {
      width: Math.max(...sizes.map(({ width }) => width)),
      height: Math.max(...sizes.map(({ height }) => height)),
    };
    this.size = size;
    this.mean = new CropMean(size, most);
    this.#panel = panel;
    this.#parts = new PictureParts(size, most);
  }

  list(tracks: Parameters<typeof listCrops>[0]): WeightedCrop[] {
    return listCrops(tracks, this.size, this.#panel.isBothWays);
  }

  /** Restarts the mean. */
  begin(asked: readonly AskedCrop[]): void {
    this.mean.clear();
    this.add(asked);
  }

  /** Adds crops in their order, because sums of floats depend on the order. */
  add(asked: readonly AskedCrop[]): void {
    asked.forEach(({ crop, mattes }) => this.mean.add(mattes, crop));
  }

  ask(picture: Picture, crops: readonly WantedCrop[]): Promise<AskedCrop[]> {
    return Promise.all(crops.map(async (crop) => ({ crop, mattes: await this.#askGroups(picture, crop) })));
  }

  #askGroups(picture: Picture, crop: WantedCrop): Promise<CropMatte[]> {
    const { inferenceWorker, groups } = this.#panel;
    const total = groups.reduce((sum, { weight }) => sum + weight, 0);
    return Promise.all(
      groups.flatMap(({ size, weight }, group) => {
        const counted = crop.groups ? crop.groups.get(group) : 1;
        return counted === undefined
          ? []
          : [
              inferenceWorker.infer(group, this.#parts.cut(picture, crop, size)).then((data) => ({
                matte: { ...size, data },
                share: (counted * weight) / total,
              })),
            ];
      }),
    );
  }
}
