import type { MediaKind } from '#core/model/media-kind.ts';

/** One value of a form, as the JSON Schema of an API call describes it. */
export type Field = {
  /** The name of the property; empty for the root, and for the items of a list. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The unit of a number, such as `s` or `px`; empty without one. */
  readonly unit: string;
  /** True if it is required: it has no default. */
  readonly isRequired: boolean;
  /** True if null means no value. */
  readonly isNullable: boolean;
  /** True for an advanced field that most users leave unchanged. */
  readonly isAdvanced: boolean;
  /** True for a computed, read-only value. */
  readonly isReadOnly: boolean;
  /** The default; undefined without one. */
  readonly preset: unknown;
  readonly control: Control;
};

/** The control that shows and edits a value. */
export type Control =
  | { readonly kind: 'text'; readonly isLong: boolean; readonly maxLength: number | null }
  | { readonly kind: 'color' }
  | {
      readonly kind: 'number';
      /** Bounds; null if unbounded. */
      readonly least: number | null;
      readonly most: number | null;
      readonly isWhole: boolean;
      /** The number field of the same object that sets the minimum, and its factor. */
      readonly minFrom?: { readonly name: string; readonly times: number };
    }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  /** An installed matting model, by its id. */
  | { readonly kind: 'model' }
  | { readonly kind: 'material'; readonly mediaKinds: readonly MediaKind[] }
  | { readonly kind: 'object'; readonly fields: readonly Field[]; readonly look: ObjectLook }
  | {
      readonly kind: 'list';
      readonly item: Field;
      readonly least: number;
      readonly most: number | null;
      /** The sibling field that each of these values could replace; empty without one. */
      readonly swaps: string;
      /** True for the messages of a chat, which can be pasted as text. */
      readonly isChat?: true;
    }
  | { readonly kind: 'either'; readonly variants: readonly Variant[] }
  /** A value that no other control can show. */
  | { readonly kind: 'json' };

/** A value of a choice, its label, and its meaning; empty without a description. */
export type Option = { readonly value: string | number; readonly label: string; readonly hint: string };

/** One of the alternative forms of a value: a constant, or a field. */
export type Variant =
  | { readonly label: string; readonly value: string | number }
  | { readonly label: string; readonly field: Field };

/** Whether an object is also drawn on an image of the material: a box or a point. */
export type ObjectLook = 'fields' | 'box' | 'point';

/** The control of one kind. */
export type ControlOf<Kind extends Control['kind']> = Extract<Control, { kind: Kind }>;
