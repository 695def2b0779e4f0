import type { DetectionRunner } from '#core/analysis/detection.ts';
import { openBytes } from '#store/bytes.ts';
import { showLife } from '#wire/life.ts';
import { expose, transfer } from '#wire/remote.ts';
import { toModelFiles } from '#workers/matting/kept-files.ts';
import { runtimeFiles } from '#workers/matting/runtime-files.ts';
import { createDetection } from './detection.ts';

const detection = createDetection({ files: toModelFiles(openBytes()), runtimeFiles });

const runner: DetectionRunner = {
  ...detection,
  hear: async (samples) => {
    const probabilities = await detection.hear(samples);
    return transfer(probabilities, [probabilities.buffer]);
  },
};

showLife();
expose(runner);
