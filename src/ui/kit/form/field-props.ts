import type { ComponentType } from 'preact';
import type { Json } from '#ui/app/json.ts';
import type { Field } from './field.ts';

/** The props of a field's view. `value` is undefined if the user did not set it; the default applies then. */
export type FieldProps = {
  readonly field: Field;
  readonly value: unknown;
  /** The path of the field in the form's value, as the API writes it: `cuts.0.endSeconds`. */
  readonly path: string;
  /** The object that contains the field. */
  readonly siblings: Json;
  readonly onChange: (value: unknown) => void;
  /** Changes the object that contains the field. */
  readonly onSiblings: (siblings: Json) => void;
};

/** Additional props of a field with parts: the view of each part. */
export type PartedProps = FieldProps & { readonly View: ComponentType<FieldProps> };
