import type { OffcutError } from '#client/offcut-error.ts';
import type { Field } from '#ui/kit/form/field.ts';
import { toProblems } from '#ui/kit/form/form-context.ts';
import { Form, isWhole, withoutMaterials } from '#ui/kit/form/form.tsx';
import type { Json } from '#ui/app/json.ts';

/** A part of a review's body as a form, with errors next to their fields. */
export function ReviewPart(props: {
  name: 'proposal' | 'parameters';
  field: Field;
  value: Json;
  error: OffcutError | null;
  material: string | null;
  onChange: (value: Json) => void;
}) {
  const { name, field, value, error, material, onChange } = props;
  return isWhole(field) ? (
    <Form
      // The materials of a run cannot change.
      field={withoutMaterials(field)}
      value={value}
      problems={toProblems(error, name)}
      material={material}
      onChange={onChange}
    />
  ) : null;
}
