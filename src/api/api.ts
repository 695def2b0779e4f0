import { Hono } from 'hono/tiny';
import { Failure } from '#core/lib/failure.ts';
import type { Fault } from '#core/model/lab-rows.ts';
import type { Operation } from '#core/protocol/operation.ts';
import { operations } from '#operations/registry.ts';
import type { OperationName } from '#operations/routes.ts';
import { fail, finish, succeed, toResponse, type Settled } from './answer.ts';
import { authorise } from './authorise.ts';
import { applyFaults, fake } from './fake-call.ts';
import { getNotes } from './call-notes.ts';
import { openForm, type Form } from './form.ts';
import type { Call } from './handler.ts';
import { createHandlers } from './handlers/handlers.ts';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts';
import { createConnector } from './mcp/connector.ts';
import { mcpMounts } from './mcp/mounts.ts';
import { createOpenApi } from './openapi.ts';
import { isForm, parseRequest } from './parse-request.ts';
import { defaultTiming, type ApiPorts, type ApiContext } from './ports.ts';
import { RequestLog } from './request-log.ts';
import { within } from './within.ts';

/** The second path prefix of the same API. */
const mirror = '/api/mcp';
const openApiPath = '/api-reference/openapi.json';
/** The paths that the API serves, relative to the base. Pages have all other paths. */
const apiPath = /^(?:(?:api\/mcp\/)?v1|sandbox\/v1|media)(?:\/|$)|^api-reference\/openapi\.json$/;

/** Whether `createApi` answers requests to this URL. */
export const isApiPath = (url: URL, base: URL): boolean =>
  url.origin === base.origin &&
  url.pathname.startsWith(base.pathname) &&
  isApiName(url.pathname.slice(base.pathname.length));

const isApiName = (name: string): boolean => apiPath.test(name) || Object.hasOwn(mcpMounts, `/${name}`);

type Handle = (call: Call) => Promise<unknown>;

/** Creates the whole API: a function from a request to its response, which never rejects. */
export function createApi(ports: ApiPorts): (request: Request) => Promise<Response> {
  const { base } = ports;
  const answer = async (request: Request): Promise<Response> => {
    // Without its settings, for example on a full disk, the lab changes nothing. The next call tries again.
    await (ports.lab.isLoaded || ports.lab.load().catch(() => undefined));
    return context.log.record(request, async () => finish(keepEventsAwake(context, await app.fetch(request)), request));
  };
  const context: ApiContext = {
    ...ports,
    clock: ports.lab.clock,
    log: new RequestLog({ ...ports, clock: ports.lab.clock }),
    answer: (request) => answer(request),
    hasEngine: async () => ports.lab.settings.engine.state !== 'crashed' && ports.hasEngine(),
    timing: { ...defaultTiming, ...ports.timing },
    // The service worker's own requests do not reach its fetch handler, so results of this site are fetched through the API.
    fetchOutside: (input, init) => {
      const request = new Request(input, init);
      return isApiPath(new URL(request.url), base) ? answer(request) : ports.fetchOutside(input, init);
    },
  };
  const app = createRoutes(context);
  mountConnectors(app, context, answer);
  return answer;
}

