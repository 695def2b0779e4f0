/** A promise and the functions that settle it: `Promise.withResolvers`, which Node 20 does not have. */
export type Deferred<T> = {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
};

export function createDeferred<T = void>(): Deferred<T> {
  let settle: Pick<Deferred<T>, 'resolve' | 'reject'> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}
