import { getCanvas } from '#store/canvases.ts';
import type { Handlers } from '../handler.ts';
import { toDisposition } from '../media-response.ts';
import type { ApiContext } from '../ports.ts';
import { writeProject } from '../write-project.ts';

export function createCanvasFileHandlers(context: ApiContext): Pick<Handlers, 'getProject'> {
  const { store } = context;
  return {
    getProject: async ({ params }) => {
      const canvas = await getCanvas(store, params.canvasId);
      const { sizeBytes, body } = await writeProject(store, canvas);
      const name = { name: canvas.document.title, extension: 'zip', mimeType: 'application/zip' };
      return new Response(body, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Length': String(sizeBytes),
          'Content-Disposition': toDisposition('attachment', name),
        },
      });
    },
  };
}