/** Keeps the service worker running until a stream of events is read completely or canceled. */
function keepEventsAwake({ keepAwake }: ApiContext, response: Response): Response {
  if (!keepAwake || !response.body || response.headers.get('Content-Type') !== 'text/event-stream') {
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  keepAwake(response.body.pipeTo(writable));
  return new Response(readable, response);
}

/**
 * Registers every operation at its path and, if the path is below `/v1`, at the mirror; then responses 405 and 404 for all other
 * requests.
 */
function createRoutes(context: ApiContext): Hono {
  const app = new Hono();
  const root = context.base.pathname.replace(/\/$/, '');
  const idempotency = createIdempotencyStore(context);
  const handlers = createHandlers(context);
  const methods = new Map<string, string[]>();
  const route = (
    method: string,
    path: string,
    answer: (request: Request, params: object) => Promise<Response>,
  ): void => {
    const pattern = root + path.replaceAll(/\{(\w+)\}/g, ':$1');
    methods.set(pattern, [...(methods.get(pattern) ?? []), method]);
    app.on(method, pattern, ({ req }) => answer(req.raw, req.param()));
  };
  for (const name of operationNames) {
    const operation: Operation = operations[name];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each handler fits the operation of its name
    const handle = handlers[name] as Handle;
    for (const path of listMounts(operation.path)) {
      route(operation.method, path, (request, params) =>
        serve({ context, idempotency, name, operation, handle }, request, params),
      );
    }
  }
  route('GET', openApiPath, async ({ url }) => {
    const path = new URL(url).searchParams.get('path') ?? undefined;
    return Response.json(createOpenApi(context.base, path));
  });
  for (const [pattern, known] of methods) {
    const allow = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(pattern, ({ req }) => toResponse(fail(new Failure('METHOD_NOT_ALLOWED', { details: { allow } })), req.raw));
  }
  app.notFound(({ req }) => toResponse(fail(new Failure('NOT_FOUND')), req.raw));
  app.onError((error, { req }) => toResponse(fail(error), req.raw));
  return app;
}

/** Registers the MCP connectors. Their tools call the API itself by `answer`. */
function mountConnectors(app: Hono, context: ApiContext, answer: (request: Request) => Promise<Response>): void {
  const root = context.base.pathname.replace(/\/$/, '');
  for (const [path, build] of Object.entries(mcpMounts)) {
    const connector = createConnector(context, answer, build);
    app.all(root + path, ({ req }) => connector(req.raw));
  }
}

const operationNames = Object.keys(operations).filter((name): name is OperationName => Object.hasOwn(operations, name));

const listMounts = (path: string): string[] => (path.startsWith('/v1/') ? [path, mirror + path] : [path]);

type Service = {
  readonly context: ApiContext;
  readonly idempotency: IdempotencyStore;
  readonly name: OperationName;
  readonly operation: Operation;
  readonly handle: Handle;
};

/**
 * Returns the response of one call. A long operation is answered in time by a streamed response; all other operations are awaited.
 */
async function serve(service: Service, request: Request, params: object): Promise<Response> {
  const { outcomeMs, heartbeatMs } = service.context.timing;
  getNotes(request).operation = service.name;
  const faults: Fault[] = [];
  const settling = settle(service, request, params, faults);
  service.context.keepAwake?.(settling);
  const settled = service.operation.isLong ? await within(settling, outcomeMs) : await settling;
  if (settled === undefined) {
    return fake(toLateResponse(request, settling.then(toEnvelope), heartbeatMs), faults);
  }
  if (!(settled instanceof Response)) {
    return fake(toResponse(settled, request), faults);
  }
  if (request.method === 'HEAD') {
    // The client does not read the body, and an event stream would never end.
    await settled.body?.cancel();
  }
  return fake(settled, faults);
}

/** Authorises the call, parses it and runs its handler. Adds the rules of the lab that affect the response. Never rejects. */
async function settle(
  service: Service,
  request: Request,
  params: object,
  faults: Fault[],
): Promise<Settled | Response> {
  const { context, idempotency, name, operation, handle } = service;
  let form: Form | null = null;
  try {
    const key = await authorise(context, request, operation.access);
    getNotes(request).keyId = key?.handle ?? null;
    faults.push(...(await applyFaults(context, { name, operation, key, request })));
    const parsed = await parseRequest(operation, request, params);
    form = takesForm(operation, request) ? await openForm(request) : null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation's own schemas have just parsed it
    const call = { ...parsed, key, request, form } as Call;
    if (operation.reply !== 'envelope' || !key) {
      const result = await handle(call);
      return result instanceof Response ? result : succeed(result);
    }
    const identity = { method: operation.method, path: operation.path, ...parsed };
    return await idempotency.run(key, request, { identity, form }, () => handle(call).then(succeed, fail));
  } catch (thrown) {
    return fail(thrown);
  } finally {
    await form?.close();
  }
}

/**
 * Whether the handler receives form parts: the operation has form fields in addition to the file, or the body is a form instead of
 * JSON.
 */
const takesForm = ({ body, formFields, isFileUpload }: Operation, request: Request): boolean =>
  formFields !== undefined || (isFileUpload === true && body !== null && isForm(request));

/** Returns the envelope of a long operation. Long operations never return bytes. */
function toEnvelope(settled: Settled | Response): Settled {
  return settled instanceof Response
    ? fail(new Error('a long operation returned bytes instead of an envelope'))
    : settled;
}

/**
 * Returns a streamed response for a call that takes long: status 200, a space now and every `heartbeatMs`, then the envelope. JSON
 * may start with white space. Browsers end a response that sends no data for one minute (Firefox, Safari) or five minutes
 * (Chromium). A client that disconnects ends the stream but not the work. `settling` must not reject.
 */
function toLateResponse(request: Request, settling: Promise<Settled>, heartbeatMs: number): Response {
  const space = new Uint8Array([0x20]);
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(space);
      timer = setInterval(() => controller.enqueue(space), heartbeatMs);
      void settling.then(({ envelope }) => {
        // Otherwise the caller has disconnected.
        const text = JSON.stringify(envelope);
        getNotes(request).responseText = text;
        if (timer !== undefined) {
          clearInterval(timer);
          controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        }
      });
    },
    cancel: () => {
      clearInterval(timer);
      timer = undefined;
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}
