import { toLiteral } from './source.ts';

type HeadOptions = { readonly importFrom: string; readonly hasFiles: boolean; readonly hasWaits: boolean };

/** Returns the beginning of a generated test: its imports, the emulator, and the functions that it calls. */
export const toTestHead = ({ importFrom, hasFiles, hasWaits }: HeadOptions): string => `${
  hasFiles ? "import { openAsBlob } from 'node:fs';\nimport { fileURLToPath } from 'node:url';\n" : ''
}import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type RunningEmulator } from ${toLiteral(importFrom)};

type Sent = {
  body?: unknown;
  text?: string;
${hasFiles ? '  /** The name of a file next to this test. */\n  file?: string;\n' : ''}  headers?: Record<string, string>;
  /** Whether the call has no API key. */
  isAnonymous?: boolean;
};

type Answer = { status: number; type: string; etag: string; body: unknown };

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.close());

/** Sends a call to the emulator. */
async function call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { body, text, ${hasFiles ? 'file, ' : ''}headers = {}, isAnonymous = false } = sent;
  const response = await fetch(emulator.baseUrl + path, {
    method,
    headers: {
      ...(isAnonymous ? {} : { authorization: \`Bearer \${emulator.apiKey}\` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: ${hasFiles ? 'file === undefined ? toText(body, text) : await toForm(file)' : 'toText(body, text)'},
  });
  const answer = await response.text();
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  return {
    status: response.status,
    type,
    etag: response.headers.get('etag') ?? '',
    body: type.endsWith('json') && answer !== '' ? JSON.parse(answer) : undefined,
  };
}

const toText = (body: unknown, text: string | undefined): string | null =>
  body === undefined ? (text ?? null) : JSON.stringify(body);
${hasFiles ? formFunction : ''}
/** Returns a text of an answer, or the part of it that matches a pattern. */
function pick(value: unknown, path: string[], pattern?: RegExp): string {
  const found = String(path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value));
  return pattern ? (pattern.exec(found)?.[0] ?? found) : found;
}
${hasWaits ? settleFunction : ''}`;

const formFunction = `
async function toForm(file: string): Promise<FormData> {
  const form = new FormData();
  form.append('file', await openAsBlob(fileURLToPath(new URL(file, import.meta.url))), file);
  return form;
}
`;

const settleFunction = `
/** Repeats a request for a job until the job waits for review or has ended. */
async function settle(path: string, sent?: Sent): Promise<Answer> {
  for (;;) {
    const answer = await call('GET', path, sent);
    if (!/^(queued|running)$/.test(pick(answer.body, ['data', 'status']))) {
      return answer;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
`;
