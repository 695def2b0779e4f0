/**
 * Runs a worker's module, which `load` imports. A worker receives messages from the end of its first script on, so messages before
 * the listeners exist would be lost. They are collected, and delivered to the listeners in their order. The module must not have a
 * top-level await for something that depends on a message, because the message would never be delivered.
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
      // New events are dispatched, because Chromium never dispatches an event again whose propagation was stopped.
      early.forEach(({ data, ports }) => self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] })));
      // The thread that started the worker receives an `error` event, as for a script that failed to load.
    }, reportError);
}

/** Loads the workaround for Firefox only there, so that a worker in another browser starts with little code. */
async function prepare(): Promise<void> {
  if (globalThis.navigator?.userAgent.includes('Firefox/')) {
    const { avoidBlockingConstructor } = await import('./nested-workers.ts');
    avoidBlockingConstructor();
  }
}
