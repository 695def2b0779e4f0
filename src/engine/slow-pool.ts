import type { MediaRunner } from '#core/protocol/media-ports.ts';
import type { Lab } from '#store/lab.ts';
import type { Pool } from './pool.ts';

type Call = (...given: unknown[]) => Promise<unknown>;

/** Returns a pool whose media worker takes the multiple of its time that the lab has set. */
export function toSlowPool(pool: Pool, lab: Lab): Pool {
  const { media } = pool.runners;
  const get = (port: MediaRunner, name: string | symbol): unknown => {
    const call: unknown = Reflect.get(port, name);
    const { factor } = lab.settings.engine;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every property of the port is such a function
    return factor === 1 || typeof call !== 'function' ? call : slowDown(call as Call, factor, lab);
  };
  return { ...pool, runners: { ...pool.runners, media: new Proxy(media, { get }) } };
}

/** Returns a function whose reports of progress and whose result arrive as if it took the multiple of its time. */
const slowDown =
  (call: Call, factor: number, { clock }: Lab): Call =>
  async (...given) => {
    const startedAt = performance.now();
    /** Waits until the time of now, seen from the start, has passed `factor` times. */
    const catchUp = (): Promise<void> => clock.sleep(((performance.now() - startedAt) * (factor - 1)) / 1000);
    const result = await call(...given.map((value) => toSlowHooks(value, catchUp)));
    await catchUp();
    return result;
  };

function toSlowHooks(value: unknown, catchUp: () => Promise<void>): unknown {
  if (typeof value !== 'object' || value === null || !('onProgress' in value)) {
    return value;
  }
  const { onProgress } = value;
  return typeof onProgress === 'function'
    ? { ...value, onProgress: (progress: unknown) => void catchUp().then(() => onProgress(progress) as unknown) }
    : value;
}
