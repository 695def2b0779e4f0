import { useState } from 'preact/hooks';
import { ApiError } from '#ui/app/envelope.ts';

/** Runs the action of a control, with its busy state and the error of its last run. */
export function useAction(): {
  readonly run: (act: () => Promise<void>) => void;
  readonly isBusy: boolean;
  readonly error: ApiError | null;
} {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const run = (act: () => Promise<void>): void => {
    setBusy(true);
    setError(null);
    act()
      .catch((thrown: unknown) => setError(ApiError.from(thrown)))
      .finally(() => setBusy(false));
  };
  return { run, isBusy, error };
}
