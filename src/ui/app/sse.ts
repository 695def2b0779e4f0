import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** Reads server-sent events. Ending the loop early closes the connection. */
export async function* readEvents(body: ReadableStream<BufferSource>): AsyncGenerator<EventSourceMessage> {
  // Avoids `for await` on the stream: only the newest Safari supports it.
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
    // Canceling fails if the connection is broken; the read has thrown that error already.
    reader.cancel().catch(() => undefined);
  }
}
