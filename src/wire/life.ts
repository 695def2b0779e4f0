import { endedQuestion, lifePrefix } from './watch-life.ts';

/** Shows `watchLife` that this worker runs. Call it once. Returns the name of this life. */
export function showLife(): string {
  const name = lifePrefix + crypto.randomUUID();
  void navigator.locks.request(name, () => {
    self.postMessage(name);
    return new Promise(() => undefined);
  });
  return name;
}

/**
 * Asks the page that started this worker for the names of the lives that pages have ended on purpose. Returns an empty list if the
 * page does not respond.
 */
export function askEndedLives(timeoutMs = 1000): Promise<string[]> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), timeoutMs);
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      resolve(Array.isArray(data) ? data.filter((name): name is string => typeof name === 'string') : []);
    });
    port1.start();
    self.postMessage(endedQuestion, { transfer: [port2] });
  });
}
