import * as z from 'zod';
import type { TimelineDocument } from '../document.ts';

/** One kind of edit: its name, schema and function, and the field that is blamed for a fault of the result. */
export type EditDefinition<N extends string, S extends z.ZodRawShape> = {
  readonly schema: z.ZodObject<{ type: z.ZodLiteral<N> } & S, z.core.$strict>;
  readonly blames: string;
  /** Applies the edit. Throws VALIDATION_FAILED if it is invalid. The input document is unchanged; both share equal parts. */
  readonly apply: (document: TimelineDocument, edit: z.output<z.ZodObject<S>>) => TimelineDocument;
};

/** Defines an edit; `does` is one sentence for the API reference. */
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
