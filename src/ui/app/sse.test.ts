import type { EventSourceMessage } from 'eventsource-parser';
import { expect, it } from 'vitest';
import { readEvents } from './sse.ts';

it('reads events from bytes, also when a character is split', async () => {
  const bytes = new TextEncoder().encode(
    'event: job\ndata: "ü"\n\nevent: preview\r\ndata: data:image/webp;base64,AA==\r\n\r\n',
  );
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const byte of bytes) {
        controller.enqueue(Uint8Array.of(byte));
      }
      controller.close();
    },
  });
  const events: EventSourceMessage[] = [];
  for await (const event of readEvents(body)) {
    events.push(event);
  }
  expect(events.map(({ event, data }) => [event, data])).toEqual([
    ['job', '"ü"'],
    ['preview', 'data:image/webp;base64,AA=='],
  ]);
});

it('closes the connection when the reader stops early', async () => {
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => {
      isCanceled = true;
    },
  });
  for await (const event of readEvents(body)) {
    expect(event.data).toBe('1');
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(isCanceled).toBe(true);
});
