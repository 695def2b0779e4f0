import type { JobView } from '#operations/jobs.ts';
import { readAllCanvases } from '#ui/pages/canvases/all-canvases.ts';
import { exportedCanvas } from '#ui/pages/job/titles.ts';
import { useLoad } from '#ui/kit/use-load.ts';
import { OpenInEditor, ResultFile } from '#ui/reviews/any/result-file.tsx';

/** The file of a canvas, with a link to the canvas while it exists. */
export function Result({ job }: { job: JobView }) {
  const canvasId = exportedCanvas(job);
  // A list that was read before the canvas was created does not contain it.
  const { loaded } = useLoad(readAllCanvases);
  const isGone = canvasId !== undefined && loaded.state === 'ready' && !loaded.data.some(({ id }) => id === canvasId);
  return (
    <ResultFile job={job}>
      {canvasId !== undefined && !isGone && <OpenInEditor canvasId={canvasId} />}
      {isGone && <span class="soft">Its canvas was deleted.</span>}
    </ResultFile>
  );
}
