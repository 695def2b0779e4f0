import type * as z from 'zod';
import type { FailureCode } from './failure.ts';

/** What a key may be allowed to do. The preset "skills" has them all. */
export const scopes = [
  'recipes:read',
  'account:read',
  'uploads:write',
  'runs:write',
  'jobs:read',
  'jobs:write',
  'canvases:read',
  'canvases:write',
] as const;
export type Scope = (typeof scopes)[number];

/** Who may call: a key with a scope, whoever knows the id in the path, or only a page of this site. */
export type Access =
  | { readonly kind: 'key'; readonly scope: Scope }
  | { readonly kind: 'open' }
  | { readonly kind: 'page' };

/** How an answer is written: in the envelope, as server-sent events, or as it is. */
type Reply = 'envelope' | 'events' | 'bytes';

/** Something the API can do at once. A recipe (below) is an operation that takes minutes. */
export type Operation<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType | null = z.ZodType | null,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = {
  readonly summary: string;
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters as `{name}`, as OpenAPI writes them. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly access: A;
  /** Path parameters, query and JSON body; `body: null` for none. */
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** True when the body is `multipart/form-data` with one part `file`, read by the handler. */
  readonly isFileUpload?: boolean;
  /** The other parts of such a body, each of them JSON; `file` may then be left out. */
  readonly formFields?: z.ZodType;
  /** True when the answer may take minutes: what is not there in time is streamed (see `api/late.ts`). */
  readonly isLong?: boolean;
  readonly reply: Reply;
  /** The payload: `data` of the envelope. */
  readonly output: O;
  readonly failures: readonly FailureCode[];
  /** True for what the contract does not name. */
  readonly isExtension: boolean;
  /** A body that really works; `{base}` stands for the root of the app. */
  readonly example?: unknown;
};

export const defineOperation = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType | null,
  O extends z.ZodType,
  const A extends Access,
>(
  operation: Operation<P, Q, B, O, A>,
): Operation<P, Q, B, O, A> => operation;

/** A video template. The review gate is a schema, not a flag: a recipe that can be reviewed says what is reviewed. */
export type Recipe<I extends z.ZodType = z.ZodType, P extends z.ZodType | null = z.ZodType | null> = {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly priceCredits: number;
  /** What to expect before this device has measured anything: for a clip of ten seconds. */
  readonly etaSeconds: number;
  readonly reply: 'synchronous' | 'queued';
  /** The body of its run call. */
  readonly input: I;
  /** What a person reviews before the rest is made; null when there is no review gate. */
  readonly proposal: P;
  /** Failures that only this recipe has. */
  readonly failures: readonly FailureCode[];
};

export const defineRecipe = <I extends z.ZodType, P extends z.ZodType | null>(recipe: Recipe<I, P>): Recipe<I, P> =>
  recipe;
