import * as z from 'zod';
import type { TimelineDocument } from '../document.ts';

/** One kind of edit: what it is called, what it takes and does, and which of its fields a fault of its result is told at. */
export type EditDefinition<N extends string, S extends z.ZodRawShape> = {
  readonly schema: z.ZodObject<{ type: z.ZodLiteral<N> } & S, z.core.$strict>;
  readonly blames: string;
  /** Throws VALIDATION_FAILED for what cannot be done. The document stays as it was, and shares with the new one what is equal. */
  readonly apply: (document: TimelineDocument, edit: z.output<z.ZodObject<S>>) => TimelineDocument;
};

/** Declares an edit; `does` is one sentence for the API's reference. */
export const defineEdit = <N extends string, S extends z.ZodRawShape>(
  type: N,
  parts: {
    readonly does: string;
    readonly fields: S;
    readonly blames: Extract<keyof S, string>;
    readonly apply: EditDefinition<N, S>['apply'];
  },
): EditDefinition<N, S> => ({
  schema: z.strictObject({ type: z.literal(type), ...parts.fields }).describe(parts.does),
  blames: parts.blames,
  apply: parts.apply,
});
