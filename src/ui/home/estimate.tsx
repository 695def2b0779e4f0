import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../client.ts';
import { toDuration } from '../format.ts';
import { activeJob } from '../jobs.ts';
import { NextStep, Problem } from '../parts/problem.tsx';
import { useLoad } from '../use-load.ts';
import type { Options } from './options.ts';

/** What the run would cost and take, and what stands in its way; asked again when a job starts or ends. */
export function Estimate(props: {
  options: Pick<Options, 'quality' | 'model'>;
  workSeconds: number | null;
  children: (isBlocked: boolean) => ComponentChildren;
}) {
  const { options, workSeconds } = props;
  const { quality, model } = options;
  const seconds = workSeconds === null || workSeconds <= 0 ? {} : { durationSeconds: workSeconds };
  const named = model === undefined ? {} : { model };
  const { loaded, again } = useLoad(
    (signal) =>
      call('getEstimate', { query: { recipeId: 'remove-background', quality, ...named, ...seconds }, signal }),
    `${quality} ${model} ${workSeconds}`,
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
