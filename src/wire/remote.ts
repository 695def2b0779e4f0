import { createEndpoint, expose as comlinkExpose, proxy, transfer, transferHandlers, wrap, type Remote } from 'comlink';
import { Failure } from '#core/lib/failure.ts';

/** Comlink transfers only name, message and stack of an error. This handler transfers the failure code too. */
const thrownHandler = transferHandlers.get('throw');
if (thrownHandler) {
  transferHandlers.set('throw', {
    canHandle: (value): value is unknown => thrownHandler.canHandle(value),
    serialize: (thrown) => [toFailure(thrown).toWire(), []],
    deserialize: (wire) => {
      throw Failure.fromWire(wire);
    },
  });
}

/** The boundary between a runner and the engine: any error except a Failure is logged here once and becomes INTERNAL. */
function toFailure(thrown: unknown): Failure {
  const value = typeof thrown === 'object' && thrown !== null && 'value' in thrown ? thrown.value : thrown;
  if (!(value instanceof Failure)) {
    // oxlint-disable-next-line no-console -- the only trace of a defect in a worker
    console.error(value);
  }
  return Failure.from(value);
}

/** A connection to a port of another thread, which arrives there as that port. */
class Line {
  readonly port: MessagePort;

  constructor(port: MessagePort) {
    this.port = port;
  }
}

transferHandlers.set('line', {
  canHandle: (value): value is Line => value instanceof Line,
  serialize: ({ port }: Line) => [port, [port]],
  deserialize: (port: MessagePort) => wrap(port),
});

/** Returns a port of `remote` for a third thread: calls then go directly between those two threads. */
async function toLine<T>(remote: Remote<T>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the thread that receives the port uses it
  return new Line(await remote[createEndpoint]()) as T;
}

type Call = (...args: unknown[]) => Promise<unknown>;

const sources = new WeakMap<object, () => Remote<object>>();

/**
 * Returns a local object with the functions of a port that a worker serves. Each call goes to `get()`, which may start the worker.
 * Arguments are converted: an object of callbacks becomes a proxy, and an object that this function returned becomes a direct
 * connection between the two workers.
 */
export function forward<T extends object>(get: () => Remote<T>): T {
  const call =
    (name: string): Call =>
    (...args) => {
      const remote = get();
      const sent = args.map(toArgument);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the port checks names and arguments where it is called
      const send = (values: unknown[]) => (remote as unknown as Record<string, Call>)[name]?.(...values);
      // If no argument needs a connection, the call starts the worker at once.
      return sent.some((value) => value instanceof Promise)
        ? Promise.all(sent).then(send)
        : Promise.resolve(send(sent));
    };
  const port = new Proxy(
    {},
    // A port has no `then`, so that an async function may return it.
    { get: (_, name) => (typeof name === 'string' && name !== 'then' ? call(name) : undefined) },
  );
  sources.set(port, get);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every function that callers request
  return port as T;
}

function toArgument(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const get = sources.get(value);
  return get ? toLine(get()) : isCallbacks(value) ? proxy(value) : value;
}

const isCallbacks = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype && Object.values(value).some((each) => typeof each === 'function');

/** Exposes `api` to the other end: in a worker, to the thread that started it. */
export const expose = comlinkExpose;

export { transfer, wrap, type Remote };
