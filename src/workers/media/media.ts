import type { MediaInfo, MediaRunner } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { cutOut } from './cut-out.ts';
import { openSource } from './source/open-source.ts';

/** The media runner over these files. */
export function createMedia(bytes: Bytes): MediaRunner {
  return {
    probe: async (inputFile) => probe(bytes, inputFile),
    cutOut: (options, modelInput, matting, hooks, from) => cutOut(bytes, { options, modelInput, matting, hooks, from }),
  };
}

/** What is in the file. Throws UNSUPPORTED_MEDIA, with a sentence that says what it is, when that is no video. */
async function probe(bytes: Bytes, inputFile: string): Promise<MediaInfo> {
  const workplace = { bytes, temporaryName: `${inputFile}.probe` };
  const source = await openSource(await bytes.read(inputFile), workplace, () => undefined);
  try {
    return source.info;
  } finally {
    await source.close();
  }
}
