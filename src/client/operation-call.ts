import type { OperationTypes } from './types.generated.ts';

/**
 * The name of an operation, such as `getJob` or `run:tighten`. The types of other programs contain it, so it is not the one of the
 * registry, which needs zod.
 */
export type OperationName = keyof OperationTypes;

/** The data that an operation returns. */
export type Data<Name extends OperationName> = OperationTypes[Name]['data'];

type Query<T> = {} extends T ? { readonly query?: T } : { readonly query: T };
type Params<T> = keyof T extends never ? {} : { readonly params: T };
type Body<T> = T extends undefined ? {} : {} extends T ? { readonly body?: T } : { readonly body: T };

/** The parts of a call that all operations have. */
type CallOptions = {
  /** A form with the file, for `fillUpload`, `addModel` and `createCanvas`. It replaces `body`. */
  readonly form?: FormData;
  /** The body of an operation that takes raw bytes, such as `putWorld`. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The maximum duration of the call with its retries, in milliseconds. By default there is none. Then it fails with `TIMEOUT`. */
  readonly timeoutMs?: number;
};

/** The parts of a call of an operation. Only the parts that the operation has are allowed. */
type Call<Name extends OperationName> = Params<OperationTypes[Name]['params']> &
  Query<OperationTypes[Name]['query']> &
  Body<OperationTypes[Name]['body']> &
  CallOptions;

/** The arguments after the name: the call may be omitted if all of its parts may. */
export type Given<Name extends OperationName> = {} extends Call<Name> ? [call?: Call<Name>] : [call: Call<Name>];

/** The call of any operation. */
export type AnyCall = CallOptions & {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
};

export type Answer<Name extends OperationName> = {
  readonly data: Data<Name>;
  readonly status: number;
  readonly headers: Headers;
  /** The cursor of the next page of a list; null at the end. */
  readonly nextCursor: string | null;
};
