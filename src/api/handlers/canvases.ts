import { Failure } from '#core/failure.ts';
import type { Handlers } from '../handler.ts';
import type { World } from '../ports.ts';
import { toCanvasView } from '../views.ts';

export function createCanvasHandlers(world: World): Pick<Handlers, 'getCanvas'> {
  return {
    getCanvas: async ({ params }) => {
      const canvas = await world.store.get('canvases', params.canvasId);
      if (!canvas) {
        throw new Failure('CANVAS_NOT_FOUND');
      }
      return toCanvasView(world, canvas);
    },
  };
}
