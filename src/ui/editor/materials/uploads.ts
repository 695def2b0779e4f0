import { signal } from '@preact/signals';
import { announce } from '#ui/app/announce.ts';
import { isTimelineFile } from '#ui/pages/canvases/timeline-file.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { notePending } from '#ui/kit/uploads/pending-uploads.ts';
import type { Placeable } from './placeable.ts';
import { refreshFileList } from './file-list.ts';
import { fetchMaterial, uploadMaterial } from './upload-material.ts';

/** A file that is being uploaded. */
export type Upload = {
  readonly id: number;
  readonly name: string;
  /** 0..1, or null while it is unknown. */
  readonly share: number | null;
  /** The reason of the failure; null while the upload is open. */
  readonly error: OffcutError | null;
  readonly cancel: () => void;
};

/** The open uploads, and failed ones until they are cleared, the oldest first. */
export const uploads = signal<readonly Upload[]>([]);

let count = 0;

/** Uploads files one after the other and returns the successful ones. Failed uploads stay in `uploads`, with the reason. */
export const uploadAll = (files: readonly File[]): Promise<readonly Placeable[]> =>
  bringAll(
    files.map((file) => {
      const forget = notePending(file);
      return { name: file.name, bring: (onShare, signal) => bringFile(file, onShare, signal).finally(forget) };
    }),
  );

async function bringFile(file: File, onShare: (share: number | null) => void, signal: AbortSignal): Promise<Placeable> {
  if (isTimelineFile(file)) {
    const message = `${file.name} contains a whole canvas. Open it under Export, Project.`;
    throw new OffcutError({ code: 'UNSUPPORTED_MEDIA', message });
  }
  return uploadMaterial(file, onShare, signal);
}

/** Fetches the file of a public URL, like `uploadAll`. */
export const fetchOne = (address: string): Promise<readonly Placeable[]> =>
  bringAll([{ name: address, bring: (_, signal) => fetchMaterial(address, signal) }]);

type Bringing = {
  readonly name: string;
  readonly bring: (onShare: (share: number | null) => void, signal: AbortSignal) => Promise<Placeable>;
};

async function bringAll(all: readonly Bringing[]): Promise<readonly Placeable[]> {
  const begun = all.map((each) => ({ ...each, ...begin(each.name) }));
  const placed: Placeable[] = [];
  for (const { name, bring, id, controller } of begun) {
    try {
      placed.push(await bring((share) => change(id, { share }), controller.signal));
      clearUpload(id);
      announce(`${name} added`);
    } catch (thrown) {
      fail(id, thrown, controller.signal);
    }
  }
  await refreshFileList().catch(() => undefined);
  return placed;
}

function begin(name: string): { id: number; controller: AbortController } {
  const controller = new AbortController();
  const id = (count += 1);
  uploads.value = [...uploads.value, { id, name, share: null, error: null, cancel: () => controller.abort() }];
  return { id, controller };
}

function fail(id: number, thrown: unknown, signal: AbortSignal): void {
  if (signal.aborted) {
    clearUpload(id);
  } else {
    const error = toError(thrown);
    change(id, { error });
    announce(error.message);
  }
}

const change = (id: number, changes: Partial<Upload>): void => {
  uploads.value = uploads.value.map((each) => (each.id === id ? { ...each, ...changes } : each));
};

/** Removes an upload from the list. */
export const clearUpload = (id: number): void => {
  uploads.value = uploads.value.filter((each) => each.id !== id);
};
