/** The parts of an HTTP Archive 1.2 that a test is generated from. `GET /sandbox/v1/requests?format=har` returns one. */
export type HarLog = { readonly log: { readonly entries: readonly HarEntry[] } };

type HarHeader = { readonly name: string; readonly value: string };

type HarEntry = {
  readonly startedDateTime: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarHeader[];
    readonly postData?: { readonly mimeType: string; readonly text?: string | undefined } | undefined;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly HarHeader[];
    readonly content: {
      readonly mimeType: string;
      readonly text?: string | undefined;
      readonly encoding?: string | undefined;
    };
  };
};

/** An uploaded file. `bytes` is null if the log does not contain it whole, and `name` may be empty then. */
export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> | null };

type CallBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: UploadedFile };

/** A call of the log. Header names are in lower case. */
export type LoggedCall = {
  readonly method: string;
  /** The path and the query below the root of the API. */
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: CallBody | null;
  readonly status: number;
  readonly answerHeaders: ReadonlyMap<string, string>;
  /** The type of the response without parameters. */
  readonly answerType: string;
  /** The parsed JSON of the response, or the last job of an event stream; undefined for other types and incomplete bodies. */
  readonly answer: unknown;
};

/** Reads the calls of an archive, the oldest first. */
export const readCalls = ({ log }: HarLog): LoggedCall[] =>
  log.entries
    .toSorted((one, other) => Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime))
    .map(({ request, response }) => {
      const headers = toHeaders(request.headers);
      const { content } = response;
      return {
        method: request.method,
        path: toPath(request.url),
        headers,
        body: toBody(request.postData?.text, headers.get('content-type') ?? request.postData?.mimeType ?? ''),
        status: response.status,
        answerHeaders: toHeaders(response.headers),
        answerType: content.mimeType.split(';')[0]?.trim() ?? '',
        answer: toAnswer(content),
      };
    });

function toAnswer(content: HarEntry['response']['content']): unknown {
  if (content.mimeType.includes('json')) {
    return parseJson(decode(content));
  }
  if (!content.mimeType.startsWith('text/event-stream')) {
    return undefined;
  }
  const jobs = [...decode(content).matchAll(/^event: job\r?\ndata: (.*)$/gm)].map(([, data = '']) => parseJson(data));
  const data = jobs.findLast((job) => job !== undefined);
  return data === undefined ? undefined : { success: true, data };
}

const toHeaders = (headers: readonly HarHeader[]): ReadonlyMap<string, string> =>
  new Map(headers.map(({ name, value }) => [name.toLowerCase(), value]));

/** Returns the path below the root of the API, which may have a path of its own. */
function toPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.replace(/^.*?(?=\/(?:v1|sandbox|media|api|api-reference)\/)/, '') + search;
}

function toBody(text: string | undefined, type: string): CallBody | null {
  if (type.startsWith('multipart/form-data')) {
    return { kind: 'file', file: readFilePart(text ?? '', type) };
  }
  if (text === undefined || text === '') {
    return null;
  }
  const value = type.includes('json') ? parseJson(text) : undefined;
  return value === undefined ? { kind: 'text', text } : { kind: 'json', value };
}

/** Finds the part `file` of a form. Archives contain a form as text, in which each character is a byte, or as base64. */
function readFilePart(text: string, type: string): UploadedFile {
  const [, boundary = ''] = /boundary="?([^";]+)/.exec(type) ?? [];
  const form = text.startsWith('--') ? text : decode({ text, encoding: 'base64' });
  const part = form.split(`--${boundary}`).find((one) => /name="?file"?/.test(one.slice(0, 1000)));
  const headEnd = part?.indexOf('\r\n\r\n') ?? -1;
  const [, name = ''] = /filename="([^"]*)"/.exec(part?.slice(0, headEnd) ?? '') ?? [];
  const content = part?.slice(headEnd + 4, -2) ?? '';
  // The end of a form is `--` after the last boundary. Text with other characters than bytes was decoded as UTF-8.
  const isWhole = headEnd > 0 && form.trimEnd().endsWith(`--${boundary}--`) && isBytes(content);
  return {
    name: toSafeName(name),
    bytes: isWhole ? Uint8Array.from(content, (letter) => letter.codePointAt(0) ?? 0) : null,
  };
}

const isBytes = (text: string): boolean =>
  Array.from(text, (letter) => letter.codePointAt(0) ?? 0).every((code) => code < 256);

/** Returns a file name without folders and without characters that a file system or the source of a test may not have. */
const toSafeName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[^\w .()-]/g, '_').replace(/^\.+/, '');

/** Returns the text of a body; one character for each byte of base64. */
function decode({
  text = '',
  encoding,
}: {
  readonly text?: string | undefined;
  readonly encoding?: string | undefined;
}): string {
  if (encoding !== 'base64') {
    return text;
  }
  try {
    return atob(text);
  } catch {
    return '';
  }
}

/** Parses JSON; undefined for a text that is not JSON, such as an incomplete body. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
