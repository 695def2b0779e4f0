import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { Download } from '#ui/pages/job/download.tsx';
import { getShape } from '#ui/pages/job/shape.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { toDownloadHref } from '#ui/pages/job/download-href.ts';
import { toSize } from '#ui/kit/format.ts';
import { BeforeAfter, type Side } from './before-after.tsx';

/** The result file as a video, an image or audio. The download button comes first, then other actions. */
export function ResultFile(props: { job: JobView; side?: Side; children?: ComponentChildren }) {
  const { job, side = 'after', children } = props;
  const { finalUrl, proxyUrl, sidecars = [] } = job;
  if (finalUrl === undefined) {
    return <p class="note">The result is no longer available.</p>;
  }
  return (
    <>
      <BeforeAfter job={job} side={side}>
        <Shown job={job} url={proxyUrl ?? finalUrl} extension={getExtension(finalUrl)} />
      </BeforeAfter>
      <div class="row">
        <Download url={finalUrl} />
        {children}
      </div>
      <Sidecars sidecars={sidecars} />
    </>
  );
}

function Shown({ job, url, extension }: { job: JobView; url: string; extension: string }) {
  const [own, setOwn] = useState<number | null>(null);
  if (extension === 'wav' || extension === 'm4a') {
    return <audio class="result-sound" src={url} controls aria-label="Result" />;
  }
  // The expected aspect ratio until the file is loaded. It is usually right, so the layout does not move.
  const look = {
    class: 'result-video',
    style: { '--shape': own ?? getShape(job, keptMaterials.value ?? []) },
    src: url,
  };
  const take = (width: number, height: number): void => setOwn(height > 0 ? width / height : null);
  if (extension === 'gif' || extension === 'png') {
    const onLoad = ({ currentTarget }: { currentTarget: HTMLImageElement }): void =>
      take(currentTarget.naturalWidth, currentTarget.naturalHeight);
    return <img {...look} alt="Result" onLoad={onLoad} />;
  }
  const onLoadedMetadata = ({ currentTarget }: { currentTarget: HTMLVideoElement }): void =>
    take(currentTarget.videoWidth, currentTarget.videoHeight);
  return (
    <video {...look} controls playsInline preload="metadata" aria-label="Result" onLoadedMetadata={onLoadedMetadata} />
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
