import { endedQuestion, lifePrefix } from './watch-life.ts';

/** Shows who started this worker that it lives: to be called once, and noticed by `watchLife`. Gives the name of this life. */
export function showLife(): string {
  const name = lifePrefix + crypto.randomUUID();
  void navigator.locks.request(name, () => {
    self.postMessage(name);
    return new Promise(() => undefined);
  });
  return name;
}

/** The lives that pages have ended on purpose, by the word of the page that started this worker; none when it is silent. */
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
