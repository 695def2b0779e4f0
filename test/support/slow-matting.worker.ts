import type { MattingRunner } from '#core/runners.ts';
import { expose, wrap } from '#wire/remote.ts';

/** What a frame takes at least, in milliseconds: 120 frames last longer than six minutes. */
const frameMs = 3100;

const matting = wrap<MattingRunner>(
  new Worker(new URL('../../src/workers/matting/matting.worker.ts', import.meta.url), { type: 'module' }),
);

/** The real matting runner behind a wait: a device that is very slow. */
const slowMatting: MattingRunner = {
  load: (request) => matting.load(request),
  reset: () => matting.reset(),
  matte: async (picture) => {
    await new Promise((resolve) => setTimeout(resolve, frameMs));
    return matting.matte(picture);
  },
};

expose(slowMatting);
