import type { MattingRunner } from '#core/protocol/runners.ts';
import { expose, wrap } from '#wire/remote.ts';

/** The minimum milliseconds of a frame: 120 frames take more than six minutes. */
const frameMs = 3100;

/** Notifies all listeners of every frame that the model receives. */
const asked = new BroadcastChannel('offcut-test:mattes');

/** The message "hold" makes later frames endless, each of which sends "held" when it starts. */
const hold = new BroadcastChannel('offcut-test:hold');
let isHeld = false;
hold.addEventListener('message', ({ data }) => {
  isHeld ||= data === 'hold';
});

const matting = wrap<MattingRunner>(
  new Worker(new URL('../../src/workers/matting/matting.worker.ts', import.meta.url), { type: 'module' }),
);

/** Computes one frame after the other, as on a very slow device: calls may arrive before the last one has returned. */
let turn: Promise<unknown> = Promise.resolve();

const slowMatting: MattingRunner = {
  prepare: (model) => matting.prepare(model),
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
