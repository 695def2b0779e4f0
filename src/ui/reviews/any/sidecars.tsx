import type { JobView } from '#operations/jobs.ts';
import { toDownloadHref } from '#ui/pages/job/download-href.ts';
import { toSize } from '#ui/kit/format.ts';

/** The sidecar files of a result, such as its cut list for other editors. */
export function Sidecars({ sidecars }: { sidecars: NonNullable<JobView['sidecars']> }) {
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
