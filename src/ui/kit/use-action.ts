import { useState } from 'preact/hooks';
import type { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';

/** Runs the action of a control, with its busy state and the error of its last run. */
export function useAction(): {
  readonly run: (act: () => Promise<void>) => void;
  readonly isBusy: boolean;
  readonly error: OffcutError | null;
} {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<OffcutError | null>(null);
  const run = (act: () => Promise<void>): void => {
    setBusy(true);
    setError(null);
    act()
      .catch((thrown: unknown) => setError(toError(thrown)))
      .finally(() => setBusy(false));
  };
  return { run, isBusy, error };
}
