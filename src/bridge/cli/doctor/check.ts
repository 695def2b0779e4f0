/** The outcome of one check. `ok` costs nothing, a `warning` costs quality or speed, and without a `missing` thing nothing runs. */
export type Check = {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'missing';
  /** The state that was found. */
  readonly found: string;
  /** The cost of the missing thing, and the way to get it; null with status `ok`. */
  readonly cost: string | null;
  readonly help: string | null;
};

export const ok = (name: string, found: string): Check => ({ name, status: 'ok', found, cost: null, help: null });

export const warn = (name: string, found: string, cost: string, help: string): Check => ({
  name,
  status: 'warning',
  found,
  cost,
  help,
});

export const miss = (name: string, found: string, cost: string, help: string): Check => ({
  ...warn(name, found, cost, help),
  status: 'missing',
});

/** Returns a size for people: `12.3 GB`. */
export const toGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
