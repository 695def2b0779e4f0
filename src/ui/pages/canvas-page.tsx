import { CanvasPlayer } from '../canvas/canvas-view.tsx';
import { call } from '../client.ts';
import { toHref } from '../navigation.ts';
import { Download } from '../job/download.tsx';
import { Page, Reading } from '../parts/page.tsx';
import { useLoad } from '../use-load.ts';
import { toComparison, toResultFile } from '../viewer/comparison.ts';
import { Viewer } from '../viewer/viewer.tsx';

/** The page of a canvas, which shows its result until the editor is built. */
export function CanvasPage({ canvasId }: { canvasId: string }) {
  const { loaded, again } = useLoad((signal) => call('getCanvas', { params: { canvasId }, signal }), canvasId);
  return (
    <Page title={loaded.state === 'ready' ? loaded.data.document.title : 'Canvas'}>
      <Reading loaded={loaded} again={again}>
        {(canvas) => {
          const comparison = toComparison(canvas);
          const file = toResultFile(canvas);
          return (
            <>
              <p class="note">
                The timeline editor is not built yet. The canvas is kept, and opens here when it is.{' '}
                {comparison ? 'Until then, this is the result.' : 'Until then, this is how it looks.'}
              </p>
              {comparison ? <Viewer comparison={comparison} /> : <CanvasPlayer canvas={canvas} />}
              <div class="row">
                {file && <Download {...file} />}
                {canvas.envelopeId !== undefined && (
                  <a href={toHref({ page: 'job', jobId: canvas.envelopeId })}>The job that made it</a>
                )}
              </div>
            </>
          );
        }}
      </Reading>
    </Page>
  );
}
