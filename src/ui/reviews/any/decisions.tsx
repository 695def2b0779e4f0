import { useEffect } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import type { OperationTypes } from '#client/types.generated.ts';
import { call } from '#ui/app/client.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import type { Json } from '#ui/app/json.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { findChanged } from './changed.ts';

type ReviewBody = OperationTypes['reviewJob']['body'];

/** Sends the decision on the proposal that this page shows. The API refuses it if there is a newer proposal. */
const review = ({ id, updatedAt }: JobView, body: ReviewBody): Promise<JobView> =>
  call('reviewJob', { params: { envelopeId: id }, body: { ...body, updatedAt } });

/** The decisions on a proposal. `onError` receives the field errors of a refused decision. */
export function Decisions(props: {
  job: JobView;
  proposal: Json;
  parameters: Json;
  /** Names of parameters whose effect the proposal already shows. */
  applied: readonly string[];
  /** The edits that Regenerate would discard, as a sentence; null if it discards nothing. */
  loss: string | null;
  /** False while the edited text is not a valid proposal. */
  isValid: boolean;
  onError: (error: OffcutError | null) => void;
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
          You have changed settings. Regenerate to apply them, or approve this proposal without them.
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
          {isEdited ? 'Approve changes' : 'Approve'}
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
    The job ends without a result, and its credits are released. Your media stays.
  </ConfirmButton>
);
