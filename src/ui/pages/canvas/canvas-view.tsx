import { call, type DataOf } from '#ui/app/client.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { PreviewPlayer } from '#ui/kit/preview/preview-player.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { ExportForm } from './export-form.tsx';

/** A canvas by its id: a player that renders it as the export does, and the export form. */
export function CanvasView({ canvasId }: { canvasId: string }) {
  const { loaded, again } = useLoad((signal) => call('getCanvas', { params: { canvasId }, signal }), canvasId);
  return (
    <Reading loaded={loaded} again={again}>
      {(canvas) => <CanvasPlayer canvas={canvas} />}
    </Reading>
  );
}

/** The player of a canvas, with the export form. */
function CanvasPlayer({ canvas }: { canvas: DataOf<'getCanvas'> }) {
  return (
    <div class="stack">
      <PreviewPlayer canvas={canvas} />
      <p class="soft small">
        The canvas behind this file, with all later edits. Export any part of it, in any format and size.
      </p>
      <ExportForm canvas={canvas} />
    </div>
  );
}
