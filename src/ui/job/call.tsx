import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { base } from '../base.ts';
import { findBridge } from '../host.ts';
import { CopyButton } from '../parts/copy-field.tsx';
import { Segments } from '../parts/segments.tsx';
import { toCallCode } from './call-code.ts';

const labels = ['curl', 'TypeScript', 'MCP'] as const;

/** The API request of a run as shell code, as TypeScript and for an agent; with its approval if the job has a review. */
export function Call(props: { job: Pick<JobView, 'recipeId' | 'input'>; hasReview?: boolean }) {
  const { job, hasReview = false } = props;
  const [chosen, setChosen] = useState<(typeof labels)[number]>('curl');
  const code = toCallCode(job, base.href, { hasReview }).find(({ label }) => label === chosen)?.code ?? '';
  return (
    <details>
      <summary>The call that makes it</summary>
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
          {hasReview && ' The proposal is approved as it is made: what was changed in it by hand is not in the call.'}
        </p>
      </div>
    </details>
  );
}

function toAdvice(label: (typeof labels)[number], hasReview: boolean): string {
  if (label === 'MCP') {
    return hasReview
      ? 'What an agent sends to the MCP server at /api/mcp. Between the two, and behind them, wait_for_job tells how far it is.'
      : 'What an agent sends to the MCP server at /api/mcp. Then wait_for_job tells when it is done.';
  }
  return findBridge() === null
    ? 'From outside the browser this address answers when the site is served by its local server (npm start); on a page of this site the TypeScript works with a key in place of the variable.'
    : 'The key comes from the page API keys, into the variable OFFCUT_API_KEY. A long run may answer with a job that goes on: the same call again joins it.';
}
