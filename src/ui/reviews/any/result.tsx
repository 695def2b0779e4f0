import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { OtherFormats } from '#ui/pages/job/other-formats.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { Sides, type Side } from './before-after.tsx';
import { getExtension, OpenInEditor, ResultFile } from './result-file.tsx';

const CanvasView = later(async () => (await import('#ui/pages/canvas/canvas-view.tsx')).CanvasView);

/** The result of any recipe: its file and sidecars, or its canvas, which the user can export again. */
export function VideoResult({ job }: { job: JobView }) {
  const [shown, setShown] = useState<'file' | 'canvas'>('file');
  const [side, setSide] = useState<Side>('after');
  const { canvasId, finalUrl = '' } = job;
  if (canvasId === undefined) {
    return <ResultFile job={job} />;
  }
  return (
    <>
      <div class="row row-apart">
        <Segments
          label="Show"
          isLabelHidden
          value={shown}
          options={[
            { value: 'file', label: 'File' },
            { value: 'canvas', label: 'Canvas' },
          ]}
          onChoose={setShown}
        />
        {shown === 'file' && <Sides job={job} side={side} onChoose={setSide} />}
      </div>
      {shown === 'canvas' ? (
        <CanvasView canvasId={canvasId} />
      ) : (
        <ResultFile job={job} side={side}>
          <OtherFormats canvasId={canvasId} extension={getExtension(finalUrl)} />
          <OpenInEditor canvasId={canvasId} />
        </ResultFile>
      )}
    </>
  );
}
