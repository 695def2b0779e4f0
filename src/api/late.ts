import type { Settled } from './answer.ts';

/**
 * Returns a streamed response for a call that takes long: status 200, a space now and every `heartbeatMs`, then the envelope. JSON
 * may start with white space. Browsers end a response that sends no data for one minute (Firefox, Safari) or five minutes
 * (Chromium). A client that disconnects ends the stream but not the work. `settling` must not reject.
 */
export function toLateResponse(settling: Promise<Settled>, heartbeatMs: number): Response {
  const space = new Uint8Array([0x20]);
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(space);
      timer = setInterval(() => controller.enqueue(space), heartbeatMs);
      void settling.then(({ envelope }) => {
        // Otherwise the caller has disconnected.
        if (timer !== undefined) {
          clearInterval(timer);
          controller.enqueue(new TextEncoder().encode(JSON.stringify(envelope)));
          controller.close();
        }
      });
    },
    cancel: () => {
      clearInterval(timer);
      timer = undefined;
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}
