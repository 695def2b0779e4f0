import type { ComponentChildren } from 'preact';
import type { JobView } from '#operations/jobs.ts';
import { Download } from '#ui/pages/job/download.tsx';
import { toHref } from '#ui/app/navigation.ts';
import { toDownloadHref } from '#ui/pages/job/download-href.ts';
import { toSize } from '#ui/kit/format.ts';
import { BeforeAfter } from './before-after.tsx';

/** The result file as a video, an image or audio. The download button comes first, then other actions. */
export function ResultFile({ job, children }: { job: JobView; children?: ComponentChildren }) {
  const { finalUrl, proxyUrl, sidecars = [] } = job;
  if (finalUrl === undefined) {
    return <p class="note">The result is no longer available.</p>;
  }
  return (
    <>
      <BeforeAfter job={job} url={proxyUrl ?? finalUrl} extension={getExtension(finalUrl)} />
      <div class="row">
        <Download url={finalUrl} />
        {children}
      </div>
      <Sidecars sidecars={sidecars} />
    </>
  );
}

/** Returns the extension of a file name, without the dot. */
export const getExtension = (url: string): string => url.split('.').at(-1) ?? '';

export const OpenInEditor = ({ canvasId }: { canvasId: string }) => (
  <a class="button" href={toHref({ page: 'canvas', canvasId })}>
    Open in editor
  </a>
);

/** The sidecar files of a result, such as its cut list for other editors. */
function Sidecars({ sidecars }: { sidecars: NonNullable<JobView['sidecars']> }) {
  const inOrder = sidecars.toSorted((one, other) => one.name.localeCompare(other.name));
  return sidecars.length === 0 ? null : (
    <section class="stack stack-tight" aria-labelledby="sidecars">
      <h2 id="sidecars">Other files</h2>
      <ul class="row">
        {inOrder.map(({ name, url, sizeBytes }) => (
          <li key={url}>
            <a class="button sidecar" href={toDownloadHref(url)}>
              {name} <span class="soft num">{toSize(sizeBytes)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
