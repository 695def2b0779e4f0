import { effect, type ReadonlySignal } from '@preact/signals';
import type { OffcutError } from '#client/offcut-error.ts';
import { keepTyped } from './keep-typed.ts';
import type { Sync } from './sync.ts';

/** The delay of a save after an edit, and the max delay while edits never pause. */
const quietMs = 1000;
const patienceMs = 5000;
const draftMs = 300;
const pollMs = 2000;
const longestRetryMs = 30_000;

/** Returns whether a failed save is retried automatically: also after a full storage, because space may be freed elsewhere. */
export const isTriedAgain = ({ retryable, code }: OffcutError): boolean => retryable || code === 'STORAGE_FULL';

/**
 * Saves the document soon after every edit, retries failed saves, and merges remote changes while the page is visible. Returns a
 * function that stops this, after a last save.
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
    document.value; // oxlint-disable-line no-unused-expressions -- every new document triggers a save
    if (sync.look()) {
      waitsSince ??= Date.now();
      clearTimeout(timer);
      timer = setTimeout(push, Math.max(0, Math.min(quietMs, waitsSince + patienceMs - Date.now())));
      clearTimeout(draftTimer);
      draftTimer = setTimeout(() => sync.keepDraft(), draftMs);
    }
  });
  let failures = 0;
  // Retries apply to every failed save, including those that the edits did not request.
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

/**
 * Saves when the page is hidden or closed, including text that is being typed. The browser asks before a page with unsaved edits
 * closes.
 */
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
