import type { Failure } from '#core/lib/failure.ts';
import { shorten } from '#core/lib/shorten.ts';
import { within } from './within.ts';

/** The reason why a file of another site cannot be read; `sentence` completes "This browser could not read host/path:". */
export type Unreachable = {
  readonly reason: 'cors' | 'network' | 'status';
  readonly sentence: string;
  readonly status?: number;
  readonly cause?: unknown;
};

/** A request for a file of another site. */
export type RemoteFile = {
  readonly fetch: typeof fetch;
  readonly address: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** The maximum time without data before the fetch fails, in milliseconds. */
  readonly stallMs: number;
  readonly signal: AbortSignal;
  /** The failure to throw for each reason. */
  readonly toFailure: (why: Unreachable) => Failure;
};

const fetchOptions = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'follow' } as const;
const noAnswer = {
  reason: 'network',
  sentence: 'the site did not respond (network). Check the URL and the connection',
} as const;

/**
 * Parses a URL that may be fetched: https, or a URL of this site, which localhost may serve without TLS. `blob:` and `filesystem:`
 * URLs have the origin of this site too, but belong to one page. Throws the error that `refuse` creates from a sentence.
 */
export function parseAddress(text: string, base: URL, refuse: (message: string) => Failure): URL {
  if (!URL.canParse(text)) {
    throw refuse('the URL must be a well-formed https URL');
  }
  const address = new URL(text);
  const isThisSite = address.protocol === base.protocol && address.origin === base.origin;
  if (address.protocol !== 'https:' && !isThisSite) {
    throw refuse(`the URL must begin with https:, not ${shorten(address.protocol)}`);
  }
  if (address.username !== '' || address.password !== '') {
    throw refuse('the URL must not contain a user name or a password');
  }
  address.hash = '';
  return address;
}

/** Returns a successful response and its bytes. Opening and reading throw the failure that `toFailure` creates. */
export async function openRemoteFile(
  file: RemoteFile,
): Promise<{ response: Response; body: AsyncGenerator<Uint8Array> }> {
  const { address, headers = {}, signal, stallMs, toFailure } = file;
  let response: Response | undefined;
  try {
    response = await within(file.fetch(address.href, { ...fetchOptions, headers, signal }), stallMs);
  } catch (cause) {
    throw toFailure({ ...(await explain(file)), cause });
  }
  if (!response) {
    throw toFailure(noAnswer);
  }
  if (!response.ok) {
    const { status } = response;
    throw toFailure({ reason: 'status', sentence: `the site responded with status ${status}. Check the URL`, status });
  }
  return { response, body: readBody(response.body ?? new Blob().stream(), file) };
}

/** Distinguishes a CORS refusal from a network failure. A page cannot, but a `no-cors` request succeeds if only CORS fails. */
async function explain({ fetch, address, stallMs }: RemoteFile): Promise<Unreachable> {
  const signal = AbortSignal.timeout(stallMs);
  try {
    await fetch(address.href, { ...fetchOptions, method: 'HEAD', mode: 'no-cors', signal });
    return {
      reason: 'cors',
      sentence: 'the site does not allow downloads by other sites (CORS). Download the file and upload it instead',
    };
  } catch {
    return noAnswer;
  }
}

async function* readBody(
  body: ReadableStream<Uint8Array>,
  { stallMs, toFailure }: RemoteFile,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const brokenOff = (cause?: unknown): Failure =>
    toFailure({ reason: 'network', sentence: 'the connection was lost (network). Try again', cause });
  for (;;) {
    const next = await within(reader.read(), stallMs).catch((cause: unknown) => {
      throw brokenOff(cause);
    });
    if (!next) {
      throw brokenOff();
    }
    if (next.done) {
      return;
    }
    yield next.value;
  }
}
