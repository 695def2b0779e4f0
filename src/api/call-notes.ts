/** The facts of a call that its request and its response do not contain. */
export type CallNotes = {
  operation: string | null;
  /** The public id of its key. */
  keyId: string | null;
  /** The bodies as text, so that the log need not read them from a stream. */
  requestText: string | null;
  responseText: string | null;
  /** The row id of a key, for a call that is sent again. */
  actor: string | null;
};

const notes = new WeakMap<Request, CallNotes>();

/** Returns the notes of a call, which its parts complete. */
export function getNotes(request: Request): CallNotes {
  const known = notes.get(request);
  if (known) {
    return known;
  }
  const added = { operation: null, keyId: null, requestText: null, responseText: null, actor: null };
  notes.set(request, added);
  return added;
}
