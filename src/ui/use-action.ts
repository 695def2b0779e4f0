import { useState } from 'preact/hooks';
import { ApiError } from './envelope.ts';

/** Does what a person asks for with a control: whether it is under way, and why it failed. */
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
