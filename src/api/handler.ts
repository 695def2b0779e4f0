import type * as z from 'zod';
import type { Key } from '#core/model/records.ts';
import type { operations } from '#operations/registry.ts';
import type { OperationName } from '#operations/routes.ts';
import type { Answer } from './answer.ts';
import type { Form } from './form.ts';

type OperationOf<N extends OperationName> = (typeof operations)[N];

/** Operations that accept JSON or, instead of JSON, a form with a file: either `body` or `form` is null. */
type FormOrJson = 'createCanvas';

/** An authorised and parsed request, which a handler receives. */
export type Call<N extends OperationName = OperationName> = {
  readonly request: Request;
  readonly params: z.output<OperationOf<N>['params']>;
  readonly query: z.output<OperationOf<N>['query']>;
  readonly body: OperationOf<N>['body'] extends z.ZodType
    ? z.output<OperationOf<N>['body']> | (N extends FormOrJson ? null : never)
    : null;
  /** The form, for operations that have form fields in addition to the file or whose body may be a form; null for all others. */
  readonly form: N extends 'addModel' ? Form : N extends FormOrJson ? Form | null : null;
  /** The calling key; null if the operation requires no key. */
  readonly key: OperationOf<N>['access'] extends { readonly kind: 'key' } ? Key : null;
};

export type OutputOf<N extends OperationName> = z.output<OperationOf<N>['output']>;

/** A handler returns the payload, an `Answer` if the response has its own status or headers, or a Response for bytes and events. */
type Handler<N extends OperationName> = (call: Call<N>) => Promise<OutputOf<N> | Answer | Response>;

/** One handler for each operation of the registry. */
export type Handlers = { readonly [N in OperationName]: Handler<N> };
