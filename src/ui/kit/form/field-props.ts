import type { ComponentType } from 'preact';
import type { Json } from '#ui/app/json.ts';
import type { Field } from './field.ts';

/** What the view of a field gets. `value` is undefined where nothing is given, and the preset stands. */
export type FieldProps = {
  readonly field: Field;
  readonly value: unknown;
  /** Where the field is in the value of the form, as the API writes it: `cuts.0.endSeconds`. */
  readonly path: string;
  /** The object that the field is a part of. */
  readonly siblings: Json;
  readonly onChange: (value: unknown) => void;
  /** Changes the object that the field is a part of. */
  readonly onSiblings: (siblings: Json) => void;
};

/** What a field with parts gets besides: the view of each of them. */
export type PartedProps = FieldProps & { readonly View: ComponentType<FieldProps> };
