import type { JobView } from '#operations/jobs.ts';
import { toTimecode } from '../../format.ts';

/** The pictures of a proposal, each with its place in the video; a click opens one at its full size. */
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
