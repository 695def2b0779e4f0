/** The facts of a call that its request and its response do not contain. */
type CallNotes = { operation?: string; keyId?: string | null };

const notes = new WeakMap<Request, CallNotes>();
const texts = new WeakMap<Request | Response, string>();
const actors = new WeakMap<Request, string>();

/** Notes the operation or the key of a call. */
export const noteCall = (request: Request, more: CallNotes): void =>
  void notes.set(request, { ...notes.get(request), ...more });

export const getNotes = (request: Request): CallNotes => notes.get(request) ?? {};

/** Notes the text of a body, so that the log need not read it from a stream. */
export const noteText = (message: Request | Response, text: string): void => void texts.set(message, text);

export const getText = (message: Request | Response): string | undefined => texts.get(message);

/** Authorises a request by the row id of a key, whose secret is not stored. */
export const actAs = (request: Request, keyRowId: string): void => void actors.set(request, keyRowId);

export const getActor = (request: Request): string | undefined => actors.get(request);
