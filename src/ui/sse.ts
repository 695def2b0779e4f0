/** One server-sent event: its name (`message` when it has none) and its data lines, joined. */
export type ServerEvent = { readonly event: string; readonly data: string };

/** Reads server-sent events as the HTML standard frames them, from chunks that may be cut anywhere. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const feed = createParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      yield* feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    // The caller may stop early; the connection ends then too, and how is of no interest.
    reader.cancel().catch(() => undefined);
  }
}

/** Takes pieces of the text and gives the events that they complete. An event that is never completed is dropped. */
export function createParser(): (chunk: string) => ServerEvent[] {
  let rest = '';
  let event = 'message';
  let data: string[] = [];
  const takeLine = (line: string): ServerEvent | null => {
    if (line === '') {
      const complete = data.length > 0 ? { event, data: data.join('\n') } : null;
      event = 'message';
      data = [];
      return complete;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') {
      event = value;
    } else if (field === 'data') {
      data.push(value);
    }
    return null;
  };
  return (chunk) => {
    const text = rest + chunk;
    // A carriage return at the very end may be the first half of a line end: it waits for the next chunk.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    return lines.map(takeLine).filter((complete) => complete !== null);
  };
}
