import { getAssetIds } from '#core/timeline/schedule.ts';
import { interchangeFormats } from '#core/timeline/interchange/interchange.ts';
import type { MediaFiles } from '#core/timeline/interchange/media-file.ts';
import type { Canvas } from '#core/model/canvas-rows.ts';
import { getCanvas } from '#store/canvases.ts';
import type { Handlers } from '../handler.ts';
import { toDisposition, toFileName } from '../media-response.ts';
import type { ApiContext } from '../ports.ts';
import { writeProject } from '../write-project.ts';

type Names = 'getInterchange' | 'getProject';

/** Creates the handlers that export a canvas as a file for other programs and other browsers. */
export function createCanvasFileHandlers(context: ApiContext): Pick<Handlers, Names> {
  const { store } = context;
  return {
    getInterchange: async ({ params, query: { format } }) => {
      const canvas = await getCanvas(store, params.canvasId);
      const { mimeType, write } = interchangeFormats[format];
      const text = write(canvas.document, await listMediaFiles(context, canvas));
      return toFile(text, canvas, format, `${mimeType}; charset=utf-8`);
    },
    getProject: async ({ params }) => {
      const canvas = await getCanvas(store, params.canvasId);
      const { sizeBytes, body } = await writeProject(store, canvas);
      return toFile(body, canvas, 'zip', 'application/zip', { 'Content-Length': String(sizeBytes) });
    },
  };
}

/** Lists the media with the names of their downloads, so that another program finds them in the folder of its file. */
async function listMediaFiles({ store }: ApiContext, { document }: Canvas): Promise<MediaFiles> {
  const rows = await Promise.all(getAssetIds(document).map((id) => store.get('assets', id)));
  return Object.fromEntries(
    rows.flatMap((asset) => {
      const name = asset && toFileName(asset);
      return name ? [[asset.id, { name, url: encodeURIComponent(name), facts: asset.facts }]] : [];
    }),
  );
}

function toFile(
  body: BodyInit,
  { document }: Canvas,
  extension: string,
  mimeType: string,
  headers: Record<string, string> = {},
): Response {
  const named = { name: `${document.title}.${extension}`, extension, mimeType };
  const disposition = toDisposition('attachment', named);
  return new Response(body, {
    headers: { 'Content-Type': mimeType, 'Content-Disposition': disposition, ...headers },
  });
}
