import type { MattingRunner } from '#core/protocol/runners.ts';
import { expose, wrap } from '#wire/remote.ts';

/** What a frame takes at least, in milliseconds: 120 frames last longer than six minutes. */
const frameMs = 3100;

/** Tells whoever listens of every frame that the model is asked for. */
const asked = new BroadcastChannel('offcut-test:mattes');

/** Who says "hold" here makes the frames from then on endless, each of which says "held" when it begins. */
const hold = new BroadcastChannel('offcut-test:hold');
let isHeld = false;
hold.addEventListener('message', ({ data }) => {
  isHeld ||= data === 'hold';
});

const matting = wrap<MattingRunner>(
  new Worker(new URL('../../src/workers/matting/matting.worker.ts', import.meta.url), { type: 'module' }),
);

/** One frame after the other, as on a device that is very slow: calls may come before the last is done. */
let turn: Promise<unknown> = Promise.resolve();

const slowMatting: MattingRunner = {
  load: (requests) => matting.load(requests),
  reset: (modelId) => matting.reset(modelId),
  save: (modelId) => matting.save(modelId),
  restore: (modelId, state) => matting.restore(modelId, state),
  matte: async (modelId, picture) => {
    asked.postMessage('one more');
    turn = turn.then(takeLong);
    await turn;
    return matting.matte(modelId, picture);
  },
};

const takeLong = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (isHeld) {
      hold.postMessage('held');
    } else {
      setTimeout(resolve, frameMs);
    }
  });

expose(slowMatting);
