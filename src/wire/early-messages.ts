/**
 * Runs a worker's module that `load` imports. What is sent to the worker before its listeners are there would be lost, as a worker
 * hears messages from the end of its first script on: it is kept, and comes to the listeners in its order.
 * A module that waits at its top for what never ends would never hear of it.
 */
export function beginWith(load: () => Promise<unknown>): void {
  const early: MessageEvent<unknown>[] = [];
  const keep = (event: MessageEvent<unknown>): void => {
    event.stopImmediatePropagation();
    early.push(event);
  };
  self.addEventListener('message', keep);
  prepare()
    .then(load)
    .then(() => {
      self.removeEventListener('message', keep);
      // Events of their own: to Chromium one that was stopped is so for ever.
      early.forEach(({ data, ports }) => self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] })));
      // The thread that started the worker receives an `error` event, as for a script that failed to load.
    }, reportError);
}

/** Other browsers do without what Firefox needs, so that a worker begins with little. */
async function prepare(): Promise<void> {
  if (globalThis.navigator?.userAgent.includes('Firefox/')) {
    const { avoidBlockingConstructor } = await import('./nested-workers.ts');
    avoidBlockingConstructor();
  }
}
