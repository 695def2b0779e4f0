import { readAccount } from '#store/account.ts';
import { getCanvas } from '#store/canvases.ts';
import { askEngine } from '../engine-tasks.ts';
import type { Handlers } from '../handler.ts';
import { toPicture } from '../picture-response.ts';
import { isWatermarked } from '../start-run.ts';
import type { ApiContext } from '../ports.ts';

export function createFrameHandlers(context: ApiContext): Pick<Handlers, 'getFrame'> {
  return {
    getFrame: async ({ params, query }) => {
      const { id, revision, document } = await getCanvas(context.store, params.canvasId);
      const width = query.width ?? document.width;
      const height = Math.max(1, Math.round((width * document.height) / document.width));
      const { atSeconds } = query;
      const { plan } = await readAccount(context.store);
      const answer = await askEngine(context, {
        kind: 'frame',
        canvasId: id,
        revision,
        atSeconds,
        width,
        height,
        isWatermarked: isWatermarked(plan),
      });
      return toPicture(context, answer);
    },
  };
}
