import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** Reads server-sent events. Ending the loop early closes the connection. */
export async function* readEvents(body: ReadableStream<BufferSource>): AsyncGenerator<EventSourceMessage> {
  // Not `for await` over the stream itself: Safari has that only in its newest version.
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    // Canceling fails when the connection is broken; the read has thrown that error already.
    reader.cancel().catch(() => undefined);
  }
}
