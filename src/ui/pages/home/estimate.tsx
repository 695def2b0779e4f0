import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { OperationTypes } from '#client/types.generated.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import { call, type DataOf } from '#ui/app/client.ts';
import { toDuration, toNumber } from '#ui/kit/format.ts';
import { activeJob } from '#ui/pages/jobs/jobs.ts';
import { MissingModel } from '#ui/pages/models/missing-model.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { useSettled } from '#ui/kit/use-settled.ts';
import { Blocker } from './blocker.tsx';

type EstimateQuery = Omit<OperationTypes['getEstimate']['query'], 'durationSeconds'>;

/** The pause in typing before the price is requested again. */
const settleMs = 250;

/** Price, duration and blockers of a run; read again when a job starts or ends. */
export function Estimate(props: {
  run: EstimateQuery;
  workSeconds: number | null;
  children: (isBlocked: boolean) => ComponentChildren;
}) {
  const { run, workSeconds } = props;
  const seconds = workSeconds === null || workSeconds <= 0 ? {} : { durationSeconds: workSeconds };
  const key = useSettled(JSON.stringify([run, workSeconds]), settleMs);
  const { loaded, again } = useLoad((signal) => call('getEstimate', { query: { ...run, ...seconds }, signal }), key);
  const jobId = activeJob.value?.id;
  useEffect(again, [jobId]);
  if (loaded.state === 'failed') {
    return (
      <div class="stack">
        <NoPrice error={loaded.error} again={again} />
        {props.children(true)}
      </div>
    );
  }
  const estimate = loaded.state === 'ready' ? loaded.data : null;
  return (
    <div class="stack">
      <p class="estimate num" aria-live="polite">
        {estimate ? (
          <>
            <strong>{estimate.credits} credits</strong>, about <strong>{toDuration(estimate.etaSeconds)}</strong> on
            this device. <span class="soft">You have {toNumber(estimate.creditsRemaining)}.</span>
            {estimate.watermarked && ' The free plan adds a watermark to the result.'}
          </>
        ) : (
          <span class="soft">Loading the price</span>
        )}
      </p>
      <Warnings sentences={estimate?.warnings ?? []} />
      {estimate?.blockers.map(({ code, message }) => (
        <Blocker key={code} code={code} message={message} credits={estimate.credits} onSolved={again} />
      ))}
      {estimate?.missingModels?.map(({ message, modelId }) => (
        <MissingModel key={message} message={message} modelId={modelId} onSolved={again} />
      ))}
      {props.children(estimate !== null && isBlocked(estimate))}
    </div>
  );
}

/** The reason why the price is unknown. A file that the recipe refuses is refused again. */
const NoPrice = ({ error, again }: { error: OffcutError; again: () => void }) => (
  <Problem error={error}>
    {error.code !== 'UNSUPPORTED_MEDIA' && (
      <button type="button" class="link-button" onClick={again}>
        Try again
      </button>
    )}
  </Problem>
);

const isBlocked = ({ blockers, missingModels = [] }: DataOf<'getEstimate'>): boolean =>
  blockers.length + missingModels.length > 0;

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
