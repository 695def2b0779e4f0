import type { ApiError } from '#ui/app/envelope.ts';
import type { Field } from '#ui/kit/form/field.ts';
import { toProblems } from '#ui/kit/form/form-context.ts';
import { Form, isWhole, withoutMaterials } from '#ui/kit/form/form.tsx';
import type { Json } from '#ui/app/json.ts';

/** A part of the body of a review as a form; what is wrong with it stands beside its fields. */
export function ReviewPart(props: {
  name: 'proposal' | 'parameters';
  field: Field;
  value: Json;
  error: ApiError | null;
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
