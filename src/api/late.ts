import type { Settled } from './answer.ts';

/**
 * A response that is begun before its outcome is known: status 200, a space now and every `heartbeatMs`, then the envelope.
 * White space before JSON is legal, and browsers cut an answer that sends nothing for a minute (Firefox, Safari) or five
 * (Chromium). Who hangs up ends the heartbeat, and nothing else. `settling` must not reject.
 */
export function toLateResponse(settling: Promise<Settled>, heartbeatMs: number): Response {
  const space = new Uint8Array([0x20]);
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(space);
      timer = setInterval(() => controller.enqueue(space), heartbeatMs);
      void settling.then(({ envelope }) => {
        // After a hang-up there is nobody to tell.
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
