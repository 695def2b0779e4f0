import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/pages.css';
import './styles/viewer.css';
import { refreshAccount } from './account.ts';
import { App } from './app.tsx';
import { startEngine } from './engine-host.ts';
import { makeFirstKey } from './first-key.ts';
import { findBridge, hostState, keepServerAwake, startHost } from './host.ts';
import { listenForInstall } from './install.ts';
import { activeJob, onJobRest, watchJobs } from './jobs.ts';
import { refreshMaterials } from './materials/materials.ts';
import { isFetching, refreshModels } from './models/models.ts';
import { startNavigation } from './navigation.ts';
import { tellJobRests } from './notify.ts';
import { applyTheme } from './theme.ts';

applyTheme();
listenForInstall();
startNavigation();
render(<App />, document.querySelector('#app') ?? document.body);
void start();

async function start(): Promise<void> {
  await startHost();
  if (hostState.value.kind !== 'ready') {
    return;
  }
  await startEngine();
  // Before calls come in from outside: the first of them may make a key too.
  await makeFirstKey().catch(() => undefined);
  await startRelay();
  keepServerAwake(() => activeJob.value !== null || isFetching());
  tellJobRests();
  // What these read is shown when it comes; a page that needs it shows its own error.
  onJobRest(() => void refreshAccount().catch(() => undefined));
  void refreshAccount().catch(() => undefined);
  void refreshMaterials().catch(() => undefined);
  // A download that an earlier page has begun goes on.
  void refreshModels().catch(() => undefined);
  void watchJobs();
  askForLastingStorage();
  warmWhenIdle();
}

/** Behind the local server, this tab answers what comes to it from outside the browser. */
async function startRelay(): Promise<void> {
  const url = findBridge();
  if (url !== null) {
    const { startRelay } = await import('./relay.ts');
    startRelay({ url, isReady: () => hostState.value.kind === 'ready' });
  }
}

/** Browsers throw away what a site keeps when space is short, unless it may stay; some of them ask the person. */
function askForLastingStorage(): void {
  const ask = (): void => void navigator.storage.persist().catch(() => false);
  addEventListener('pointerdown', ask, { once: true });
  addEventListener('keydown', ask, { once: true });
}

/** The engine's files are many megabytes: they are kept for offline work once the page has nothing else to do. */
function warmWhenIdle(): void {
  const warm = (): void => {
    if (activeJob.value === null) {
      navigator.serviceWorker.controller?.postMessage('warm');
    } else {
      setTimeout(warm, 15_000);
    }
  };
  setTimeout(warm, 8000);
}
