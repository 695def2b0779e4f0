import { isUtf8 } from 'node:buffer';
import type { Content, Entry, Har, Header } from 'har-format';
import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import { serverInfo } from '#core/protocol/mcp.ts';

export type HeaderPair = readonly [name: string, value: string];

/** A call that a recorder has forwarded. Secrets are still in it. */
export type ForwardedCall = {
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly method: string;
  readonly url: URL;
  readonly status: number;
  readonly request: Message;
  readonly response: Message;
};

/** Headers and body of a request or a response. `bytes` is null if the body is larger than the limit or incomplete. */
type Message = {
  readonly headers: readonly HeaderPair[];
  readonly bytes: Buffer | null;
  readonly sizeBytes: number;
};

/** An API key; the beginning stays visible. Upload tickets stay, because a replay needs them in paths. */
const apiKey = /\b(vk_[\w-]{4})[\w-]{4,}/g;
const hidden = '[hidden]';
/** The headers that are hidden even if their value is not an API key. */
const secretHeaders: readonly string[] = ['authorization', 'cookie', 'set-cookie'];
const textTypes = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b)/i;

/** Whether a body of this content type is text, in which URLs of the server may occur. */
export const isText = (contentType: string): boolean => textTypes.test(contentType);

/** Converts calls to an HTTP Archive 1.2. API keys are shortened. */
export const toHar = (entries: Entry[]): Har => ({
  log: { version: '1.2', creator: { name: 'Offcut', version: serverInfo.version }, entries },
});

/** Converts a call to an entry of an HTTP Archive. Only texts of requests are kept, because a replay does not need uploaded files. */
export function toEntry({ startedAtMs, durationMs, method, url, status, request, response }: ForwardedCall): Entry {
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const requestType = getHeader(request.headers, 'content-type');
  const isKept = request.bytes !== null && request.sizeBytes > 0 && isText(requestType);
  return {
    startedDateTime: new Date(startedAtMs).toISOString(),
    time: durationMs,
    request: {
      ...common,
      method,
      url: hideKeys(url.href),
      headers: toHeaders(request.headers),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value: hideKeys(value) })),
      bodySize: request.sizeBytes,
      ...(isKept && { postData: { mimeType: requestType, text: hideKeys(String(request.bytes)) } }),
    },
    response: {
      ...common,
      status,
      statusText: '',
      headers: toHeaders(response.headers),
      redirectURL: getHeader(response.headers, 'location'),
      bodySize: response.sizeBytes,
      content: toContent(response),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

function toContent({ headers, bytes, sizeBytes }: Message): Content {
  const mimeType = getHeader(headers, 'content-type');
  if (bytes === null) {
    return { size: sizeBytes, mimeType, comment: 'The body is incomplete or larger than the limit of the recorder.' };
  }
  return isText(mimeType) && isUtf8(bytes)
    ? { size: sizeBytes, mimeType, text: hideKeys(String(bytes)) }
    : { size: sizeBytes, mimeType, text: bytes.toString('base64'), encoding: 'base64' };
}

const toHeaders = (pairs: readonly HeaderPair[]): Header[] =>
  pairs.map(([name, value]) => ({ name, value: hideHeader(name, value) }));

function hideHeader(name: string, value: string): string {
  const shown = hideKeys(value);
  return shown === value && secretHeaders.includes(name.toLowerCase()) ? hidden : shown;
}

const hideKeys = (text: string): string => text.replaceAll(apiKey, `$1${hidden}`);

export const getHeader = (pairs: readonly HeaderPair[], wanted: string): string =>
  pairs.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

/** The parts of an archive that a replay needs. Archives of browsers and of the lab have them too. */
const archive = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({ method: z.string(), url: z.url() }),
        response: z.object({
          status: z.int(),
          headers: z.array(z.object({ name: z.string(), value: z.string() })),
          bodySize: z.number(),
          content: z.object({ size: z.number(), text: z.string().optional(), encoding: z.string().optional() }),
        }),
      }),
    ),
  }),
});

/** A recorded call. `body` is null if the archive does not have all of it. */
export type RecordedCall = {
  readonly method: string;
  readonly url: URL;
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer | null;
};

/** Reads the calls of an HTTP Archive. Throws VALIDATION_FAILED if the text is not an archive. */
export function readHar(text: string): RecordedCall[] {
  const parsed = archive.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new Failure('VALIDATION_FAILED', {
      message: `The file is not an HTTP Archive (HAR 1.2):\n${z.prettifyError(parsed.error)}`,
    });
  }
  return parsed.data.log.entries.map(({ request, response }) => ({
    method: request.method,
    url: new URL(request.url),
    status: response.status,
    headers: response.headers.map(({ name, value }) => [name, value] as const),
    body: toBody(response),
  }));
}

type ArchivedResponse = z.output<typeof archive>['log']['entries'][number]['response'];

function toBody({ content: { size, text, encoding } }: ArchivedResponse): Buffer | null {
  if (text === undefined) {
    return size === 0 ? Buffer.alloc(0) : null;
  }
  const body = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  // Hidden secrets change the size by some bytes. The lab's log cuts long bodies, and states their size or -1.
  return size === -1 || body.length + lostBytesMax < size ? null : body;
}

/** The maximum number of bytes by which hidden keys shorten a body. */
const lostBytesMax = 1024;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
