import type * as z from 'zod';
import type { FailureCode } from '../lib/failure.ts';
import type { MediaKind } from '../model/media-kind.ts';
import type { DetectorTask } from '../model/models.ts';

/** The permissions of a key. The preset "skills" has all of them. */
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

/** The authorization of a call: a key with a scope, knowledge of the id in the path, or a page of this site. */
export type Access =
  | { readonly kind: 'key'; readonly scope: Scope }
  | { readonly kind: 'open' }
  | { readonly kind: 'page' };

/** The format of a response: the envelope, server-sent events, or raw bytes. */
type Reply = 'envelope' | 'events' | 'bytes';

/** The presentation of an operation to agents, as a tool of the MCP connector. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  /** The costs, changes and duration. The possible errors are appended from the failures of the operation. */
  readonly description: string;
  /** The arguments of a typical call, which are appended to the description; absent for a tool without arguments. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** True if the call changes nothing. */
  readonly isReadOnly: boolean;
  /** True if the call may delete or overwrite data. */
  readonly isDestructive: boolean;
  /** True if repeating the call has no further effect. */
  readonly isIdempotent: boolean;
  /** The field name of a returned list, because a tool must return an object. */
  readonly listName?: string;
};

/** A short operation of the API. A recipe (below) is an operation that takes minutes. */
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
  /** The path with parameters as `{name}`, as in OpenAPI. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly access: A;
  /** Path parameters, query and JSON body; `body: null` without a body. */
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** True if the body is `multipart/form-data` with one part `file`, which the handler reads. With `body`, JSON is accepted too. */
  readonly isFileUpload?: boolean;
  /** The other parts of such a body, each of them JSON; `file` is optional then. */
  readonly formFields?: z.ZodType;
  /** The content type of a body of raw bytes, which the handler reads; `body` is null then. */
  readonly consumes?: string;
  /** The maximum size of the JSON body; 1 MiB by default. */
  readonly bodyBytesMax?: number;
  /** True if the response may take minutes: it is streamed when it is late (see `toLateResponse` in `api/api.ts`). */
  readonly isLong?: boolean;
  /** True if the response has an ETag, and is 304 for a caller that sends it in If-None-Match. */
  readonly hasEtag?: boolean;
  /** True if the response is always 202, with the URL of a job that has started. */
  readonly isQueued?: boolean;
  /** The proposal of its job, which is reviewed before the result is created. */
  readonly proposal?: z.ZodType;
  readonly reply: Reply;
  /** The content type of a response in raw bytes, if it is fixed and never partial: an image that is created for the call. */
  readonly produces?: string;
  /** The payload: `data` of the envelope. */
  readonly output: O;
  readonly failures: readonly FailureCode[];
  /** True for an operation that is not part of the contract. */
  readonly isExtension: boolean;
  /** A valid example body, or the fields of a form except its file; `{base}` is replaced by the root URL of the app. */
  readonly example?: unknown;
  /** The MCP tool; absent for an operation that agents cannot use. */
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

/** A material that a run needs: the input field that names it, and the accepted kinds. */
export type MaterialWish = {
  /** The path of the input field, such as `endCard.logoMaterial`. */
  readonly path: string;
  /** The value of that field: a handle or a URL. */
  readonly material: string;
  readonly kinds: readonly MediaKind[];
  /** The audio track to use, and the field that names it; absent for the default track. */
  readonly audioTrack?: { readonly path: string; readonly index: number };
};

/** A model that a run requires, or one that it uses if it is installed. */
export type ModelWish = MatteWish | DetectorWish;

/** A required matting model: the one that the input names, else the best installed one for the subject. */
export type MatteWish = {
  readonly subject: 'auto' | 'person' | 'object';
  readonly model?: string | undefined;
  /** Whether an ensemble may be used if the input names no model. */
  readonly isEnsemble: boolean;
  /** Whether the judges of the ensemble's runs are requested too if one model is used alone (`splitModels`). */
  readonly isJudged?: boolean;
};

/** The best installed detector of a task; optional. */
type DetectorWish = { readonly task: DetectorTask };

/** Whether a run call waits for the result or returns the job. */
export type RecipeReply = 'synchronous' | 'queued';

/** A video template. The review gate is a schema, not a flag: a recipe with a review gate defines its proposal. */
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
  /** The expected seconds for a clip of ten seconds, used until this device has measured runs. */
  readonly etaSeconds: number;
  readonly reply: R;
  /** The body of its run call. */
  readonly input: I;
  /** The fields of a valid example body besides the material. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The proposal that the user reviews before the result is created; null without a review gate. */
  readonly proposal: P;
  /** The failures that only this recipe has. */
  readonly failures: readonly FailureCode[];
  /** False for a queued operation that is not a template, such as an export: it has no catalog entry, estimate or run call. */
  readonly isListed: L;
  /** False for an operation whose result is a file alone, such as an export: its job is complete without a canvas. */
  readonly makesCanvas: boolean;
  /** Raised when the same input gives another result: this invalidates cached results. */
  readonly version: number;
  /** Returns a word for the input values that affect the run time; empty if there are none. */
  pace(input: { readonly quality?: unknown; readonly format?: unknown }): string;
  materials(input: z.output<I>): readonly MaterialWish[];
  /** The minimum width and height of its videos, in pixels; without it there is none. A smaller video is refused before the run. */
  readonly minSidePx?: number;
  /**
   * Returns the changes to the input that follow from the kinds of its materials, in the order of `materials`: fields that get
   * another value, and fields whose value is invalid for a kind.
   */
  settleInput?(
    input: z.output<I>,
    kinds: readonly MediaKind[],
  ): {
    readonly changes: Partial<z.output<I>>;
    readonly faults: readonly { readonly path: string; readonly message: string }[];
  };
  /** The models for an input, or for the part of one that an estimate knows. */
  models(input: Partial<z.output<I>>): readonly ModelWish[];
  /** The minimum bytes of storage that a run needs; `materialBytes` is in the order of `materials`. */
  minBytes(input: z.output<I>, materialBytes: readonly number[]): number;
  /**
   * Completes a proposal that a client sent for a run of this input: recomputes the computed fields. Throws VALIDATION_FAILED for
   * errors that the schema cannot find.
   */
  settleProposal?(sent: Proposed<P>, proposed: Proposed<P>, input: z.output<I>): Proposed<P>;
};

/** The parsed input of a recipe. */
export type InputOf<R extends Pick<Recipe, 'input'>> = z.output<R['input']>;

/** The type of the proposal that a schema describes. */
export type Proposed<P extends z.ZodType | null> = P extends z.ZodType ? z.output<P> : never;

export const defineRecipe = <
  I extends z.ZodType,
  P extends z.ZodType | null,
  const R extends RecipeReply,
  const L extends boolean,
>(
  recipe: Recipe<I, P, R, L>,
): Recipe<I, P, R, L> => recipe;
