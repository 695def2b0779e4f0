import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { base } from '#ui/app/base.ts';
import { findBridge } from '#ui/app/host.ts';
import { CopyButton } from '#ui/kit/parts/copy-field.tsx';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { toCallCode } from './call-code.ts';

const labels = ['curl', 'TypeScript', 'MCP'] as const;

/** The API request of a run as shell code, as TypeScript and for an agent; with its approval if the job has a review. */
export function Call(props: { job: Pick<JobView, 'recipeId' | 'input'>; hasReview?: boolean }) {
  const { job, hasReview = false } = props;
  const [chosen, setChosen] = useState<(typeof labels)[number]>('curl');
  const code = toCallCode(job, base.href, { hasReview }).find(({ label }) => label === chosen)?.code ?? '';
  return (
    <details>
      <summary>API request</summary>
      <div class="stack stack-tight more">
        <div class="row row-apart">
          <Segments
            label="Language"
            isLabelHidden
            value={chosen}
            options={labels.map((value) => ({ value, label: value }))}
            onChoose={setChosen}
          />
          <CopyButton label={`${chosen} call`} value={code} />
        </div>
        {/* A scrollable region must be focusable by keyboard. */}
        <pre class="code" tabIndex={0} role="region" aria-label={`${chosen} call`}>
          {code}
        </pre>
        <p class="soft small">
          {toAdvice(chosen, hasReview)}
          {hasReview && ' The call approves the proposal unchanged: manual changes are not included.'}
        </p>
      </div>
    </details>
  );
}

function toAdvice(label: (typeof labels)[number], hasReview: boolean): string {
  if (label === 'MCP') {
    return hasReview
      ? 'Tool calls for the MCP server at /api/mcp. Between and after them, wait_for_job returns the progress.'
      : 'A tool call for the MCP server at /api/mcp. Then wait_for_job returns when the job is done.';
  }
  return findBridge() === null
    ? 'From outside the browser, this URL works if the site is served by its local server (npm start). On a page of this site, use the TypeScript with a key instead of the variable.'
    : 'Create a key on the API keys page and set OFFCUT_API_KEY to it. A long run may return an unfinished job: repeat the same call to join it.';
}
