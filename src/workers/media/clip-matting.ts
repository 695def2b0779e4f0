import type { ClipMatting, MattingRunner } from '#core/protocol/runners.ts';

/** Returns one model of the matting runner, which is already open. */
export const toClipMatting = (matting: Omit<MattingRunner, 'load' | 'prepare'>, modelId: string): ClipMatting => ({
  matte: (picture) => matting.matte(modelId, picture),
  reset: () => matting.reset(modelId),
  save: () => matting.save(modelId),
  restore: (state) => matting.restore(modelId, state),
});
