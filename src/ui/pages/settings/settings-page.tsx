import { useEffect, useState } from 'preact/hooks';
import { account, refreshAccount } from '#ui/app/account.ts';
import { toAddress } from '#ui/app/base.ts';
import { call } from '#ui/app/client.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { installPrompt } from '#ui/app/install.ts';
import { toHref } from '#ui/app/navigation.ts';
import { askPermission, permission } from '#ui/app/notify.ts';
import { Page } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { setTheme, theme } from '#ui/app/theme.ts';

/** The page of the theme and the local account. */
export function SettingsPage() {
  return (
    <Page title="Settings">
      <section class="stack" aria-labelledby="look">
        <h2 id="look">This device</h2>
        <Segments
          label="Theme"
          value={theme.value}
          options={[
            { value: 'system', label: 'Same as device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChoose={setTheme}
        />
        <Notifications />
        <Install />
      </section>
      <Sandbox />
      <More />
    </Page>
  );
}

function Notifications() {
  const state = permission.value;
  return (
    <div class="field">
      <p class="field-label">Notifications</p>
      {state === 'default' ? (
        <div>
          <button type="button" class="button" onClick={() => void askPermission()}>
            Notify me when a job ends
          </button>
        </div>
      ) : (
        <p class="soft">{notificationWords[state]}</p>
      )}
    </div>
  );
}

const notificationWords = {
  granted: 'You get a notification when a job ends while this page is hidden.',
  denied: 'The browser blocks notifications for this site. Allow them in its site settings.',
  unsupported: 'This browser has no notifications. The page title shows when a job ends.',
} as const;

function Install() {
  const prompt = installPrompt.value;
  return (
    <div class="field">
      <p class="field-label">App</p>
      {/* A browser reports late that it can install the app. */}
      <div class="install-way">
        {prompt ? (
          <button type="button" class="button" onClick={() => void prompt()}>
            Install Offcut
          </button>
        ) : (
          <p class="soft">
            {isInstalled() ? 'Offcut is installed.' : 'If your browser can install apps, use its menu.'}
          </p>
        )}
      </div>
      <p class="field-hint">The app has its own window, works offline, and its data is never evicted.</p>
    </div>
  );
}

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** The controls of the local account, with which every refusal of the API can be tested. */
function Sandbox() {
  const [error, setError] = useState<OffcutError | null>(null);
  useEffect(() => void refreshAccount().catch((thrown: unknown) => setError(toError(thrown))), []);
  /** Returns whether it succeeded. */
  const apply = async (change: Promise<unknown>): Promise<boolean> => {
    try {
      await change;
      await refreshAccount();
      setError(null);
      return true;
    } catch (thrown) {
      setError(toError(thrown));
      return false;
    }
  };
  return (
    <section class="stack" aria-labelledby="account">
      <h2 id="account">Account</h2>
      <p class="soft">Credits are simulated, so you can test every API response.</p>
      {error && <Problem error={error} />}
      {account.value ? (
        <>
          <CreditsForm
            credits={account.value.creditsRemaining}
            reserved={account.value.creditsReserved}
            onSet={(credits) => apply(call('setCredits', { body: { credits } }))}
          />
          <Segments
            label="Plan"
            value={account.value.plan}
            options={[
              { value: 'local', label: 'Local' },
              { value: 'free', label: 'Free' },
            ]}
            hint={account.value.plan === 'free' ? 'Results have a watermark.' : 'No watermark.'}
            onChoose={(plan) => void apply(call('setPlan', { body: { plan } }))}
          />
        </>
      ) : (
        !error && <div class="skeleton account-skeleton" aria-busy="true" />
      )}
    </section>
  );
}

function CreditsForm(props: { credits: number; reserved: number; onSet: (credits: number) => Promise<boolean> }) {
  // The balance may change during typing, for example when a run ends: the typed text stays, even after a failed save.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(props.credits);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void props.onSet(Number(text)).then((isSet) => isSet && setTyped((now) => (now === text ? null : now)));
  };
  return (
    <form class="field" onSubmit={submit}>
      <label class="field-label" for="credits">
        Credits
      </label>
      <div class="row">
        <input
          id="credits"
          class="input input-short num"
          type="number"
          required
          min={0}
          max={1_000_000}
          step={1}
          value={text}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button class="button" disabled={text === String(props.credits)}>
          Set
        </button>
      </div>
      {props.reserved > 0 && <p class="field-hint">{props.reserved} more are reserved for open jobs.</p>}
    </form>
  );
}

/** Links to the pages that a phone's bottom bar omits. */
function More() {
  return (
    <>
      <section class="stack stack-tight" aria-labelledby="more">
        <h2 id="more">More</h2>
        <ul class="links">
          <li>
            <a href={toHref({ page: 'privacy' })}>Privacy and stored data</a>
          </li>
          <li>
            <a href={toAddress('notices.html')} target="_blank" rel="noreferrer">
              Licenses
            </a>
          </li>
        </ul>
      </section>
      <section class="stack stack-tight" aria-labelledby="developer">
        <h2 id="developer">Developer</h2>
        <ul class="links">
          <li>
            <a href={toHref({ page: 'reference' })}>API reference</a>
          </li>
          <li>
            <a href={toHref({ page: 'keys' })}>API keys</a>
          </li>
          <li>
            <a href={toHref({ page: 'ledger' })}>Credits and ledger</a>
          </li>
          <li>
            <a href={toHref({ page: 'models' })}>Storage and models</a>
          </li>
          <li>
            <a href={toHref({ page: 'lab' })}>Lab: provoke errors, expiry and crashes</a>
          </li>
        </ul>
      </section>
    </>
  );
}
