import type * as z from 'zod';
import type { FailureCode } from './failure.ts';
import type { MediaKind } from './media-kind.ts';
import type { DetectorTask } from './models.ts';

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

/** How agents are offered an operation: as a tool of the MCP connector. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  /** What it costs, what it changes and how long it takes. What can go wrong is added from the failures of the operation. */
  readonly description: string;
  /** Arguments of a usual call, which the description ends with; absent for a tool that needs none. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** True when it changes nothing. */
  readonly isReadOnly: boolean;
  /** True when what was there before may be gone afterwards. */
  readonly isDestructive: boolean;
  /** True when the same call again changes nothing more. */
  readonly isIdempotent: boolean;
  /** The name that a list is given, as what a tool answers is an object. */
  readonly listName?: string;
};

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
  /** True when the body is `multipart/form-data` with one part `file`, read by the handler; or may be, where there is `body`. */
  readonly isFileUpload?: boolean;
  /** The other parts of such a body, each of them JSON; `file` may then be left out. */
  readonly formFields?: z.ZodType;
  /** The largest JSON body that is read; by default 1 MiB. */
  readonly bodyBytesMax?: number;
  /** True when the answer may take minutes: what is not there in time is streamed (see `api/late.ts`). */
  readonly isLong?: boolean;
  /** True when the answer has an ETag, and is 304 for a caller who names it in If-None-Match. */
  readonly hasEtag?: boolean;
  /** True when the answer is always 202, with the place of a job that has only begun. */
  readonly isQueued?: boolean;
  /** What its job proposes for a review before the rest is made. */
  readonly proposal?: z.ZodType;
  readonly reply: Reply;
  /** The type of the bytes, where they are always the same and whole: a picture that is made for the call. */
  readonly produces?: string;
  /** The payload: `data` of the envelope. */
  readonly output: O;
  readonly failures: readonly FailureCode[];
  /** True for what the contract does not name. */
  readonly isExtension: boolean;
  /** A body that really works; `{base}` stands for the root of the app. */
  readonly example?: unknown;
  /** Where agents may use it. */
  readonly tool?: Tool;
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

/** A material that a run needs: where its input names it, and what it may be. */
export type MaterialWish = {
  /** The field of the input, as `endCard.logoMaterial`. */
  readonly path: string;
  /** The handle or the address that stands there. */
  readonly material: string;
  readonly kinds: readonly MediaKind[];
  /** The audio track of it that is used, and the field that names it; absent for the default one. */
  readonly audioTrack?: { readonly path: string; readonly index: number };
};

/** A model that a run needs, or one that it can use. */
export type ModelWish = MatteWish | DetectorWish;

/** A model of mattes, which a run needs: the one that its input names, else the best installed one for the subject. */
export type MatteWish = {
  readonly subject: 'auto' | 'person' | 'object';
  readonly model?: string | undefined;
  /** Whether several models may do the work together when none is named. */
  readonly isConsensus: boolean;
  /** Whether the models that judge the consensus's runs are wanted too, where one model does the work (`splitModels`). */
  readonly isJudged?: boolean;
};

/** The best installed detector of a task; nothing when none is installed. */
type DetectorWish = { readonly task: DetectorTask };

/** Whether a run call waits for the result, or answers with the job. */
export type RecipeReply = 'synchronous' | 'queued';

/** A video template. The review gate is a schema, not a flag: a recipe that can be reviewed says what is reviewed. */
export type Recipe<
  I extends z.ZodType = z.ZodType,
  P extends z.ZodType | null = z.ZodType | null,
  R extends RecipeReply = RecipeReply,
  L extends boolean = boolean,
> = {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly priceCredits: number;
  /** What to expect before this device has measured anything: for a clip of ten seconds. */
  readonly etaSeconds: number;
  readonly reply: R;
  /** The body of its run call. */
  readonly input: I;
  /** What of a body that really works is wanted besides the material. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** What a person reviews before the rest is made; null when there is no review gate. */
  readonly proposal: P;
  /** Failures that only this recipe has. */
  readonly failures: readonly FailureCode[];
  /** False for work that is queued like a run but is no template, such as an export: no catalog, estimate or run call has it. */
  readonly isListed: L;
  /** False for work whose result is a file alone, such as an export: its job is complete without a canvas. */
  readonly makesCanvas: boolean;
  /** Raised whenever the same input gives another result: earlier results then answer no call any more. */
  readonly version: number;
  /** What of the input decides how long a run takes, in a word; empty when nothing does. */
  pace(input: { readonly quality?: unknown; readonly format?: unknown }): string;
  materials(input: z.output<I>): readonly MaterialWish[];
  /**
   * What follows for the input once the kinds of its materials are known, in the order of `materials`: fields that get another value,
   * and fields whose value does not suit a kind.
   */
  settleInput?(
    input: z.output<I>,
    kinds: readonly MediaKind[],
  ): {
    readonly changes: Partial<z.output<I>>;
    readonly faults: readonly { readonly path: string; readonly message: string }[];
  };
  /** What it needs by an input, or by the part of one that an estimate knows. */
  models(input: Partial<z.output<I>>): readonly ModelWish[];
  /** Bytes of storage that a run takes even when all goes well; `materialBytes` in the order of `materials`. */
  leastBytes(input: z.output<I>, materialBytes: readonly number[]): number;
  /**
   * What a proposal that somebody sends becomes, for a run of this input: computed fields are computed anew. Throws
   * VALIDATION_FAILED for what the schema cannot see.
   */
  settleProposal?(sent: Proposed<P>, proposed: Proposed<P>, input: z.output<I>): Proposed<P>;
};

/** The parsed input of a recipe. */
export type InputOf<R extends Pick<Recipe, 'input'>> = z.output<R['input']>;

/** The proposal that a schema describes. */
export type Proposed<P extends z.ZodType | null> = P extends z.ZodType ? z.output<P> : never;

export const defineRecipe = <
  I extends z.ZodType,
  P extends z.ZodType | null,
  const R extends RecipeReply,
  const L extends boolean,
>(
  recipe: Recipe<I, P, R, L>,
): Recipe<I, P, R, L> => recipe;
