import { readFile } from 'node:fs/promises';

/** The weights that ship, of the family matte-nano for pictures of 256 by 144. */
export const ownWeights = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL('../../models/matte_nano_v0_256x144_fp16w.onnx', import.meta.url)));
