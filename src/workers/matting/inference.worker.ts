import { showLife } from '#wire/life.ts';
import { expose, transfer } from '#wire/remote.ts';
import { createInferenceWorker, type InferenceWorker } from '#workers/matting/inference-worker.ts';
import { runtimeFiles } from '#workers/matting/runtime-files.ts';
import { openCpuSession } from '#workers/matting/session.ts';

// There is one such worker for each core, so none of them starts threads of onnxruntime.
const inferenceWorker = createInferenceWorker(({ bytes }) => openCpuSession(bytes, runtimeFiles, 1));

const port: InferenceWorker = {
  open: (groups) => inferenceWorker.open(groups),
  infer: async (group, picture) => {
    const matte = await inferenceWorker.infer(group, picture);
    return transfer(matte, [matte.buffer]);
  },
};

showLife();
expose(port);
