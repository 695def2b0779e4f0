import { effect, type ReadonlySignal } from '@preact/signals';
import type { ApiError } from '../../envelope.ts';
import { keepTyped } from './keep-typed.ts';
import type { Sync } from './sync.ts';

/** How long after an edit it is saved, and how long edits that never pause may wait. */
const quietMs = 1000;
const patienceMs = 5000;
const draftMs = 300;
const pollMs = 2000;
const longestRetryMs = 30_000;

/** Whether a save that failed is tried again by itself: also once there is room again, which is made elsewhere. */
export const isTriedAgain = ({ isRetryable, errorCode }: ApiError): boolean =>
  isRetryable || errorCode === 'STORAGE_FULL';

/**
 * Saves the document soon after every edit, and again where that failed; takes in what others change while the page is seen. The
 * answer ends it, with a last save.
 */
export function keepSaved(sync: Sync, document: ReadonlySignal<unknown>): () => void {
  const stops = [saveAfterEdits(sync, document), pollWhileSeen(sync), saveOnLeaving(sync)];
  return () => {
    stops.forEach((stop) => stop());
    sync.keepDraft();
    if (!sync.isSaved) {
      sync.push().catch(ignore);
    }
  };
}

function saveAfterEdits(sync: Sync, document: ReadonlySignal<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let draftTimer: ReturnType<typeof setTimeout> | undefined;
  let waitsSince: number | null = null;
  const push = (): void => {
    clearTimeout(timer);
    waitsSince = null;
    sync.push().catch(ignore);
  };
  const pushUnsaved = (): void => void (sync.isSaved || push());
  const stopSaving = effect(() => {
    document.value; // oxlint-disable-line no-unused-expressions -- every document is a reason
    if (sync.look()) {
      waitsSince ??= Date.now();
      clearTimeout(timer);
      timer = setTimeout(push, Math.max(0, Math.min(quietMs, waitsSince + patienceMs - Date.now())));
      clearTimeout(draftTimer);
      draftTimer = setTimeout(() => sync.keepDraft(), draftMs);
    }
  });
  let failures = 0;
  // Whoever has asked for the save that failed.
  const stopRetrying = effect(() => {
    const state = sync.state.value;
    if (state.kind === 'saved') {
      failures = 0;
    } else if (state.kind === 'failed' && isTriedAgain(state.error)) {
      clearTimeout(timer);
      timer = setTimeout(push, Math.min(longestRetryMs, 1000 * 2 ** failures));
      failures += 1;
    }
  });
  addEventListener('online', pushUnsaved);
  return () => {
    stopSaving();
    stopRetrying();
    clearTimeout(timer);
    clearTimeout(draftTimer);
    removeEventListener('online', pushUnsaved);
  };
}

function pollWhileSeen(sync: Sync): () => void {
  const look = (): void => {
    if (document.visibilityState === 'visible' && sync.state.peek().kind !== 'gone') {
      sync.pull().catch(ignore);
    }
  };
  const timer = setInterval(look, pollMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Saves when the page is hidden or left, what is being typed too, and has the browser ask before it is left with something unsaved. */
function saveOnLeaving(sync: Sync): () => void {
  const saveNow = (): void => {
    keepTyped();
    sync.keepDraft();
    if (!sync.isSaved) {
      sync.push().catch(ignore);
    }
  };
  const saveHidden = (): void => void (document.visibilityState === 'hidden' && saveNow());
  const ask = (event: BeforeUnloadEvent): void => {
    saveNow();
    if (!sync.isSaved) {
      event.preventDefault();
    }
  };
  addEventListener('pagehide', saveNow);
  addEventListener('beforeunload', ask);
  document.addEventListener('visibilitychange', saveHidden);
  return () => {
    removeEventListener('pagehide', saveNow);
    removeEventListener('beforeunload', ask);
    document.removeEventListener('visibilitychange', saveHidden);
  };
}

const ignore = (): void => undefined;
