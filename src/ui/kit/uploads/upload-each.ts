import { useRef, useState } from 'preact/hooks';
import { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { toPercent } from '../format.ts';
import { notePending } from './pending-uploads.ts';
import { uploadFile } from './upload.ts';

/** The file of several that is being uploaded. */
export type Storing = {
  readonly name: string;
  /** The number of the file, from 1 to `count`. */
  readonly number: number;
  readonly count: number;
  /** 0..1, or null while unknown. */
  readonly share: number | null;
};

/** Returns the upload progress as text: `Storing talk.mp4 (2 of 3), 40 %`; without the name for a single file. */
export function toStoringText({ name, number, count, share }: Storing): string {
  const what = count === 1 || name === '' ? 'Adding file' : `Adding ${name} (${number} of ${count})`;
  return share === null ? what : `${what}, ${toPercent(share)}`;
}

type Hooks = {
  /** Throws OffcutError for an unsupported file, before the upload. */
  readonly check?: (file: File) => void;
  /** Called with the handle of each file after its upload. */
  readonly onStored?: (material: string, file: File) => void | Promise<void>;
  /** Called once after the last file, unless the upload was stopped. */
  readonly onEnd?: (storedCount: number) => void;
};

/** Uploads files one after the other. A failed file does not stop the others; `errors` has an entry for each. */
export function useUploads(hooks: Hooks) {
  const [storing, setStoring] = useState<Storing | null>(null);
  const [errors, setErrors] = useState<readonly OffcutError[]>([]);
  const controller = useRef<AbortController | null>(null);
  // During an upload the component rerenders, with functions that capture newer state.
  const latest = useRef(hooks);
  latest.current = hooks;
  const storeEach = async (files: readonly (File | Promise<File>)[], signal: AbortSignal): Promise<number> => {
    let count = 0;
    for (const [index, found] of files.entries()) {
      const show = (name: string, share: number | null): void =>
        signal.aborted ? undefined : setStoring({ name, number: index + 1, count: files.length, share });
      try {
        show('', null);
        const file = await found;
        signal.throwIfAborted();
        latest.current.check?.(file);
        const material = await uploadFile(file, (share) => show(file.name, share), signal);
        signal.throwIfAborted();
        await latest.current.onStored?.(material, file);
        count += 1;
      } catch (thrown) {
        if (signal.aborted) {
          return count;
        }
        const error = toError(thrown);
        setErrors((before) => [...before, error]);
      }
    }
    return count;
  };
  const store = async (files: readonly (File | Promise<File>)[]): Promise<void> => {
    const { signal } = (controller.current = new AbortController());
    setErrors([]);
    const count = await storeEach(files, signal).finally(noteEach(files));
    if (!signal.aborted) {
      setStoring(null);
      latest.current.onEnd?.(count);
    }
  };
  return {
    store: (files: readonly (File | Promise<File>)[]) => void store(files),
    refuse: (error: OffcutError) => setErrors([error]),
    stop: () => {
      controller.current?.abort();
      setStoring(null);
    },
    storing,
    errors,
  };
}

/** Notes the given files until the returned function is called. */
function noteEach(files: readonly (File | Promise<File>)[]): () => void {
  const ends = files.flatMap((file) => (file instanceof File ? [notePending(file)] : []));
  return () => ends.forEach((forget) => forget());
}

/** The error for several files where only one is accepted: none is uploaded, so that the user decides. */
export function refuseSeveral(files: readonly File[]): OffcutError {
  const message = `You selected ${files.length} files, but only one can be added. Select one.`;
  return new OffcutError({ code: 'VALIDATION_FAILED', message });
}
