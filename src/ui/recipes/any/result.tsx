import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { Download } from '../../job/download.tsx';
import { OtherFormats } from '../../job/other-formats.tsx';
import { shapeOf } from '../../job/shape.ts';
import { keptMaterials } from '../../materials/materials.ts';
import { toHref } from '../../navigation.ts';
import { later } from '../../parts/later.tsx';
import { Segments } from '../../parts/segments.tsx';
import { Sidecars } from './sidecars.tsx';

const CanvasView = later(async () => (await import('../../canvas/canvas-view.tsx')).CanvasView);

/** The result of any recipe: its file and the files beside it, or its canvas, which can be exported anew. */
export function VideoResult({ job }: { job: JobView }) {
  const [shown, setShown] = useState<'file' | 'canvas'>('file');
  const { canvasId } = job;
  return (
    <>
      {canvasId !== undefined && (
        <Segments
          label="Show"
          isLabelHidden
          value={shown}
          options={[
            { value: 'file', label: 'The file' },
            { value: 'canvas', label: 'The canvas' },
          ]}
          onChoose={setShown}
        />
      )}
      {canvasId !== undefined && shown === 'canvas' ? <CanvasView canvasId={canvasId} /> : <File job={job} />}
    </>
  );
}

function File({ job }: { job: JobView }) {
  const { finalUrl, proxyUrl, sidecars = [], canvasId } = job;
  if (finalUrl === undefined) {
    return <p class="note">The result is not kept any more.</p>;
  }
  return (
    <>
      {/* The shape of the source, until the video tells its own: mostly they are the same, and nothing moves. */}
      <video
        class="result-video"
        style={{ '--shape': shapeOf(job, keptMaterials.value ?? []) }}
        src={proxyUrl ?? finalUrl}
        controls
        playsInline
        preload="metadata"
        aria-label="Result"
      />
      <div class="row">
        <Download url={finalUrl} />
        {canvasId !== undefined && (
          <>
            <OtherFormats canvasId={canvasId} extension={finalUrl.split('.').at(-1) ?? ''} />
            <a class="button" href={toHref({ page: 'canvas', canvasId })}>
              Open in editor
            </a>
          </>
        )}
      </div>
      <Sidecars sidecars={sidecars} />
    </>
  );
}
