import { createRandom } from '#core/lib/random.ts';
import { seedThread } from '#core/lib/seeded.ts';
import type { Clock } from '#core/lib/time.ts';
import {
  defaultLab,
  type ClockSetting,
  type Fault,
  type LabSettings,
  type LatencySetting,
  type SeedSetting,
} from '#core/model/lab-rows.ts';
import { advanceClock, LabClock } from './lab-clock.ts';
import type { Store } from './store.ts';

/** The bell of `src/wire/bell.ts`. */
type Bell = { ring(table: string): void; listen(listener: (table: string) => void): () => void };

type LabParts = {
  readonly store: Store;
  readonly bell: Bell;
  /** The name of this thread, which distinguishes its ids from those of other threads with the same seed. */
  readonly thread: string;
  /** The real time; another one in tests. */
  readonly clock?: Clock;
};

/**
 * The lab of one thread: its clock, and copies of the settings and the faults, which follow the rows of the store. `load` must be
 * awaited before the first use.
 */
export class Lab {
  readonly clock: LabClock;
  settings: LabSettings = defaultLab;
  /** The rules, the oldest first. */
  faults: readonly Fault[] = [];
  /** Returns the delay of the next call, in seconds. */
  drawLatency = createLatency(defaultLab.latency);
  /** Whether the rows have been read. */
  isLoaded = false;
  readonly #parts: LabParts;
  readonly #listeners = new Set<() => void>();
  #reading: Promise<void> | null = null;
  #isStale = false;

  constructor(parts: LabParts) {
    this.#parts = parts;
    this.clock = new LabClock(parts.clock);
    parts.bell.listen((table) => {
      if (this.isLoaded && (table === 'lab' || table === 'faults')) {
        // The next change or start reads them again.
        void this.reload().catch(() => undefined);
      }
    });
  }

  /** Reads the rows, at the first call. */
  async load(): Promise<void> {
    if (!this.isLoaded) {
      await (this.#reading ?? this.reload());
    }
  }

  /** Reads the rows. A call during a read causes one more read, so that no change is missed. */
  reload(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /** Calls `listener` after each change of the settings. Returns an unsubscribe function. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes the settings, for this thread before the promise resolves. */
  async change(edit: (settings: LabSettings) => Partial<LabSettings>): Promise<LabSettings> {
    const { store, bell } = this.#parts;
    await store.transact(['lab'], async (transaction) => {
      const before = (await transaction.get('lab', 'lab')) ?? defaultLab;
      await transaction.put('lab', { ...before, ...edit(before) });
    });
    await this.reload();
    bell.ring('lab');
    return this.settings;
  }

  /** Moves the clock forward, for this thread at once. */
  async advance(seconds: number): Promise<void> {
    this.#setClock(advanceClock(this.clock.setting, seconds));
    await this.change(({ clock }) => ({ clock: advanceClock(clock, seconds) }));
  }

  /** Sets the seed. The ids of this store are not repeated, unless it is reset before. */
  async setSeed(seed: number | null): Promise<void> {
    await this.change((before) => ({ seed: { seed, generation: before.seed.generation + 1, starts: 0 } }));
  }

  /** Begins new ids, as this thread takes over the work of another one with the same name. */
  async takeOver(): Promise<void> {
    const { seed } = this.settings;
    if (seed.seed !== null) {
      this.#seedThread(seed, await countStart(this.#parts.store));
    }
  }

  async #read(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#readOnce();
      }
    } finally {
      // At once: a later call would otherwise wait for a read that is over.
      this.#reading = null;
    }
    this.isLoaded = true;
    for (const listener of this.#listeners) {
      listener();
    }
  }

  async #readOnce(): Promise<void> {
    const { store } = this.#parts;
    const [settings = defaultLab, faults] = await Promise.all([store.get('lab', 'lab'), store.list('faults')]);
    this.faults = faults.toSorted((a, b) => a.order - b.order);
    await this.#followSeed(settings.seed);
    if (JSON.stringify(settings.latency) !== JSON.stringify(this.settings.latency)) {
      this.drawLatency = createLatency(settings.latency);
    }
    this.settings = settings;
    if (JSON.stringify(settings.clock) !== JSON.stringify(this.clock.setting)) {
      this.#setClock(settings.clock);
    }
  }

  #setClock(setting: ClockSetting): void {
    this.clock.set(setting);
    // Reviews may have expired.
    this.#parts.bell.ring('jobs');
  }

  /** Begins the ids of a new seed. A thread that starts later has ids of its own. */
  async #followSeed(setting: SeedSetting): Promise<void> {
    const before = this.settings.seed;
    if (setting.seed !== before.seed || setting.generation !== before.generation) {
      const isNew = this.isLoaded || setting.seed === null;
      this.#seedThread(setting, isNew ? 0 : await countStart(this.#parts.store));
    }
  }

  #seedThread({ seed, generation }: SeedSetting, start: number): void {
    seedThread(seed === null ? null : [seed, generation, this.#parts.thread, start].join(':'));
  }
}

/** Returns the number of this start of a thread since the seed was set. */
const countStart = (store: Store): Promise<number> =>
  store.transact(['lab'], async (transaction) => {
    const row = await transaction.get('lab', 'lab');
    if (!row) {
      return 0;
    }
    const starts = row.seed.starts + 1;
    await transaction.put('lab', { ...row, seed: { ...row.seed, starts } });
    return starts;
  });

/** Returns a source of delays in seconds. Those of a log-normal distribution are the same for the same seed. */
function createLatency(setting: LatencySetting): () => number {
  if (setting.kind !== 'lognormal') {
    return () => (setting.kind === 'fixed' ? setting.seconds : 0);
  }
  const random = createRandom(setting.seed);
  // The method of Box and Muller converts two uniform numbers to a normal one.
  return () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return setting.medianSeconds * Math.exp(setting.sigma * normal);
  };
}
