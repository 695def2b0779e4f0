import type { MattingRunner } from '#core/protocol/runners.ts';
import { showLife } from '#wire/life.ts';
import { expose } from '#wire/remote.ts';

/** Returns the whole image as the subject, so that a result shows the decoded source and can be compared with it. */
const wholePicture: MattingRunner = {
  prepare: async () => undefined,
  load: async (requests) =>
    requests.map(({ models }) => ({
      modelId: models.map(({ entry }) => entry.id).join('+'),
      width: 32,
      height: 32,
      isRecurrent: false,
      filesSha256: ['whole picture'],
    })),
  matte: async (_modelId, { width, height }) => ({ width, height, alpha: new Uint8Array(width * height).fill(255) }),
  reset: async () => undefined,
  save: async () => ({ numbers: [], arrays: [] }),
  restore: async () => undefined,
};

showLife();
expose(wholePicture);
