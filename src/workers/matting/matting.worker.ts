import type { MattingRunner } from '#core/protocol/runners.ts';
import { openBytes } from '#store/bytes.ts';
import { showLife } from '#wire/life.ts';
import { expose, transfer } from '#wire/remote.ts';
import { toModelFiles } from '#workers/matting/kept-files.ts';
import { startInferencePool } from '#workers/matting/inference-pool.ts';
import { createMatting } from '#workers/matting/matting.ts';
import { runtimeFiles } from '#workers/matting/runtime-files.ts';

const matting = createMatting({
  files: toModelFiles(openBytes()),
  runtimeFiles,
  startInferencePool: startInferencePool,
});

const runner: MattingRunner = {
  prepare: (model) => matting.prepare(model),
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
