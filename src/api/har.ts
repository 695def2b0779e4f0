import type { Entry, Har, Header } from 'har-format';
import type { LoggedMessage, LoggedRequest } from '#core/model/lab-rows.ts';
import { toIsoTime } from '#core/lib/time.ts';

/** Converts calls of the log, the oldest first, to an HTTP Archive 1.2. */
export const toHar = (rows: readonly LoggedRequest[], base: URL): Har => ({
  log: {
    version: '1.2',
    creator: { name: 'Offcut', version: '1' },
    entries: rows.map((row) => toEntry(row, base)),
  },
});

function toEntry(row: LoggedRequest, base: URL): Entry {
  const url = new URL(row.path, base);
  const { request, response } = row;
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  return {
    startedDateTime: toIsoTime(row.createdAt),
    time: row.durationMs,
    request: {
      ...common,
      method: row.method,
      url: url.href,
      headers: toHeaders(request),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      bodySize: getSize(request),
      ...(request.body && { postData: { mimeType: getType(request), text: request.body.content } }),
    },
    response: {
      ...common,
      status: row.status,
      statusText: '',
      headers: toHeaders(response),
      redirectURL: '',
      bodySize: getSize(response),
      content: {
        size: getSize(response),
        mimeType: getType(response),
        ...(response.body && { text: response.body.content }),
        ...(response.body?.encoding === 'base64' && { encoding: 'base64' }),
      },
    },
    cache: {},
    timings: { send: 0, wait: row.durationMs, receive: 0 },
    comment: [row.operation, row.jobId, row.faultId].filter((part) => part !== null).join(' '),
  };
}

const toHeaders = ({ headers }: LoggedMessage): Header[] => headers.map(([name, value]) => ({ name, value }));

const findHeader = ({ headers }: LoggedMessage, wanted: string): string | undefined =>
  headers.find(([name]) => name === wanted)?.[1];

const getType = (message: LoggedMessage): string => findHeader(message, 'content-type') ?? '';

/** Returns the size of a body in bytes; -1 if it is not known. */
function getSize(message: LoggedMessage): number {
  const { body } = message;
  const stated = findHeader(message, 'content-length');
  if (stated !== undefined) {
    return Number(stated);
  }
  return body?.isComplete ? new TextEncoder().encode(body.content).byteLength : body ? -1 : 0;
}
