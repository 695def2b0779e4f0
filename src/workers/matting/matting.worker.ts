import type { MattingRunner } from '#core/runners.ts';
import { openBytes } from '#store/bytes.ts';
import { showLife } from '#wire/life.ts';
import { expose, transfer } from '#wire/remote.ts';
import { startLookerPool } from '#workers/matting/looker-pool.ts';
import { createMatting } from '#workers/matting/matting.ts';
import { fetchFrom } from '#workers/matting/model-file.ts';
import { runtimeFiles } from '#workers/matting/runtime-files.ts';

const bytes = openBytes();

const matting = createMatting({
  files: {
    // The scripts of a build lie in assets/, and the models beside that folder.
    fetchDeployed: fetchFrom(new URL('../models/', self.location.href)),
    readKept: async (pieces) => {
      const files = await Promise.all(pieces.map((piece) => bytes.read(piece)));
      return new Uint8Array(await new Blob(files).arrayBuffer());
    },
  },
  runtimeFiles,
  startLookers: startLookerPool,
});

const runner: MattingRunner = {
  load: (requests) => matting.load(requests),
  reset: (modelId) => matting.reset(modelId),
  save: (modelId) => matting.save(modelId),
  restore: (modelId, state) => matting.restore(modelId, state),
  matte: async (modelId, picture) => {
    const matte = await matting.matte(modelId, picture);
    return transfer(matte, [matte.alpha.buffer]);
  },
};

showLife();
expose(runner);
