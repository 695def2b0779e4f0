import type { MattingRunner } from '#core/protocol/runners.ts';
import { showLife } from '#wire/life.ts';
import { expose, transfer } from '#wire/remote.ts';

/** The long side of the images that it requests: about that of the small models. */
const longSidePx = 256;

/** The position of the ellipse on its circular path. */
let turn = 0;

/**
 * Answers immediately, with an ellipse that moves in a circle: for measurements of everything but the model, on clips
 * of any duration.
 */
const matting: MattingRunner = {
  prepare: async () => undefined,
  load: async (requests) =>
    requests.map(({ models, width, height }) => {
      const scale = longSidePx / Math.max(width, height);
      const side = (length: number): number => Math.max(16, Math.round(length * scale));
      const modelId = models.map(({ entry }) => entry.id).join('+');
      return { modelId, width: side(width), height: side(height), isRecurrent: false, filesSha256: ['ellipse'] };
    }),
  matte: async (_modelId, { width, height }) => {
    turn += 0.05;
    const [x, y] = [width * (0.5 + 0.2 * Math.sin(turn)), height * (0.5 + 0.1 * Math.cos(turn))];
    const alpha = Uint8Array.from({ length: width * height }, (_, i) => {
      const [across, down] = [((i % width) - x) / (0.2 * width), (Math.floor(i / width) - y) / (0.35 * height)];
      return across * across + down * down < 1 ? 255 : 0;
    });
    return transfer({ width, height, alpha }, [alpha.buffer]);
  },
  reset: async () => undefined,
  save: async () => ({ numbers: [turn], arrays: [] }),
  restore: async (_modelId, { numbers }) => {
    turn = numbers[0] ?? 0;
  },
};

showLife();
expose(matting);
