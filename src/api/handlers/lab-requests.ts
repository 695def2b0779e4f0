import { Failure } from '#core/lib/failure.ts';
import type { LoggedMessage, LoggedRequest } from '#core/model/lab-rows.ts';
import { toIsoTime } from '#core/lib/time.ts';
import { createId } from '#store/ids.ts';
import { Answer } from '../answer.ts';
import { getNotes } from '../call-notes.ts';
import type { Call, Handlers, OutputOf } from '../handler.ts';
import { toHar } from '../har.ts';
import { hasHidden } from '../hide-secrets.ts';
import { toNextLink, toPage } from '../list-page.ts';
import { invalid } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';
import { requestsMax } from '../request-log.ts';

type Names = 'listRequests' | 'getRequest' | 'replayRequest' | 'deleteRequests';

export function createRequestHandlers(context: ApiContext): Pick<Handlers, Names> {
  return {
    listRequests: ({ query }) => listRequests(context, query),
    getRequest: async ({ params }) => toView(await getLogged(context, params.requestId)),
    replayRequest: async ({ params }) => replay(context, await getLogged(context, params.requestId)),
    deleteRequests: async () => ({ deleted: await context.log.clear() }),
  };
}

async function listRequests(
  { base, log }: ApiContext,
  query: Call<'listRequests'>['query'],
): Promise<Answer | Response> {
  const rows = (await log.list()).filter((row) => isWanted(row, query));
  if (query.format === 'har') {
    return Response.json(toHar(rows.toReversed(), base));
  }
  const { limit, cursor } = query;
  const positions = rows.map((row) => ({ createdAt: row.number, id: row.id, row }));
  const { page, next } = toPage(positions, { limit, cursor });
  return new Answer(
    page.map(({ row }) => toView(row)),
    { headers: next === undefined ? {} : toNextLink(toPageUrl(base, query, next)) },
  );
}

function isWanted(row: LoggedRequest, query: Call<'listRequests'>['query']): boolean {
  const { operation = row.operation, status = row.status, keyId = row.keyId, since, until } = query;
  return (
    row.operation === operation &&
    row.status === status &&
    row.keyId === keyId &&
    (since === undefined || row.createdAt >= Date.parse(since)) &&
    (until === undefined || row.createdAt <= Date.parse(until))
  );
}

function toPageUrl(base: URL, query: Call<'listRequests'>['query'], cursor: string): string {
  const url = new URL('sandbox/v1/requests', base);
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** Returns a call of the log. Throws NOT_FOUND. */
async function getLogged({ log }: ApiContext, id: string): Promise<LoggedRequest> {
  const number = /^log_(\d{1,15})$/.exec(id)?.[1];
  const row = number === undefined ? undefined : await log.find(Number(number));
  if (!row) {
    throw new Failure('NOT_FOUND', {
      message: `The log has no call with this id; it keeps the last ${requestsMax}. GET /sandbox/v1/requests lists them.`,
    });
  }
  return row;
}

const requestIdHeader = 'x-request-id';
/** The headers that belong to the first call only. */
const ownHeaders: readonly string[] = [requestIdHeader, 'authorization', 'content-length', 'host', 'connection'];

async function replay(context: ApiContext, row: LoggedRequest): Promise<OutputOf<'replayRequest'>> {
  const { body } = row.request;
  const size = Number(getHeader(row.request, 'content-length') ?? 0);
  const id = createId('req');
  if (hasHidden(row.path) || hasHidden(body?.content ?? '') || body?.isComplete === false || (!body && size > 0)) {
    throw invalid([
      { path: 'requestId', message: 'this call cannot be sent again, because the log has only a part of it' },
    ]);
  }
  const request = new Request(new URL(row.path, context.base), {
    method: row.method,
    headers: [...row.request.headers.filter(([name]) => !ownHeaders.includes(name)), [requestIdHeader, id]],
    ...(body && { body: toBytes(body) }),
  });
  const key = (await context.store.list('keys')).find(({ handle }) => handle === row.keyId);
  const notes = getNotes(request);
  notes.actor = key?.id ?? null;
  const response = await context.answer(request);
  notes.responseText ??= await response.text();
  const sent = (await context.log.list()).find(({ request }) => getHeader(request, requestIdHeader) === id);
  return toView(sent ?? row);
}

const getHeader = ({ headers }: LoggedMessage, wanted: string): string | undefined =>
  headers.find(([name]) => name === wanted)?.[1];

const toBytes = ({
  encoding,
  content,
}: NonNullable<LoggedRequest['request']['body']>): string | Uint8Array<ArrayBuffer> =>
  encoding === 'text' ? content : Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0);

const toView = ({ number, createdAt, ...row }: LoggedRequest): OutputOf<'getRequest'> => ({
  ...row,
  id: `log_${number}`,
  createdAt: toIsoTime(createdAt),
});
