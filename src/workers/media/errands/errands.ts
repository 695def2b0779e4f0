import type { ErrandAnswer, ErrandHooks, ErrandRunner, ErrandWork } from '#core/errands.ts';
import type { AssetFile } from '#core/timeline/render.ts';
import type { Bytes } from '#store/bytes.ts';
import { renderStill } from '../render/still.ts';
import { readFacts } from './facts.ts';
import { drawFilmstrip } from './filmstrip.ts';
import { openMaterial, type Material } from './material.ts';
import { readPeaks } from './peaks.ts';
import { drawThumbnail, type Made } from './thumbnail.ts';

/** Errands over these files. The material that was asked about last stays open, as the next errand is likely to need it. */
export function createErrands(bytes: Bytes): ErrandRunner {
  let last: (AssetFile & { readonly material: Material }) | null = null;
  const open = async ({ file, mimeType }: AssetFile, hooks: ErrandHooks): Promise<Material> => {
    if (last?.file !== file) {
      await last?.material.close();
      last = null;
      last = { file, mimeType, material: await openMaterial(await bytes.read(file), hooks) };
    }
    return last.material;
  };
  const make = async (work: ErrandWork, outputFile: string, hooks: ErrandHooks): Promise<Made> => {
    if (work.kind === 'thumbnail') {
      return drawThumbnail(await open(work, hooks), work);
    }
    if (work.kind === 'filmstrip') {
      return drawFilmstrip(await open(work, hooks), work);
    }
    if (work.kind === 'peaks') {
      return readPeaks(await open(work, hooks), bytes, outputFile);
    }
    const { document, assets, atSeconds, width, height, isWatermarked } = work;
    const still = { document, assets, atSeconds, width, height, isWatermarked, background: '#000000' };
    return { blob: await renderStill(bytes, still, () => undefined), notes: {} };
  };
  return {
    inspect: async (file, hooks) => readFacts(await open(file, hooks)),
    answer: async (work, outputFile, hooks) => {
      const { blob, notes } = await make(work, outputFile, hooks);
      return { ...(await write(bytes, outputFile, blob)), notes };
    },
  };
}

async function write(bytes: Bytes, file: string, blob: Blob): Promise<Omit<ErrandAnswer, 'notes'>> {
  const sink = await bytes.create(file);
  try {
    await sink.write(new Uint8Array(await blob.arrayBuffer()));
    await sink.close();
  } catch (thrown) {
    await sink.abort().catch(() => undefined);
    throw thrown;
  }
  return { file, mimeType: blob.type, sizeBytes: blob.size };
}
