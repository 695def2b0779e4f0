import { useEffect } from 'preact/hooks';
import './lab.css';
import { account, refreshAccount } from '#ui/app/account.ts';
import { Page, Reading } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useLoad } from '#ui/kit/use-load.ts';
import { ActiveChanges } from './active-changes.tsx';
import { ClockControls } from './clock-controls.tsx';
import { ErrorForm } from './error-form.tsx';
import { listChanges } from './list-changes.ts';
import { RequestLog } from './request-log.tsx';
import { ScenarioCard } from './scenario-card.tsx';
import { scenarioGroups } from './scenarios.ts';
import { Snapshots } from './snapshots.tsx';
import { labState, readLab } from './watch-lab.ts';

const refreshMs = 2000;

/** The page of the lab: what a developer can provoke, the clock, snapshots and the log of requests. */
export function LabPage() {
  const { loaded, again } = useLoad(async (signal) => Promise.all([readLab(signal), refreshAccount()]));
  const { run, isBusy, error } = useAction();
  const apply = (change: () => Promise<unknown>): void =>
    run(async () => {
      await change();
      await Promise.all([readLab(), refreshAccount()]);
    });
  // Rules are used up, and scripts change the lab.
  useEffect(() => {
    const timer = setInterval(() => void readLab().catch(() => undefined), refreshMs);
    return () => clearInterval(timer);
  }, []);
  const control = { isBusy, apply };
  const state = labState.value;
  return (
    <Page title="Lab">
      <p class="soft lab-lead">
        Provoke what your client must survive: errors, expired tickets, crashes and slow answers. The changes apply to
        this browser only, and you can undo each of them.
      </p>
      {error && <Problem error={error} />}
      <Reading loaded={loaded} again={again}>
        {() =>
          state && (
            <>
              <ActiveChanges {...control} changes={listChanges(state, account.value)} />
              {scenarioGroups.map(({ title, scenarios }) => (
                <section key={title} class="stack stack-tight" aria-labelledby={`group-${title}`}>
                  <h2 id={`group-${title}`}>{title}</h2>
                  <ul class="lab-cards">
                    {scenarios.map((scenario) => (
                      <ScenarioCard key={scenario.id} scenario={scenario} {...control} />
                    ))}
                  </ul>
                </section>
              ))}
              <ClockControls {...control} clock={state.lab.clock} />
              <Snapshots />
              <ErrorForm {...control} />
            </>
          )
        }
      </Reading>
      <RequestLog />
    </Page>
  );
}
