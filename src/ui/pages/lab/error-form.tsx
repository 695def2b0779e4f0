import { useState } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';
import { readOpenApi } from '#ui/app/openapi-document.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { sendLabCall, type LabCall } from './lab-call.ts';
import { listErrors, type ErrorChoice } from './list-errors.ts';
import { CallDetails, type LabControl } from './scenario-card.tsx';

/** Every error code of the API, each provoked at the next call of an operation that can return it. */
export function ErrorForm({ isBusy, apply }: LabControl) {
  const { loaded, again } = useLoad(async () => listErrors(await readOpenApi()));
  const [call, setCall] = useState<LabCall>(toErrorCall('RATE_LIMITED', 'getMe'));
  const provoke = (code: string, operation: string): void => {
    const chosen = toErrorCall(code, operation);
    setCall(chosen);
    apply(async () => {
      await sendLabCall(chosen);
      announce(`Active: ${code} for the next ${operation}`);
    });
  };
  return (
    <section class="stack stack-tight" aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <p class="soft">The next call of the operation ends with the error, with its status, headers and details.</p>
      <CallDetails call={call} name="error" />
      <Reading loaded={loaded} again={again}>
        {(errors) => (
          <ul class="rows">
            {errors.map((error) => (
              <ErrorRow key={error.code} error={error} isBusy={isBusy} onProvoke={provoke} />
            ))}
          </ul>
        )}
      </Reading>
    </section>
  );
}

const toErrorCall = (errorCode: string, operation: string): LabCall => ({
  name: 'addFault',
  body: { match: { operation }, effect: { errorCode }, times: 1 },
});

function ErrorRow(props: {
  error: ErrorChoice;
  isBusy: boolean;
  onProvoke: (code: string, operation: string) => void;
}) {
  const { code, status, operations } = props.error;
  const [operation, setOperation] = useState(operations[0] ?? 'getMe');
  return (
    <li class="lab-error">
      <span>
        <code>{code}</code> <span class="soft small num">{status}</span>
      </span>
      <select
        class="input"
        aria-label={`Operation for ${code}`}
        value={operation}
        onChange={({ currentTarget }) => setOperation(currentTarget.value)}
      >
        {operations.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="button button-small"
        disabled={props.isBusy}
        aria-label={`Provoke: ${code}`}
        onClick={() => props.onProvoke(code, operation)}
      >
        Provoke
      </button>
    </li>
  );
}
