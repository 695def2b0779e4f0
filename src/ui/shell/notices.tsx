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
    return <p class="notice notice-passing">This page was loaded without its server. Loading it once more.</p>;
  }
  if (state.kind === 'starting') {
    return (
      <p class="notice notice-passing">
        Setting up: this browser becomes the server. The first visit keeps what is needed to work offline.
      </p>
    );
  }
  if (enginePlace.value === 'failed') {
    return (
      <p class="notice notice-bad" role="alert">
        The engine of this tab could not start, so no video can be made here. <Reload />
      </p>
    );
  }
  return isOutdated.value ? (
    <p class="notice">
      A new version has taken over. <Reload />
    </p>
  ) : null;
}

const Reload = () => (
  <button type="button" class="link-button" onClick={() => location.reload()}>
    Reload the page
  </button>
);
