import { transfer } from '#wire/remote.ts';
import type { ClipMatting, MattingRunner } from '#core/protocol/runners.ts';

/** Returns one model of the matting runner, which is already open. The bytes of an image move to its thread. */
export const toClipMatting = (matting: Omit<MattingRunner, 'load' | 'prepare'>, modelId: string): ClipMatting => ({
  matte: (picture) => matting.matte(modelId, transfer(picture, [picture.rgb.buffer])),
  reset: () => matting.reset(modelId),
  save: () => matting.save(modelId),
  restore: (state) => matting.restore(modelId, state),
});
