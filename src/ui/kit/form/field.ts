import type { MediaKind } from '#core/model/media-kind.ts';

/** One value of a form, as the schema of an API call describes it. */
export type Field = {
  /** The name of the property; empty for the whole, and for the items of a list. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** What a number counts, as `s` or `px`; empty for none. */
  readonly unit: string;
  /** True when it must be given: it has no default. */
  readonly isRequired: boolean;
  /** True when null stands for no value. */
  readonly isNullable: boolean;
  /** True for what most people leave as it is. */
  readonly isAdvanced: boolean;
  /** True for what is computed and only shown. */
  readonly isReadOnly: boolean;
  /** What stands for a value that is not given; undefined for none. */
  readonly preset: unknown;
  readonly control: Control;
};

/** How a value is shown and changed. */
export type Control =
  | { readonly kind: 'text'; readonly isLong: boolean; readonly maxLength: number | null }
  | { readonly kind: 'color' }
  | {
      readonly kind: 'number';
      /** Bounds; null for none. */
      readonly least: number | null;
      readonly most: number | null;
      readonly isWhole: boolean;
    }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  /** An installed model that makes mattes, by its id. */
  | { readonly kind: 'model' }
  | { readonly kind: 'material'; readonly mediaKinds: readonly MediaKind[] }
  | { readonly kind: 'object'; readonly fields: readonly Field[]; readonly look: ObjectLook }
  | {
      readonly kind: 'list';
      readonly item: Field;
      readonly least: number;
      readonly most: number | null;
      /** The field beside it whose value each of these could take the place of; empty for none. */
      readonly swaps: string;
    }
  | { readonly kind: 'either'; readonly variants: readonly Variant[] }
  /** What no other control can show. */
  | { readonly kind: 'json' };

/** A value of a choice, its label, and what it means; empty where nothing is said of it. */
export type Option = { readonly value: string | number; readonly label: string; readonly hint: string };

/** One of several forms that a value can have: a constant, or a field. */
export type Variant =
  | { readonly label: string; readonly value: string | number }
  | { readonly label: string; readonly field: Field };

/** Whether an object is also drawn on a picture of the material: a box in it, or a point. */
export type ObjectLook = 'fields' | 'box' | 'point';

/** The kind of control of one type, and nothing else. */
export type ControlOf<Kind extends Control['kind']> = Extract<Control, { kind: Kind }>;
