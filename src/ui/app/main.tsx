import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/pages.css';
// Small ones of most pages: files of their own would cost more.
import './styles/viewer.css';
import '#ui/kit/parts/thumbnail.css';
import '#ui/pages/job/job.css';
import '#ui/reviews/any/stage-wait.css';
import '#ui/kit/strips/strips.css';
import { refreshAccount } from './account.ts';
import { App } from './app.tsx';
import { startEngine } from './engine-host.ts';
import { makeFirstKey } from './first-key.ts';
import { findBridge, hostState, keepServerAwake, startHost } from './host.ts';
import { listenForInstall } from './install.ts';
import { activeJob, onJobRest, watchJobs } from '#ui/pages/jobs/jobs.ts';
import { refreshMaterials } from '#ui/pages/materials/materials.ts';
import { refreshModels } from '#ui/pages/models/models.ts';
import { startNavigation } from './navigation.ts';
import { tellJobRests } from './notify.ts';
import { keepTitle } from './tab-title.ts';
import { applyTheme } from './theme.ts';
import { takeTurn, whenIdle } from './turns.ts';

applyTheme();
listenForInstall();
startNavigation();
keepTitle();
void start();
// In a task of its own: to run the files of the page takes as long as to show it.
takeTurn(() => render(<App />, document.querySelector('#app') ?? document.body));

/** How long the relay, and then the engine, waits for a page that goes on being busy. */
const maxWaitMs = 2000;

async function start(): Promise<void> {
  await startHost();
  if (hostState.value.kind !== 'ready') {
    return;
  }
  await whenIdle(maxWaitMs);
  // Before the relay: a call from outside may make the first key too.
  await makeFirstKey().catch(() => undefined);
  keepServerAwake();
  // A tab whose relay cannot be loaded does its own work all the same.
  await startRelay().catch(reportError);
  // What the page shows and hears comes first: on two cores the start of the engine takes its time away.
  await whenIdle(maxWaitMs);
  await startEngine();
  tellJobRests();
  // Errors are ignored here: a page that needs the data shows its own.
  onJobRest(() => void refreshAccount().catch(() => undefined));
  void refreshAccount().catch(() => undefined);
  void refreshMaterials().catch(() => undefined);
  // Downloads of earlier pages go on.
  void refreshModels().catch(() => undefined);
  void watchJobs();
  askForLastingStorage();
  warmWhenIdle();
  void offerTools().catch(() => undefined);
}

/** Registers the tools of the MCP connector with browsers that have WebMCP, for as long as the page is open. */
async function offerTools(): Promise<void> {
  if ('modelContext' in document) {
    const { findModelContext, registerWebTools } = await import('./web-mcp.ts');
    const context = findModelContext(document);
    if (context) {
      await registerWebTools(context, new AbortController().signal);
    }
  }
}

/** Behind the local server, this tab relays API calls from outside the browser to the service worker. */
async function startRelay(): Promise<void> {
  const url = findBridge();
  if (url !== null) {
    // The schemas of failures and those of messages are each made in a task of their own.
    await import('#core/lib/failure.ts');
    const { startRelay } = await import('./relay.ts');
    startRelay({ url, isReady: () => hostState.value.kind === 'ready' });
  }
}

/** Asks for persistent storage on the first input: browsers may evict other storage, and some ask the person. */
function askForLastingStorage(): void {
  const ask = (): void => void navigator.storage.persist().catch(() => false);
  addEventListener('pointerdown', ask, { once: true });
  addEventListener('keydown', ask, { once: true });
}

/** Caches the engine's files, many megabytes, for offline work once no job is at work. */
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
