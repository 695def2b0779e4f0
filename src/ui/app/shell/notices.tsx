import { enginePlace } from '../engine-host.ts';
import { hostState, isOutdated } from '../host.ts';

/** Messages about the page itself: while it starts, if it cannot start, and if it is outdated. */
export function Notices() {
  const state = hostState.value;
  if (state.kind === 'failed') {
    return (
      <p class="notice notice-bad" role="alert">
        {state.message}
      </p>
    );
  }
  if (state.kind === 'reloading') {
    return <p class="notice notice-passing">The page loaded without the service worker. Reloading.</p>;
  }
  if (state.kind === 'starting') {
    return (
      <p class="notice notice-passing">
        Setting up: this browser becomes the server. The first visit stores the files for offline use.
      </p>
    );
  }
  if (enginePlace.value === 'failed') {
    return (
      <p class="notice notice-bad" role="alert">
        The engine of this tab could not start, so jobs cannot run here. <Reload />
      </p>
    );
  }
  return isOutdated.value ? (
    <p class="notice">
      A new version is available. <Reload />
    </p>
  ) : null;
}

const Reload = () => (
  <button type="button" class="link-button" onClick={() => location.reload()}>
    Reload the page
  </button>
);
