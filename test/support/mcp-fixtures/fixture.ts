import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';

type Given = Readonly<Record<string, unknown>>;

/** A tool that the conformance suite calls by its name. */
export type Fixture = {
  readonly properties?: Readonly<Record<string, { readonly type: 'string' | 'number' }>>;
  readonly call: (
    given: Given,
    context: ServerContext,
  ) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;
};

export const text = (line: string): CallToolResult => ({ content: [{ type: 'text', text: line }] });

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A PNG of one pixel, and a WAV without a sample. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
