import { useState } from 'preact/hooks';
import { base } from '#ui/app/base.ts';
import { announce } from '#ui/app/announce.ts';
import { CopyButton } from '#ui/kit/parts/copy-field.tsx';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { sendLabCall, toLabCode, type LabCall } from './lab-call.ts';
import type { Scenario } from './scenarios.ts';

/** The functions that every control of the page receives. */
export type LabControl = {
  readonly isBusy: boolean;
  /** Makes a change and reads the state of the lab again. */
  readonly apply: (change: () => Promise<unknown>) => void;
};

/** A scenario with the button that provokes it, and its call as code. */
export function ScenarioCard({ scenario, isBusy, apply }: LabControl & { scenario: Scenario }) {
  const { title, effect, call } = scenario;
  const provoke = (): void =>
    apply(async () => {
      await sendLabCall(call);
      announce(`Active: ${title}`);
    });
  return (
    <li class="card stack stack-tight">
      <h3>{title}</h3>
      <p class="soft small grow">{effect}</p>
      <div class="row row-apart">
        <button
          type="button"
          class="button button-small"
          disabled={isBusy}
          aria-label={`Provoke: ${title}`}
          onClick={provoke}
        >
          Provoke
        </button>
      </div>
      <CallDetails call={call} name={title} />
    </li>
  );
}

const labels = ['curl', 'TypeScript', 'MCP'] as const;

/** The code of a call, which the user can open and copy. */
export function CallDetails({ call, name }: { call: LabCall; name: string }) {
  const [label, setLabel] = useState<(typeof labels)[number]>('curl');
  const [isOpen, setOpen] = useState(false);
  const code = toLabCode(call, base.href).find((each) => each.label === label)?.code ?? '';
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="small" aria-label={`API request: ${name}`}>
        API request
      </summary>
      {isOpen && (
        <div class="stack stack-tight more">
          <div class="row row-apart">
            <Segments
              label="Language"
              isLabelHidden
              value={label}
              options={labels.map((value) => ({ value, label: value }))}
              onChoose={setLabel}
            />
            <CopyButton label={`${label} call`} value={code} />
          </div>
          {/* A scrollable region must be focusable by keyboard. */}
          <pre class="code" tabIndex={0} role="region" aria-label={`${label} call`}>
            {code}
          </pre>
          {label !== 'TypeScript' && (
            <p class="soft small">From outside the browser, this needs the option --sandbox of the local server.</p>
          )}
        </div>
      )}
    </details>
  );
}
