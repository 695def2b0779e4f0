import { createEndpoint, expose as comlinkExpose, proxy, transfer, transferHandlers, wrap, type Remote } from 'comlink';
import { Failure } from '#core/failure.ts';

/** Comlink keeps only name, message and stack of an error. This keeps what the caller needs: the failure code. */
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

/** A way to what another thread offers. Where it arrives, it is that. */
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
export async function toLine<T>(remote: Remote<T>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one at the only place where it can be used
  return new Line(await remote[createEndpoint]()) as T;
}

/** Exposes `api` to the other end; in a worker, to the thread that started the worker. */
export const expose = comlinkExpose;

export { proxy, transfer, wrap, type Remote };
