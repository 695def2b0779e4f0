import { writeFile } from 'node:fs/promises';
import type { Quality } from '#core/model/formats.ts';
import { getData, startProduct, type Product } from '#test/support/product.ts';
import type { Clip } from './clips.ts';
import type { BenchModel } from '../lib/models.ts';
import type { Format } from './native-way.ts';

/** The product as any client sees it: HTTP to the local server, a service worker and an engine in a headless browser. */
export class ProductWay {
  readonly product: Product;
  readonly #materials = new Map<string, string>();
  #runs = 0;

  static async open(distDir: string, models: readonly BenchModel[], hasGpu = false): Promise<ProductWay> {
    const product = await startProduct({ distDir, hasGpu });
    for (const { added } of models) {
      if (added) {
        getData((await product.addModel(added.entry, added.file)).body);
      }
    }
    return new ProductWay(product);
  }

  private constructor(product: Product) {
    this.product = product;
  }

  /** Creates a cutout and returns its URL once the result is stored. Without a model, the product chooses. */
  async run(clip: Clip, model: BenchModel | null, quality: Quality, outputFormat: Format): Promise<string> {
    const run = getData(
      (
        await this.product.run({
          material: await this.#upload(clip.file),
          model: model?.entry.id,
          quality,
          outputFormat,
          trim: { startSeconds: 0, endSeconds: clip.seconds },
          // An equal run would be answered from the cache. This difference is neither visible nor measurable.
          smoothing: 50 + ++this.#runs * 1e-6,
        })
      ).body,
    );
    if (run.cached || (model !== null && run.model !== model.entry.id)) {
      throw new Error(`the run was not made, or not with ${model?.entry.id}: ${JSON.stringify(run)}`);
    }
    return run.processedVideoUrl;
  }

  async save(url: string, file: string): Promise<void> {
    await writeFile(file, new Uint8Array(await (await fetch(url)).arrayBuffer()));
  }

  async #upload(file: string): Promise<string> {
    const material = this.#materials.get(file) ?? (await this.product.upload(file));
    this.#materials.set(file, material);
    return material;
  }
}
