import { useEffect } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { call, type CallOptions } from '#ui/app/client.ts';
import type { ApiError } from '#ui/app/envelope.ts';
import type { Json } from '#ui/app/json.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { findChanged } from './changed.ts';

type ReviewBody = NonNullable<CallOptions<'reviewJob'>['body']>;

/** Decides on the proposal that this page shows, and on no later one. */
const review = ({ id, updatedAt }: JobView, body: ReviewBody): Promise<JobView> =>
  call('reviewJob', { params: { envelopeId: id }, body: { ...body, updatedAt } });

/** What can be decided of a proposal. `onError` gets what a refused decision says of its fields. */
export function Decisions(props: {
  job: JobView;
  proposal: Json;
  parameters: Json;
  /** Names of parameters whose effect the proposal shows already. */
  applied: readonly string[];
  /** What Regenerate would not keep, in a sentence. */
  loss: string | null;
  /** False while what is written is no proposal. */
  isValid: boolean;
  onError: (error: ApiError | null) => void;
  onReviewed: (job: JobView) => void;
}) {
  const { job, proposal, parameters, applied, loss, isValid, onError, onReviewed } = props;
  const { run, isBusy, error } = useAction();
  useEffect(() => onError(error), [error]);
  const send = async (body: ReviewBody): Promise<void> => onReviewed(await review(job, body));
  const isEdited = JSON.stringify(proposal) !== JSON.stringify(job.proposal);
  const edits = isEdited ? { proposal } : {};
  const changed = findChanged(parameters, job.input);
  const isLeft = Object.keys(changed).some((name) => !applied.includes(name));
  const [approveLook, regenerateLook] = isLeft ? ['', primary] : [primary, ''];
  return (
    <>
      {error && <Problem error={error} />}
      {isLeft && (
        <p class="field-hint">
          You have changed parameters: Regenerate proposes with them. Approve makes what is proposed now, without them.
        </p>
      )}
      {isEdited && loss !== null && <p class="field-hint">{loss}</p>}
      <div class="row decisions">
        <button
          type="button"
          class={`button button-large ${approveLook}`}
          disabled={isBusy || !isValid}
          onClick={() => run(() => send({ decision: 'approve', ...edits }))}
        >
          {isEdited ? 'Approve the changes' : 'Approve'}
        </button>
        <button
          type="button"
          class={`button button-large ${regenerateLook}`}
          disabled={isBusy || !isValid}
          onClick={() => run(() => send({ decision: 'regenerate', ...edits, parameters: changed }))}
        >
          Regenerate
        </button>
        <Reject onReject={() => send({ decision: 'reject' })} />
      </div>
    </>
  );
}

const primary = 'button-primary';

const Reject = ({ onReject }: { onReject: () => Promise<void> }) => (
  <ConfirmButton label="Reject" title="Reject this proposal?" look="button-large" onConfirm={onReject}>
    The job ends without a result, and its credits are released. Your materials stay.
  </ConfirmButton>
);
