import type { Bytes } from '#store/bytes.ts';
import { toSiteAddress } from '#wire/site-root.ts';
import { fetchFrom, type ModelFiles } from '#workers/matting/model-file.ts';

/** Returns the model files for a worker of a build: stored in this browser, or deployed with the build. */
export const toModelFiles = (bytes: Bytes): ModelFiles => ({
  fetchDeployed: fetchFrom(toSiteAddress('models/')),
  readKept: async (pieces) => {
    const files = await Promise.all(pieces.map((piece) => bytes.read(piece)));
    return new Uint8Array(await new Blob(files).arrayBuffer());
  },
});
