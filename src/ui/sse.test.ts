import { expect, it } from 'vitest';
import { createParser, readEvents, type ServerEvent } from './sse.ts';

const text =
  ': hello\n\nevent: job\ndata: {"a":1}\n\nevent: preview\r\ndata: data:image/webp;base64,AA==\r\n\r\ndata:one\ndata: two\nid: 7\n\nevent: end\ndata\n\n';

const expected: ServerEvent[] = [
  { event: 'job', data: '{"a":1}' },
  { event: 'preview', data: 'data:image/webp;base64,AA==' },
  { event: 'message', data: 'one\ntwo' },
  { event: 'end', data: '' },
];

it('reads events however the text is cut', () => {
  for (let size = 1; size <= text.length; size += 1) {
    const feed = createParser();
    const events: ServerEvent[] = [];
    for (let start = 0; start < text.length; start += size) {
      events.push(...feed(text.slice(start, start + size)));
    }
    expect(events, `in pieces of ${size}`).toEqual(expected);
  }
});

it('drops an event that never ends', () => {
  expect(createParser()('event: job\ndata: {"half":')).toEqual([]);
});

it('reads a stream of bytes, also when a letter is cut in two', async () => {
  const bytes = new TextEncoder().encode('event: job\ndata: "ü"\n\n');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) {
        controller.enqueue(Uint8Array.of(byte));
      }
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) {
    events.push(event);
  }
  expect(events).toEqual([{ event: 'job', data: '"ü"' }]);
});

it('lets go of the connection when the reader stops early', async () => {
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
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
