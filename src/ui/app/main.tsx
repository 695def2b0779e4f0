import { render } from 'preact';
import { unattendedParameter } from '#core/protocol/engine.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/pages.css';
// Small modules of most pages: separate files would cost more.
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
// In its own task: evaluating the page's files takes as long as rendering it.
takeTurn(() => render(<App />, document.querySelector('#app') ?? document.body));

/** The maximum time that the relay, and then the engine, waits for a busy page. */
const maxWaitMs = 2000;

async function start(): Promise<void> {
  await startHost();
  if (hostState.value.kind !== 'ready') {
    return;
  }
  await waitForPage();
  // Before the relay: a call from outside may also create the first key.
  await makeFirstKey().catch(() => undefined);
  keepServerAwake();
  // A tab without a relay still does its own work.
  await startRelay().catch(reportError);
  // The page's rendering and input come first: on two cores the engine's start would delay them.
  await waitForPage();
  await startEngine();
  tellJobRests();
  // Errors are ignored here: a page that needs the data shows its own.
  onJobRest(() => void refreshAccount().catch(() => undefined));
  void refreshAccount().catch(() => undefined);
  void refreshMaterials().catch(() => undefined);
  // Resumes downloads of earlier pages.
  void refreshModels().catch(() => undefined);
  void watchJobs();
  void import('#ui/pages/lab/watch-lab.ts').then(({ watchLab }) => watchLab());
  askForLastingStorage();
  warmWhenIdle();
  void offerTools().catch(() => undefined);
}

/** Resolves when the page is idle; at once in a headless browser, where no user waits for the page. */
const waitForPage = (): Promise<void> =>
  new URLSearchParams(location.search).has(unattendedParameter) ? Promise.resolve() : whenIdle(maxWaitMs);

/** Registers the tools of the MCP connector with browsers that have WebMCP, while the page is open. */
async function offerTools(): Promise<void> {
  if ('modelContext' in document) {
    const { findModelContext, registerWebTools } = await import('./web-mcp.ts');
    const context = findModelContext(document);
    if (context) {
      await registerWebTools(context, new AbortController().signal);
    }
  }
}

/** Connects this tab to the local server, if there is one. The service worker answers the API calls from outside the browser. */
async function startRelay(): Promise<void> {
  const url = findBridge();
  if (url !== null) {
    // The schemas of failures and of messages are each created in their own task.
    await import('#core/lib/failure.ts');
    const { startRelay } = await import('./relay.ts');
    startRelay({
      url,
      isReady: () => hostState.value.kind === 'ready',
      connectWorker: (call) => navigator.serviceWorker.controller?.postMessage(call),
    });
  }
}

/** Requests persistent storage on the first input: browsers may evict other storage, and some prompt the user. */
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
