import { outputFormatIds, outputFormats } from '#core/model/formats.ts';
import type { JobView } from '#operations/jobs.ts';
import { call } from '#ui/app/client.ts';
import { Download } from '#ui/pages/job/download.tsx';
import { RunAgain } from '#ui/pages/job/run-again.tsx';
import { getShape } from '#ui/pages/job/shape.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { toComparison } from '#ui/kit/viewer/comparison.ts';
import { ResultSkeleton } from '#ui/kit/viewer/viewer-skeleton.tsx';
import { Viewer } from '#ui/kit/viewer/viewer.tsx';

/** The result of remove-background: the viewer, the download, and runs in other formats. */
export function Result({ job }: { job: JobView }) {
  const { canvasId } = job;
  return canvasId === undefined ? <Gone /> : <Canvas job={job} canvasId={canvasId} />;
}

function Canvas({ job, canvasId }: { job: JobView; canvasId: string }) {
  const { loaded, again } = useLoad((signal) => call('getCanvas', { params: { canvasId }, signal }), canvasId);
  if (loaded.state === 'loading') {
    return <ResultSkeleton shape={getShape(job, keptMaterials.value ?? [])} />;
  }
  return (
    <Reading loaded={loaded} again={again}>
      {(canvas) => {
        const comparison = toComparison(canvas);
        return (
          <>
            {comparison ? <Viewer comparison={comparison} /> : <Gone />}
            <div class="row">
              {job.finalUrl !== undefined && <Download url={job.finalUrl} />}
              <OtherFormats job={job} />
              <a class="button" href={toHref({ page: 'canvas', canvasId })}>
                Open in editor
              </a>
            </div>
          </>
        );
      }}
    </Reading>
  );
}

const Gone = () => <p class="note">The result is no longer available.</p>;

function OtherFormats({ job }: { job: JobView }) {
  const others = outputFormatIds.filter((format) => format !== job.input['outputFormat']);
  return (
    <>
      {others.map((outputFormat) => (
        <RunAgain key={outputFormat} job={job} change={{ outputFormat }}>
          Export {outputFormats[outputFormat].label}
        </RunAgain>
      ))}
    </>
  );
}
