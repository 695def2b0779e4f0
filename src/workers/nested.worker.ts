import { avoidBlockingConstructor } from '#wire/nested-workers.ts';
import type { NestedOpening } from '#wire/start-nested-workers.ts';

avoidBlockingConstructor();

self.addEventListener('message', ({ data, ports }: MessageEvent<NestedOpening>) => void begin(data, ports[0]), {
  once: true,
});

/** Runs the worker script at `url` in this worker; its messages pass through `port`. */
async function begin({ url }: NestedOpening, port: MessagePort | undefined): Promise<void> {
  if (!port) {
    return;
  }
  self.postMessage = (message: unknown, transfer?: Transferable[] | StructuredSerializeOptions) =>
    port.postMessage(message, Array.isArray(transfer) ? { transfer } : transfer);
  try {
    await import(/* @vite-ignore */ url);
  } catch (thrown) {
    reportError(thrown);
  }
  port.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) =>
    self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] })),
  );
  port.start();
}
