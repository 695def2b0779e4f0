import { toRecord, type Json } from '#ui/app/json.ts';
import type { Control, ControlOf, Field } from './field.ts';
import { FormProvider } from './form-context.ts';
import { FieldView } from './field-view.tsx';
import { FieldsOf } from './object-field.tsx';

/** The field of an object. */
export type Whole = Field & { readonly control: ControlOf<'object'> };

/** The fields of a root object: the body of a call, or a proposal. */
export function Form(props: {
  field: Whole;
  value: Json;
  problems: ReadonlyMap<string, string>;
  /** The material on whose image boxes are drawn; null without one. */
  material: string | null;
  onChange: (value: Json) => void;
}) {
  const { field, value, problems, material, onChange } = props;
  return (
    <FormProvider value={{ problems, material }}>
      <div class="stack form">
        <FieldsOf
          field={field}
          control={field.control}
          value={value}
          path=""
          siblings={value}
          onChange={(next) => onChange(toRecord(next))}
          onSiblings={onChange}
          View={FieldView}
        />
      </div>
    </FormProvider>
  );
}

/** True for the field of an object. */
export const isWhole = (field: Field): field is Whole => field.control.kind === 'object';

/** The same object without its materials. */
export const withoutMaterials = (field: Whole): Whole => ({
  ...field,
  control: { ...field.control, fields: field.control.fields.filter(({ control }) => !isOfMaterials(control)) },
});

const isOfMaterials = (control: Control): boolean =>
  control.kind === 'material' || (control.kind === 'list' && control.item.control.kind === 'material');
