type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts a JSON-RPC message to the form that the protocol requires. Some clients send null for omitted fields, or the arguments
 * of a tool as a string.
 */
export function normaliseMessage(message: unknown): unknown {
  if (Array.isArray(message)) {
    return message.map(normaliseMessage);
  }
  if (!isFields(message) || !('params' in message)) {
    return message;
  }
  const { params, ...rest } = message;
  if (!isFields(params)) {
    return params === null ? rest : message;
  }
  const optional = ['arguments', 'cursor', '_meta'];
  const given = Object.entries(params).filter(([name, value]) => value !== null || !optional.includes(name));
  return { ...rest, params: Object.fromEntries(given.map(([name, value]) => [name, toArguments(name, value)])) };
}

function toArguments(name: string, value: unknown): unknown {
  if (name !== 'arguments' || typeof value !== 'string') {
    return value;
  }
  try {
    const read: unknown = value.trim() === '' ? {} : JSON.parse(value);
    return isFields(read) ? read : value;
  } catch {
    return value;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The Accept header that the SDK requires of every client. */
export const bothTypes = 'application/json, text/event-stream';

/** Whether a client receives plain JSON because its Accept header does not contain event streams. */
export const wantsJson = (accept: string | null): boolean => !(accept ?? '').includes('text/event-stream');

/**
 * Converts the messages of an event stream to one JSON response: the response message, or all of a batch. Notifications are
 * omitted.
 */
export async function toJsonAnswer(response: Response): Promise<Response> {
  if (!(response.headers.get('Content-Type') ?? '').startsWith('text/event-stream')) {
    return response;
  }
  const messages = (await response.text())
    .split(/\r?\n\r?\n/)
    .map((event) => [...event.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join('\n'))
    .filter((data) => data !== '')
    .map((data): unknown => JSON.parse(data))
    .filter((message) => isFields(message) && ('result' in message || 'error' in message));
  const headers = new Headers(response.headers);
  headers.set('Content-Type', 'application/json');
  return new Response(JSON.stringify(messages.length === 1 ? messages[0] : messages), {
    status: response.status,
    headers,
  });
}
