import type { JobView } from '#operations/jobs.ts';
import { Download } from '../../job/download.tsx';
import { toHref } from '../../navigation.ts';

/** The result of any recipe: a plain video player and the download. */
export function VideoResult({ job }: { job: JobView }) {
  const { finalUrl, proxyUrl, canvasId } = job;
  if (finalUrl === undefined) {
    return <p class="note">The result is not kept any more.</p>;
  }
  return (
    <>
      <video
        class="result-video"
        src={proxyUrl ?? finalUrl}
        controls
        playsInline
        preload="metadata"
        aria-label="Result"
      />
      <div class="row">
        <Download url={finalUrl} />
        {canvasId !== undefined && <a href={toHref({ page: 'canvas', canvasId })}>Open in editor</a>}
      </div>
    </>
  );
}
