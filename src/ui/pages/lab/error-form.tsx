import { useState } from 'preact/hooks';
import { readOpenApi } from '#ui/app/openapi-document.ts';
import { announce } from '#ui/app/announce.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { sendLabCall, type LabCall } from './lab-call.ts';
import { listErrors, type ErrorChoice } from './list-errors.ts';
import { CallDetails, type LabControl } from './scenario-card.tsx';

/** Every error code of the API, each provoked at the next call of an operation that can return it. */
export function ErrorForm({ isBusy, apply }: LabControl) {
  const { loaded, again } = useLoad(async () => listErrors(await readOpenApi()));
  return (
    <section class="stack stack-tight" aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <p class="soft">The next call of the operation ends with the error, with its status, headers and details.</p>
      <Reading loaded={loaded} again={again}>
        {(errors) => (
          <ul class="rows">
            {errors.map((error) => (
              <ErrorRow key={error.code} error={error} isBusy={isBusy} apply={apply} />
            ))}
          </ul>
        )}
      </Reading>
    </section>
  );
}

function ErrorRow({ error, isBusy, apply }: LabControl & { error: ErrorChoice }) {
  const [operation, setOperation] = useState(error.operations[0] ?? 'getMe');
  const call: LabCall = {
    name: 'addFault',
    body: { match: { operation }, effect: { errorCode: error.code }, times: 1 },
  };
  const provoke = (): void =>
    apply(async () => {
      await sendLabCall(call);
      announce(`Active: ${error.code} for the next ${operation}`);
    });
  return (
    <li class="stack stack-tight">
      <div class="row row-apart">
        <span class="grow">
          <code>{error.code}</code> <span class="soft num">{error.status}</span>
        </span>
        <select
          class="input lab-operation"
          aria-label={`Operation for ${error.code}`}
          value={operation}
          onChange={({ currentTarget }) => setOperation(currentTarget.value)}
        >
          {error.operations.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <button
          type="button"
          class="button button-small"
          disabled={isBusy}
          aria-label={`Provoke: ${error.code}`}
          onClick={provoke}
        >
          Provoke
        </button>
      </div>
      <CallDetails call={call} name={error.code} />
    </li>
  );
}
