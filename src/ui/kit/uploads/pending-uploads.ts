import { signal } from '@preact/signals';
import { dropHandle, storeHandle } from './file-handles.ts';

/** A file that the user selected in this tab and that is not stored yet: it is being uploaded, or waits for it. */
export type PendingUpload = {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** The upload ticket of the file's page. */
  readonly ticket?: string | undefined;
};

/** Session storage survives a reload and a crash, and is not shared with other tabs. */
const storageName = 'offcut:uploads';

/** The files that a reload does not lose. */
const safe = new WeakSet<File>();

/** Marks a file that the page itself created, such as a sample: its upload is not offered again. */
export function markAsGenerated(file: File): File {
  safe.add(file);
  return file;
}

/** Marks a file that is stored now, and removes all of its notes. */
export function markAsStored(file: File): void {
  safe.add(file);
  const known = running.get(file);
  if (known) {
    running.set(file, { ...known, count: 1 });
    release(file);
  }
}

/** The uploads that the last reload of this tab interrupted, until each is repeated or dismissed. */
export const lostUploads = signal<readonly PendingUpload[]>(readPending());

/** The unfinished uploads of this page, with the number of notes for each file. */
const running = new Map<File, { readonly upload: PendingUpload; readonly count: number }>();

let isLeaving = false;
if (typeof addEventListener === 'function') {
  // A browser may end a page's requests, and therefore its uploads, before the page itself.
  addEventListener('pagehide', () => (isLeaving = true));
  addEventListener('pageshow', () => (isLeaving = false));
}

/**
 * Notes a file until the returned function is called or the file is stored. A list of files notes each one before the first
 * upload, and each upload notes its file again: a reload also loses waiting files.
 */
export function notePending(file: File, ticket?: string): () => void {
  if (safe.has(file)) {
    return () => undefined;
  }
  const known = running.get(file);
  const upload = known?.upload ?? { id: crypto.randomUUID(), name: file.name, sizeBytes: file.size, ticket };
  running.set(file, { upload, count: (known?.count ?? 0) + 1 });
  if (!known) {
    writePending();
    // Without it the user selects the file again.
    void storeHandle(upload.id, file).catch(() => undefined);
  }
  return () => isLeaving || release(file);
}

function release(file: File): void {
  const known = running.get(file);
  if (known && known.count > 1) {
    running.set(file, { ...known, count: known.count - 1 });
  } else if (known) {
    running.delete(file);
    writePending();
    void dropHandle(known.upload.id, file).catch(() => undefined);
  }
}

/** Removes an interrupted upload from the list. */
export function forgetLost(id: string): void {
  lostUploads.value = lostUploads.peek().filter((each) => each.id !== id);
  writePending();
}

function writePending(): void {
  try {
    sessionStorage.setItem(
      storageName,
      JSON.stringify([...lostUploads.peek(), ...[...running.values()].map(({ upload }) => upload)]),
    );
  } catch {
    // Without storage a reload loses the upload without a notice.
  }
}

function readPending(): readonly PendingUpload[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]');
    return Array.isArray(read) ? read.filter(isPending) : [];
  } catch {
    return [];
  }
}

/** A function declaration, because it is called when the module starts. */
function isPending(one: unknown): one is PendingUpload {
  return (
    typeof one === 'object' &&
    one !== null &&
    'id' in one &&
    typeof one.id === 'string' &&
    'name' in one &&
    typeof one.name === 'string' &&
    'sizeBytes' in one &&
    typeof one.sizeBytes === 'number' &&
    (!('ticket' in one) || typeof one.ticket === 'string')
  );
}
