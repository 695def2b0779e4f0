import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { call, type CallOptions } from '../client.ts';
import { toDuration } from '../format.ts';
import { activeJob } from '../jobs.ts';
import { NextStep, Problem } from '../parts/problem.tsx';
import { useLoad } from '../use-load.ts';

type EstimateQuery = Omit<NonNullable<CallOptions<'getEstimate'>['query']>, 'durationSeconds'>;

/** Price, duration and blockers of a run; read again when a job starts or ends. */
export function Estimate(props: {
  run: EstimateQuery;
  workSeconds: number | null;
  children: (isBlocked: boolean) => ComponentChildren;
}) {
  const { run, workSeconds } = props;
  const seconds = workSeconds === null || workSeconds <= 0 ? {} : { durationSeconds: workSeconds };
  const { loaded, again } = useLoad(
    (signal) => call('getEstimate', { query: { ...run, ...seconds }, signal }),
    JSON.stringify([run, workSeconds]),
  );
  const jobId = activeJob.value?.id;
  useEffect(again, [jobId]);
  if (loaded.state === 'failed') {
    return (
      <Problem error={loaded.error}>
        <button type="button" class="link-button" onClick={again}>
          Try again
        </button>
      </Problem>
    );
  }
  const estimate = loaded.state === 'ready' ? loaded.data : null;
  return (
    <div class="stack">
      <p class="estimate num" aria-live="polite">
        {estimate ? (
          <>
            <strong>{estimate.credits} credits</strong>, about <strong>{toDuration(estimate.etaSeconds)}</strong> on
            this device. <span class="soft">You have {estimate.creditsRemaining.toLocaleString('en')}.</span>
            {estimate.watermarked && ' The free plan puts a watermark on the result.'}
          </>
        ) : (
          <span class="soft">Looking up the price</span>
        )}
      </p>
      <Warnings sentences={estimate?.warnings ?? []} />
      {estimate?.blockers.map(({ code, message }) => (
        <div key={code} class="note note-warn row row-apart">
          <span>{message}</span>
          <NextStep errorCode={code} />
        </div>
      ))}
      {props.children((estimate?.blockers.length ?? 0) > 0)}
    </div>
  );
}

function Warnings({ sentences }: { sentences: readonly string[] }) {
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence} class="note note-warn">
          {sentence}
        </p>
      ))}
    </>
  );
}
