import { useEffect, useState } from 'preact/hooks';
import type { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { isAtWork, recentJobs } from '#ui/pages/jobs/jobs.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import { isFileListSettled, refreshFileList, fileList } from './file-list.ts';

/** The interval in milliseconds at which a list with files in analysis is reloaded. */
const pollMs = 1000;

/** Loads the list while it is shown, and again when a job ends. `error` is the reason of a failed load. */
export function useFileList(): { readonly error: OffcutError | null; readonly again: () => void } {
  const [error, setError] = useState<OffcutError | null>(null);
  const [round, setRound] = useState(0);
  // Materials that were stored elsewhere in the page.
  const isBehind = keptMaterials.value?.some(
    ({ material }) => !fileList.value?.some((each) => each.material === material),
  );
  const ended = recentJobs.value?.filter((job) => !isAtWork(job)).length ?? 0;
  useEffect(() => {
    const state = { isOver: false };
    const read = async (): Promise<void> => {
      do {
        await refreshFileList();
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      } while (!state.isOver && !isFileListSettled());
    };
    setError(null);
    read().catch((thrown: unknown) => state.isOver || setError(toError(thrown)));
    return () => {
      state.isOver = true;
    };
  }, [round, ended, isBehind === true]);
  return { error, again: () => setRound(round + 1) };
}
