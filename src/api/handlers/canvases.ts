import { Failure } from '#core/failure.ts';
import type { Handlers } from '../handler.ts';
import type { ApiContext } from '../ports.ts';
import { toCanvasView } from '../views.ts';

export function createCanvasHandlers(context: ApiContext): Pick<Handlers, 'getCanvas'> {
  return {
    getCanvas: async ({ params }) => {
      const canvas = await context.store.get('canvases', params.canvasId);
      if (!canvas) {
        throw new Failure('CANVAS_NOT_FOUND');
      }
      return toCanvasView(context, canvas);
    },
  };
}
