import type { JobView } from '#operations/jobs.ts';
import { toTimecode } from '#ui/kit/format.ts';

/** The preview images of a proposal with their times. A click opens one at full size in a new tab. */
export function Previews({ previews }: { previews: NonNullable<JobView['previews']> }) {
  return previews.length === 0 ? null : (
    <ul class="previews">
      {previews.map(({ atSeconds, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={`Preview at ${toTimecode(atSeconds)}`} loading="lazy" />
          </a>
          <p class="soft small num" aria-hidden="true">
            {toTimecode(atSeconds)}
          </p>
        </li>
      ))}
    </ul>
  );
}
