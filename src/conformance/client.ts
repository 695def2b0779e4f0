import { expect } from './test-api.ts';
import type { FailureCode } from '#core/lib/failure.ts';
import type { ContractTarget } from './target.ts';

export type Reply = { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: Body };

/** The envelope as a caller receives it, without any assumption about its fields. */
type Body = {
  readonly success: boolean;
  readonly data?: unknown;
  readonly errorCode?: string;
  readonly message?: string;
  readonly retryable?: boolean;
  readonly details?: unknown;
};

export type CallOptions = {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Another key than that of the target; null for no key. */
  readonly key?: string | null;
};

/** Ends a test that needs the sandbox at a target that has none. */
class NeedsSandbox extends Error {
  override readonly name = 'NeedsSandbox';
}

export type Client = ReturnType<typeof createClient>;

/** Distinguishes the runs of this process from those of earlier ones at the same target. Less than a frame, in seconds. */
const nonce = Math.round(Math.random() * 1000) / 1e6;

/** Calls of a target, and the few steps with which most tests start. */
export function createClient(target: ContractTarget) {
  const send = async (method: string, path: string, options: CallOptions = {}): Promise<Response> => {
    const { key = target.apiKey } = options;
    return target.fetch(
      toUrl(target, path),
      toInit(method, options, key === null ? {} : { Authorization: `Bearer ${key}` }),
    );
  };
  const call = async (method: string, path: string, options?: CallOptions): Promise<Reply> =>
    read(await send(method, path, options));
  const sandbox = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    if (target.hasSandbox === false) {
      throw new NeedsSandbox();
    }
    const reply = await read(await target.sandboxFetch(toUrl(target, `/sandbox/v1${path}`), toInit(method, { body })));
    expect(reply.text, `${method} ${path}`).toContain('"success":true');
    return reply;
  };
  /** A run of a few frames with a parameter that no run had before, so that no earlier result answers it. */
  const freshInput = (material: string, more: object = {}): object => ({
    material,
    smoothing: ++fresh / 100,
    trim: { startSeconds: 0, endSeconds: 0.3 + nonce },
    ...more,
  });
  let fresh = 0;
  const upload = async (bytes: Uint8Array<ArrayBuffer> = target.fixtures.video, name = 'clip.mp4'): Promise<string> => {
    const ticket = getData<{ ticket: string }>(await call('POST', '/v1/uploads')).ticket;
    return getData<{ material: string }>(await fill(ticket, toForm(bytes, name))).material;
  };
  const fill = (ticket: string, form: FormData, headers: Record<string, string> = {}): Promise<Reply> =>
    call('POST', `/v1/uploads/${ticket}/file`, { key: null, body: form, headers });
  return {
    target,
    send,
    call,
    sandbox,
    upload,
    fill,
    freshInput,
    run: (body: unknown, options: CallOptions = {}): Promise<Reply> =>
      call('POST', '/v1/run/remove-background', { ...options, body }),
    balance: async (): Promise<number> =>
      getData<{ creditsRemaining: number }>(await call('GET', '/v1/me')).creditsRemaining,
    newKey: async (limits: object): Promise<string> =>
      getData<{ apiKey: string }>(await sandbox('POST', '/keys', { name: 'limited', ...limits })).apiKey,
    newTicket: async (): Promise<string> => getData<{ ticket: string }>(await call('POST', '/v1/uploads')).ticket,
  };
}

const toUrl = ({ baseUrl }: ContractTarget, path: string): string => new URL(path.replace(/^\//, ''), baseUrl).href;

function toInit(method: string, { body, headers = {} }: CallOptions, more: Record<string, string> = {}): RequestInit {
  const isRaw = body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array;
  const type: Record<string, string> = isRaw || body === undefined ? {} : { 'Content-Type': 'application/json' };
  const payload = isRaw ? { body } : body === undefined ? {} : { body: JSON.stringify(body) };
  return { method, headers: { ...type, ...more, ...headers }, ...(payload as RequestInit) };
}

export async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json') && text !== '';
  const body = isJson ? (JSON.parse(text) as Body) : { success: false };
  return { status: response.status, headers: response.headers, text, body };
}

export function toForm(bytes: Uint8Array<ArrayBuffer> | string, name: string): FormData {
  const form = new FormData();
  form.append('file', new File([bytes], name));
  return form;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it expects
export function getData<T>(reply: Reply): T {
  expect(reply.body, reply.text.slice(0, 500)).toMatchObject({ success: true });
  return reply.body.data as T;
}

/** Checks a refusal: its status, its code, and that it has a message. */
export function expectFailure(reply: Reply, status: number, errorCode: FailureCode): void {
  expect(reply.body, reply.text.slice(0, 500)).toMatchObject({ success: false, errorCode });
  expect(reply.status).toBe(status);
  expect(reply.body.message).toMatch(/\S+ \S+/);
  expect(typeof reply.body.retryable).toBe('boolean');
  expect(reply.headers.get('X-Request-Id')).toBeTruthy();
  seenCodes.add(errorCode);
}

/** The codes that were reached over HTTP so far. */
export const seenCodes = new Set<string>();

/** Waits until `look` returns a value; the speed of the target is unknown. */
export async function until<T>(look: () => Promise<T | undefined | false>, timeoutMs = 60_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) {
      return found;
    }
    if (Date.now() > deadline) {
      throw new Error('the expected value did not appear in time');
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}
