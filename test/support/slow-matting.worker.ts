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

/** Calls the runner after all frames so far have been sent to it. */
function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const sent = turn.then(() => ({ answer: call() }));
  turn = sent;
  return sent.then(({ answer }) => answer);
}

const slowMatting: MattingRunner = {
  prepare: (model) => matting.prepare(model),
  load: (requests) => matting.load(requests),
  // In the order of the frames, which wait here.
  reset: (modelId) => inTurn(() => matting.reset(modelId)),
  save: (modelId) => inTurn(() => matting.save(modelId)),
  restore: (modelId, state) => inTurn(() => matting.restore(modelId, state)),
  matte: (modelId, picture) => {
    asked.postMessage('one more');
    turn = turn.then(takeLong);
    return inTurn(() => matting.matte(modelId, picture));
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
