import type { JobView } from '#operations/jobs.ts';
import { canvasTitles } from '../../canvases/all-canvases.ts';
import { exportedCanvas } from '../../job/titles.ts';
import { OpenInEditor, ResultFile } from '../any/result-file.tsx';

/** The file of a canvas, with the way back to the canvas while there is one. */
export function ExportResult({ job }: { job: JobView }) {
  const canvasId = exportedCanvas(job);
  const isGone = canvasId !== undefined && canvasTitles.value?.has(canvasId) === false;
  return (
    <ResultFile job={job}>
      {canvasId !== undefined && !isGone && <OpenInEditor canvasId={canvasId} />}
      {isGone && <span class="soft">Its canvas was deleted.</span>}
    </ResultFile>
  );
}
