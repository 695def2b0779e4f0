import type { JobView } from '#operations/jobs.ts';
import { base } from '../base.ts';
import { findBridge } from '../host.ts';
import { CopyButton } from '../parts/copy-field.tsx';
import { toCallCode } from './call-code.ts';

/** The API call of a job, for a shell and as TypeScript. */
export function Call({ job }: { job: Pick<JobView, 'recipeId' | 'input'> }) {
  return (
    <details>
      <summary>The call that made it</summary>
      <div class="stack more">
        {findBridge() === null && (
          <p class="soft small">
            From outside the browser this address answers when the site is served by its local server (npm start); on a
            page of this site the TypeScript works as it is, with a key in place of the variable.
          </p>
        )}
        {toCallCode(job, base.href).map(({ label, code }) => (
          <section key={label} class="stack stack-tight" aria-label={label}>
            <div class="row row-apart">
              <h2>{label}</h2>
              <CopyButton label={`${label} call`} value={code} />
            </div>
            {/* A region that scrolls is reached by the keyboard too. */}
            <pre class="code" tabIndex={0}>
              {code}
            </pre>
          </section>
        ))}
      </div>
    </details>
  );
}
