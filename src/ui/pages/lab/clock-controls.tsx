import { call, type DataOf } from '#ui/app/client.ts';
import type { LabControl } from './scenario-card.tsx';
import { toClockWords } from './list-changes.ts';

const steps = [
  { label: '+1 min', seconds: 60 },
  { label: '+1 h', seconds: 3600 },
  { label: '+1 day', seconds: 86_400 },
  { label: '+30 days', seconds: 30 * 86_400 },
] as const;

/** The clock that tickets, reviews, limits and timestamps use. */
export function ClockControls({ clock, isBusy, apply }: LabControl & { clock: DataOf<'getClock'> }) {
  return (
    <section class="stack stack-tight" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p class="soft">
        {clock.mode === 'real' ? 'The clock shows the real time' : toClockWords(clock)}. Tickets, reviews, idempotency
        keys, limits and timestamps use it.
      </p>
      <div class="row">
        {steps.map(({ label, seconds }) => (
          <button
            key={label}
            type="button"
            class="button"
            disabled={isBusy}
            aria-label={`${label}: move the clock forward`}
            onClick={() => apply(() => call('advanceClock', { body: { seconds } }))}
          >
            {label}
          </button>
        ))}
        {clock.mode !== 'frozen' && (
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => apply(() => call('setClock', { body: { mode: 'frozen' } }))}
          >
            Freeze
          </button>
        )}
        {clock.mode !== 'real' && (
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => apply(() => call('setClock', { body: { mode: 'real' } }))}
          >
            Use real time
          </button>
        )}
      </div>
    </section>
  );
}
